"""What in a text is the sender's own: quotations, attributions, headers, signatures, footers of many programs."""
# ruff: noqa: RUF001  # letters of many countries stand here because players write them

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_bodies import ORDERS, OTHER, meaning

from referee.mail.quoting import own_words

MARKED = "".join(f"> {line}\n" for line in OTHER.splitlines())

ATTRIBUTIONS = """\
On Fri, 27 Nov 2026 at 20:00, Harbour referee <ref@acquire.example> wrote:
On Nov 27, 2026, at 8:00 PM, Harbour referee <ref@acquire.example> wrote:
On 27/11/2026 20:00, Harbour referee wrote:
On 2026-11-27, Harbour referee wrote:
At 20:00 27/11/2026, Harbour referee wrote:
Harbour referee <ref@acquire.example> wrote on 27.11.2026 20:00:12:
"Harbour referee" <ref@acquire.example> writes:
Harbour referee <ref@acquire.example> wrote:
In <turn6.harbour@acquire.example> Harbour referee writes:
Quoting Harbour referee <ref@acquire.example>:
Zitat von Harbour referee <ref@acquire.example>:
Am 27.11.26 um 20:00 schrieb Harbour referee:
Am Fr., 27. Nov. 2026 um 20:00 Uhr schrieb Harbour referee <ref@acquire.example>:
Harbour referee <ref@acquire.example> schrieb am Fr., 27. Nov. 2026, 20:00:
Am 27.11.2026 um 20:00 hat Harbour referee geschrieben:
Le ven. 27 nov. 2026 à 20:00, Harbour referee <ref@acquire.example> a écrit :
Le 27/11/2026 à 20:00, Harbour referee a écrit\u00a0:
El vie, 27 nov 2026 a las 20:00, Harbour referee (<ref@acquire.example>) escribió:
El 27/11/2026 a las 20:00, Harbour referee escribió:
Il giorno ven 27 nov 2026 alle ore 20:00 Harbour referee <ref@acquire.example> ha scritto:
Il 27/11/2026 20:00, Harbour referee ha scritto:
Op vr 27 nov. 2026 om 20:00 schreef Harbour referee <ref@acquire.example>:
Op 27-11-2026 om 20:00 heeft Harbour referee het volgende geschreven:
pt., 27 lis 2026 o 20:00 Harbour referee <ref@acquire.example> napisał(a):
W dniu 27.11.2026 o 20:00, Harbour referee pisze:
Em sex., 27 de nov. de 2026 às 20:00, Harbour referee <ref@acquire.example> escreveu:
Den fre 27 nov. 2026 kl 20:00 skrev Harbour referee <ref@acquire.example>:
Den 27.11.2026 20.00, skrev Harbour referee:
fre. 27. nov. 2026 kl. 20.00 skrev Harbour referee <ref@acquire.example>:
pe 27. marrask. 2026 klo 20.00 Harbour referee (ref@acquire.example) kirjoitti:
pá 27. 11. 2026 v 20:00 odesílatel Harbour referee <ref@acquire.example> napsal:
Dne 27. 11. 2026 v 20:00 Harbour referee napsal(a):
пт, 27 нояб. 2026 г. в 20:00, Harbour referee <ref@acquire.example>:
27.11.2026 20:00, Harbour referee пишет:
Harbour referee <ref@acquire.example> ezt írta (időpont: 2026. nov. 27., P, 20:00):
Harbour referee <ref@acquire.example>, 27 Kas 2026 Cum, 20:00 tarihinde şunu yazdı:
Στις Παρ 27 Νοε 2026 στις 20:00, ο χρήστης Harbour referee <ref@acquire.example> έγραψε:
În vin., 27 nov. 2026 la 20:00, Harbour referee <ref@acquire.example> a scris:
2026年11月27日(金) 20:00 Harbour referee <ref@acquire.example>:
2026年11月27日(金) 20:00、Harbour referee <ref@acquire.example>のメール：
Harbour referee <ref@acquire.example> 于2026年11月27日周五 20:00写道：
Harbour referee <ref@acquire.example> 於 2026年11月27日 週五 下午8:00寫道：
2026년 11월 27일 (금) 오후 8:00, Harbour referee <ref@acquire.example>님이 작성:
\u200fבתאריך יום ו׳, 27 בנוב׳ 2026 ב-20:00 מאת \u202aHarbour referee\u202c <ref@acquire.example>:\u200f
2026-11-27 20:00 GMT+01:00 Harbour referee <ref@acquire.example>:
""".splitlines()


def own(text):
    return own_words(text).text


def is_own(text, orders=ORDERS):
    assert meaning(own(text)) == meaning(orders)


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_orders_above_a_quotation_are_read_alone(attribution):
    for gap in ("", "\n", "\n\n"):
        is_own(f"{ORDERS}{gap}{attribution}\n{gap}{MARKED}")
    found = own_words(f"{ORDERS}{attribution}\n{MARKED}")
    assert "27" not in found.text
    assert "ref@" not in found.text
    assert meaning(found.quoted) == meaning(OTHER)


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_orders_below_a_quotation_are_read_alone(attribution):
    is_own(f"{attribution}\n{MARKED}\n{ORDERS}")
    is_own(f"Hello!\n\n{attribution}\n\n{MARKED}{ORDERS}")


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_what_stands_unmarked_below_an_attribution_is_what_is_answered(attribution):
    for gap in ("", "\n"):
        found = own_words(f"{ORDERS}\n{attribution}\n{gap}{OTHER}")
        assert meaning(found.text) == meaning(ORDERS)
        assert meaning(found.quoted) == meaning(OTHER)


@pytest.mark.parametrize("attribution", [one for one in ATTRIBUTIONS if len(one) > 50])
@pytest.mark.parametrize("width", [30, 40, 64])
def test_an_attribution_may_be_wrapped(attribution, width):
    words, lines = attribution.split(" "), [""]
    for word in words:
        if len(lines[-1]) + len(word) > width and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    if len(lines) > 4:
        return
    wrapped = "\n".join(lines)
    is_own(f"{ORDERS}\n{wrapped}\n{MARKED}")
    is_own(f"{ORDERS}\n{wrapped}\n\n{MARKED}")
    is_own(f"{wrapped}\n{MARKED}\n{ORDERS}")


def test_interleaved_orders_are_read_in_their_order():
    is_own(
        "On Fri, 27 Nov 2026, Harbour referee wrote:\n"
        "> Which game?\ngame: harbour\n> Which tile?\n\ntile 5C, 6D\n> > buy 3 Festival\n>\nbuy 2 Luxor, 1 Tower\n"
        "> Good luck.\n"
    )


def test_what_was_begun_directly_below_an_attribution_is_read_where_other_lines_are_marked():
    is_own(f"On Fri, 27 Nov 2026, Harbour referee wrote:\n\n{ORDERS}\n{MARKED}")


def test_own_lines_are_never_joined_over_a_quotation():
    text = own("buy 2 Luxor\n> quoted\nand what a pity\n")
    assert text == "buy 2 Luxor\n\nand what a pity"


@pytest.mark.parametrize(
    "mark", ["> ", ">", ">> ", "> > ", " > ", "|> ", "\uff1e ", "AB> ", "> | ", ">\u00a0", ">\t"]
)
def test_marks_of_quotation_of_many_programs_are_known(mark):
    found = own_words(ORDERS + "".join(f"{mark}{line}\n" for line in OTHER.splitlines()))
    assert meaning(found.text) == meaning(ORDERS)
    assert "Festival" in found.quoted


@pytest.mark.parametrize(
    "line", ["| tile 5C", "|  tile 5C", "tile 5C if size of Luxor > 3", "    >= 4 and so on"]
)
def test_bars_of_the_form_and_signs_of_the_language_are_no_marks(line):
    assert own(f"{line}\n") == line


def test_a_line_that_a_mailbox_has_mangled_is_no_quotation_unless_it_stands_in_one():
    assert own(">From Alice, with love\n\ntile 5C\n") == "From Alice, with love\n\ntile 5C"
    assert own("tile 5C\n\n>One line\n>From the report\n>tile 9I\n") == "tile 5C"


DIVIDERS = [
    "-----Original Message-----", "----- Original Message -----", "-------- Original Message --------",
    "-----Ursprüngliche Nachricht-----", "-------- Original-Nachricht --------", "-----Message d'origine-----",
    "-----Mensaje original-----", "-----Mensagem original-----", "-----Messaggio originale-----",
    "-----Oorspronkelijk bericht-----", "-----Wiadomość oryginalna-----", "-----Ursprungligt meddelande-----",
    "-----Oprindelig meddelelse-----", "-----Opprinnelig melding-----", "-----Alkuperäinen viesti-----",
    "-----Původní zpráva-----", "-----Исходное сообщение-----", "-----元のメッセージ-----", "-----原始邮件-----",
    "------------------ 原始邮件 ------------------", "------------------ Original ------------------",
    "-----원본 메시지-----", "-----Orijinal Mesaj-----", "-----Eredeti üzenet-----",
    "\u2014\u2014\u2014Original Message\u2014\u2014\u2014", "----- Original Message dated 27.11.2026 -----",
]  # fmt: skip


@pytest.mark.parametrize("divider", DIVIDERS)
def test_all_below_a_divider_is_what_is_answered(divider):
    header = "From: Harbour referee <ref@acquire.example>\nSent: Friday\nTo: Alice\nSubject: turn 6\n\n"
    for between in ("\n", f"\n{header}"):
        found = own_words(f"{ORDERS}\n{divider}{between}{OTHER}")
        assert meaning(found.text) == meaning(ORDERS)
        assert "Festival" in found.quoted
    is_own(f"{divider}\n{MARKED}\n{ORDERS}")


HEADERS = {
    "English": "From: {0}\nSent: Friday, 27 November 2026 20:00\nTo: Alice Tester\nSubject: turn 6 report\n",
    "English with Cc": "From: {0}\nDate: Friday, 27 November 2026\nTo: Alice\nCc: Bob\nSubject: turn 6\n",
    "bold": "*From:* {0}\n*Sent:* Friday, 27 November 2026 20:00\n*To:* Alice Tester\n*Subject:* turn 6 report\n",
    "bold without": "**From**: {0}\n**Sent**: Friday\n**To**: Alice\n**Subject**: turn 6\n",
    "German": "Von: {0}\nGesendet: Freitag, 27. November 2026 20:00\nAn: Alice Tester\nBetreff: turn 6 report\n",
    "German, GMX": "Gesendet: Freitag, 27. November 2026 um 20:00 Uhr\nVon: {0}\nAn: Alice\nBetreff: turn 6\n",
    "French": "De : {0}\nEnvoyé : vendredi 27 novembre 2026 20:00\nÀ : Alice Tester\nObjet : turn 6 report\n",
    "Spanish": "De: {0}\nEnviado el: viernes, 27 de noviembre de 2026 20:00\nPara: Alice\nAsunto: turn 6\n",
    "Portuguese": "De: {0}\nEnviado: sexta-feira, 27 de novembro de 2026 20:00\nPara: Alice\nAssunto: turn 6\n",
    "Italian": "Da: {0}\nInviato: venerdì 27 novembre 2026 20:00\nA: Alice\nOggetto: turn 6\n",
    "Dutch": "Van: {0}\nVerzonden: vrijdag 27 november 2026 20:00\nAan: Alice\nOnderwerp: turn 6\n",
    "Polish": "Od: {0}\nWysłano: piątek, 27 listopada 2026 20:00\nDo: Alice\nTemat: turn 6\n",
    "Swedish": "Från: {0}\nSkickat: den 27 november 2026 20:00\nTill: Alice\nÄmne: turn 6\n",
    "Danish": "Fra: {0}\nSendt: 27. november 2026 20:00\nTil: Alice\nEmne: turn 6\n",
    "Finnish": "Lähettäjä: {0}\nLähetetty: 27. marraskuuta 2026 20.00\nVastaanottaja: Alice\nAihe: turn 6\n",
    "Czech": "Od: {0}\nOdesláno: pátek 27. listopadu 2026 20:00\nKomu: Alice\nPředmět: turn 6\n",
    "Russian": "От: {0}\nОтправлено: 27 ноября 2026 г. 20:00\nКому: Alice\nТема: turn 6\n",
    "Japanese": "差出人: {0}\n送信日時: 2026年11月27日 20:00\n宛先: Alice\n件名: turn 6\n",
    "Chinese": "发件人: {0}\n发送时间: 2026年11月27日 20:00\n收件人: Alice\n主题: turn 6\n",
    "Chinese, wide colons": "发件人：{0}\n发送时间：2026年11月27日 20:00\n收件人：Alice\n主题：turn 6\n",
    "a long To": "From: {0}\nSent: Friday\nTo: Alice <alice@x.example>; Bob\n <bob@x.example>\nSubject: t\n",
    "Lotus Notes": "From:\t{0}\nTo:\tAlice\nDate:\t27.11.2026 20:00\nSubject:\tturn 6\n",
}


@pytest.mark.parametrize("language", HEADERS)
@pytest.mark.parametrize(
    "above", ["", "\n", "________________________________\n", "\n-----\n", "---- x ----\n"]
)
def test_all_below_the_header_of_a_mail_is_what_is_answered(language, above):
    header = HEADERS[language].format("Harbour referee <ref@acquire.example>")
    found = own_words(f"{ORDERS}{above}{header}\n{OTHER}")
    assert meaning(found.text) == meaning(ORDERS)
    assert meaning(found.quoted.split("\n\n", 1)[1]) == meaning(OTHER)
    double = header.replace("\n", "\n\n")
    is_own(f"{ORDERS}\n{above}{double}\n{OTHER}")


FORWARDED = [
    "---------- Forwarded message ---------", "---------- Forwarded message ----------", "Begin forwarded message:",
    "-------- Forwarded Message --------", "---------- Weitergeleitete Nachricht ---------",
    "Anfang der weitergeleiteten Nachricht:", "-------- Message transféré --------", "Début du message réexpédié :",
    "---------- Mensaje reenviado ---------", "---------- Mensagem encaminhada ---------",
    "Inizio messaggio inoltrato:",
    "---------- Doorgestuurd bericht ---------", "---------- Wiadomość przekazana ---------",
    "-------- Пересылаемое сообщение --------", "---------- 転送されたメッセージ ---------", "----- 转发邮件 -----",
    "----- Forwarded by Alice Tester/Home on 27.11.2026 20:00 -----",
]  # fmt: skip


@pytest.mark.parametrize("line", FORWARDED)
def test_all_below_the_mark_of_a_forwarded_mail_was_written_by_others(line):
    header = "From: Bob <bob@players.example>\nDate: Fri, 27 Nov 2026 at 20:00\nSubject: mine\nTo: Alice\n"
    for between in (f"{header}\n\n", f"\n{header}\n", "\n"):
        found = own_words(f"{ORDERS}\n{line}\n{between}{OTHER}")
        assert meaning(found.text) == meaning(ORDERS)
        assert "buy 3 Festival" in found.forwarded
        assert found.quoted == ""


@pytest.mark.parametrize("signature", ["-- ", "--", "--\u00a0", "\u00ad--  "])
def test_a_signature_is_not_read_and_known_to_be_there(signature):
    found = own_words(f"{ORDERS}\n{signature}\nAlice Tester\nbuy 3 Festival and relax\n")
    assert meaning(found.text) == meaning(ORDERS)
    assert "buy 3 Festival" in found.signature


def test_below_a_signature_and_a_quotation_somebody_may_go_on():
    is_own(f"Hello\n-- \nAlice\n\nOn Fri, 27 Nov 2026, Harbour referee wrote:\n{MARKED}\n{ORDERS}")


FOOTERS = """\
Sent from my iPhone
Sent from my iPad.
Sent from my Samsung Galaxy smartphone.
Sent from Mail for Windows
Sent from Outlook for Android <https://aka.ms/AAb9ysg>
Sent from Yahoo Mail on Android
Sent from my T-Mobile 4G LTE Device
Sent with Proton Mail secure email.
Sent via BlackBerry from T-Mobile
Get Outlook for Android
Get Outlook for iOS<https://aka.ms/o0ukef>
Outlook für Android herunterladen
Von meinem iPhone gesendet
Von meinem Samsung Galaxy Smartphone gesendet.
Gesendet mit der GMX Mail App
Gesendet von Mail für Windows
Diese Nachricht wurde von meinem Android-Mobiltelefon mit GMX Mail gesendet.
Holen Sie sich Outlook für Android
Envoyé de mon iPhone
Envoyé depuis mon téléphone Orange
Obtenez Outlook pour Android
Enviado desde mi iPhone
Enviado do meu iPhone
Obtener Outlook para iOS
Inviato da iPhone
Inviato dal mio telefono
Scarica Outlook per Android
Verstuurd vanaf mijn iPhone
Verzonden met BlueMail
Wysłane z iPhone'a
Wysłano z telefonu Samsung
Skickat från min iPhone
Sendt fra min iPhone
Lähetetty iPhonesta
Odesláno z iPhonu
Отправлено с iPhone
Отправлено из мобильной Почты
iPhoneから送信
从我的iPhone发送
发自我的 iPhone
從我的iPhone傳送
나의 iPhone에서 보냄
Elküldve iPhone-omról
iPhone'umdan gönderildi
Virus-free. www.avast.com
Please excuse my typos.
""".splitlines()


@pytest.mark.parametrize("footer", FOOTERS)
def test_what_a_phone_puts_below_a_mail_is_not_read(footer):
    for gap in ("", "\n", "\n\n"):
        assert own(f"{ORDERS}{gap}{footer}\n").strip() == ORDERS.strip()
        assert (
            own(f"{ORDERS}{gap}{footer}\n\nOn Fri, 27 Nov 2026, Ref wrote:\n{MARKED}").strip()
            == ORDERS.strip()
        )
        assert own(f"{ORDERS}{gap}{footer}\n\n-----Original Message-----\n{OTHER}").strip() == ORDERS.strip()


@pytest.mark.parametrize(
    "notice",
    [
        "This e-mail and its attachments are confidential.\nIf you are not the intended recipient, buy nothing.",
        "If you have received this message in error, please notify the sender.",
        "CONFIDENTIALITY NOTICE: the contents are privileged.",
        "Diese E-Mail enthält vertrauliche Informationen.\nbuy 3 Festival",
        "Ce message est confidentiel.",
        "Please consider the environment before printing this e-mail.",
    ],
)
def test_what_companies_put_below_a_mail_is_not_read(notice):
    assert own(f"{ORDERS}\n{notice}\n").strip() == ORDERS.strip()
    assert own(f"{ORDERS}\nSent from my iPhone\n\n{notice}\n\n{notice}\n").strip() == ORDERS.strip()


@pytest.mark.parametrize("rule", ["_" * 47, "-" * 36, "=" * 40, "*" * 30])
def test_the_footer_of_a_mailing_list_is_not_read(rule):
    footer = "players mailing list\nbuy a badge at https://lists.players.example\nTo unsubscribe: x@lists.example\n"
    for gap in ("", "\n"):
        assert own(f"{ORDERS}{gap}{rule}\n{footer}").strip() == ORDERS.strip()


def test_a_rule_that_somebody_draws_himself_loses_nothing():
    is_own("game: harbour\n____________\ntile 5C, 6D\n--------------------\nbuy 2 Luxor, 1 Tower\n")
    text = f"press\n{'=' * 20}\nNEWS\n{'_' * 20}\nend press\ntile 5C\n"
    assert own(text).strip() == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        "Hello,\nBob said: no.\n\ntile 5C\n",
        "What Bob wrote:\n\ntile 5C\n",
        "From: me\nTo: you\n\ntile 5C\n",
        "To: the referee\ntile 5C\n",
        "Contact: Alice <alice@players.example>\nAway: from 27.11.2026\nPhone: 555\n\ntile 5C\n",
        "note: sent from my boat\ntile 5C\n",
        "press: Alice wrote on 27 Nov 2026:\ntile 5C\n",
        "tile 5C\nbuy 2 Luxor\n  leaving 2000\n",
        "if size of Luxor\n  > 3\n tile 5C\nend\n",
        "away 2026-12-01 to 2026-12-10\n",
        "press\nOriginal message\nForwarded\nend press\n",
        "tile 5C # On Fri, 27 Nov 2026, Ref wrote:\nbuy 2 Luxor\n",
    ],
)
def test_lines_that_only_look_a_little_like_those_of_programs_are_kept(text):
    assert own(text) == text.strip("\n")


def test_a_continuation_above_an_attribution_stays():
    is_own(
        "tile 5C\nbuy 2 Luxor leaving\n2000\nOn Fri, 27 Nov 2026, Harbour referee wrote:\n" + MARKED,
        "tile 5C\nbuy 2 Luxor leaving 2000\n",
    )


def test_what_is_signed_is_read_without_its_armour():
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{}-----BEGIN PGP SIGNATURE-----\nVersion: x\n\n"
        "tile9I/buy3Festival=\n=AbCd\n-----END PGP SIGNATURE-----\n"
    )
    is_own(signed.format(ORDERS))
    is_own(signed.format(f"{ORDERS}- -- \nAlice\nbuy 3 Festival\n"))
    is_own("Hello,\n\n" + signed.format(ORDERS + "\n- - a dash\n") + "\nCheers\n")
    assert own(signed.format("- -----BEGIN\ntile 5C\n")) == "-----BEGIN\ntile 5C"


def test_what_is_encrypted_is_known_to_be():
    found = own_words("Hello\n-----BEGIN PGP MESSAGE-----\n\nhQEMAsynthetic\n-----END PGP MESSAGE-----\n")
    assert found.is_encrypted
    assert found.text == "Hello"
    assert not own_words("Hello\n> -----BEGIN PGP MESSAGE-----\n").is_encrypted


PIECES = [
    *ORDERS.splitlines(), *MARKED.splitlines(), *ATTRIBUTIONS[:20], *DIVIDERS[:5], *FORWARDED[:4], *FOOTERS[:8],
    "", "", "-- ", "--", "_" * 30, "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----", ">From x",
    "From: x", "Sent: x", "To: x", "Subject: x", "-----END PGP MESSAGE-----", "On 27 Nov 2026", "press", "end",
    "> > x",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=30)), max_size=25))
def test_every_line_goes_to_one_place_and_nothing_raises(lines):
    text = "\n".join(lines)
    found = own_words(text)
    given_lines = {"", *(line.strip() for line in text.split("\n"))}
    for line in found.text.split("\n"):
        assert line.strip() in given_lines | {one.removeprefix(">") for one in given_lines} | {
            one.removeprefix("- ") for one in given_lines
        }
    assert not any(line.startswith("> ") for line in found.text.split("\n"))


@pytest.mark.parametrize(
    "line",
    [
        "On Fri, 27 Nov 2026, x wrote:", "On Fri, 27 Nov 2026", "From: x", "From: x\nTo: y\nDate: z", "-- ", "> x",
        "_" * 20, "a@b.example 2026", "-----Original Message-----", "Sent from my iPhone", "", " ", ">From x", "x",
        "ü 2026 a@b.c", "-----BEGIN PGP SIGNED MESSAGE-----", "tile 5C",
        "buy 2 Luxor\n> x", "Sent from", "If you have received this",
    ],
)  # fmt: skip
def test_a_mebibyte_of_any_such_line_is_sorted_in_time(line):
    text = f"{line}\n" * (2**20 // (len(line) + 1))
    begun = time.process_time()
    own_words(text)
    own_words("".join(text.split("\n")))
    assert time.process_time() - begun < 120
