"""What mail programs write above the mail that is answered or passed on, in the languages of their users.

Facts about programs, no rules: a program or a language that is missing is added to the lists. All of it is compared
in plain characters (`orders.characters.fold`), without regard to case.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from orders.words import Beginning, beginning

Field: TypeAlias = Literal["from", "sent", "to", "subject", "other"]
Divider: TypeAlias = Literal["answered", "forwarded"]


def _any_of(words: str) -> str:
    """A pattern for a list, one entry a line or between `|`; a blank stands for any number of them."""
    entries = sorted((one.strip() for one in re.split(r"[|\n]", words) if one.strip()), key=len, reverse=True)
    return "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in entries)


def _set_of(words: str) -> frozenset[str]:
    return frozenset(one.strip() for one in re.split(r"[|\n]", words) if one.strip())


_WROTE: Final = _any_of(
    """
    wrote | writes | said | schrieb | schreibt | geschrieben | a écrit | a ecrit | écrit | escribió | escribio | escribe
    ha scritto | scrisse | scrive | schreef | geschreven | napisał | napisała | napisał(a) | napisal | pisze | escreveu
    va escriure | skrev | skrifaði | kirjoitti | napsal | napsala | napsal(a) | napísal | napísala | napísal(a) | írta
    a scris | написал | написала | написал(а) | написал(a) | писал | пишет | пише | написав | написала | написа
    έγραψε | yazdı | yazmış | đã viết | menulis | napisao je | napisala je | je napisao | je napisal | je napisala
    kirjutas | rašė | parašė | rakstīja | idatzi du | scríobh | ysgrifennodd | כתב | כתבה | כתב/ה | كتب
    """
)
_WROTE_TOUCHING: Final = _any_of(
    """
    写道 | 写到 | 寫道 | 写了 | のメール | のメッセージ | が書きました | は書きました | は書きました | さんが書いた | は次のように書きました
    님이 작성 | 작성한 메시지 | 작성: | 님의 말 | เขียนว่า | เขียน
    """
)
_QUOTING: Final = _any_of(
    "quoting | zitat von | zitiere | citando | quotando | citat | cytowanie | citaat van | citation de | en réponse à"
)
_ADDRESS: Final = r"[^\s<>@\"(),;:]{1,80}@[^\s<>@\"(),;:]{1,80}"
_DATE: Final = r"(?<!\d)20[1-9]\d(?!\d)|(?<!\d)\d{1,2}[:.h]\d\d(?!\d)|(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|\d{1,2}月"

_HAS_WROTE: Final = re.compile(rf"(?<!\w)(?:{_WROTE})(?!\w)|{_WROTE_TOUCHING}", re.IGNORECASE)
_HAS_QUOTING: Final = re.compile(rf"\W{{0,3}}(?:{_QUOTING})(?!\w)", re.IGNORECASE)
_HAS_ADDRESS: Final = re.compile(_ADDRESS)
_HAS_DATE: Final = re.compile(_DATE)
_BRACKETED_ADDRESS: Final = re.compile(rf"[<\[(](?:mailto:)?{_ADDRESS}[>\])]")

_BEGINS: Final = re.compile(
    r"\W{0,3}(?:On|At|In|Am|Le|El|Il|Op|Em|No dia|Den|Dnia|W dniu|Dne|Dňa|Na|Pe|În|Vào|Pada|A|Ha|Em|"
    r"En|Dana|Στις|Σε|В|У)\s(?=.*\d)|\W{0,3}(?:Quoting|Zitat von)\s",
    re.IGNORECASE,
)
"""Words with which a program begins an attribution that has a date."""


def is_attribution(text: str) -> bool:
    """Whether this is the line above a quotation: `On …, Ann wrote:`, `Ann <ann@…> schrieb am …:`, `Quoting Ann:`."""
    text = text.strip()
    if not text.endswith((":", ":-", ":>")) or beginning(text) is not Beginning.OTHER:
        return False
    if _HAS_QUOTING.match(text):
        return True
    has_date = _HAS_DATE.search(text) is not None
    has_address = _HAS_ADDRESS.search(text) is not None
    return (has_date and has_address) or _HAS_WROTE.search(text) is not None


def is_full_attribution(text: str) -> bool:
    """Whether it also says when: nobody writes such a line by hand."""
    has_address = _HAS_ADDRESS.search(text) is not None
    has_words = _HAS_WROTE.search(text) is not None or _HAS_QUOTING.match(text) is not None
    return _HAS_DATE.search(text) is not None or (has_address and has_words)


def may_begin_attribution(text: str) -> bool:
    """Whether this may be the first line of an attribution that was wrapped."""
    may = _BEGINS.match(text) or _HAS_DATE.search(text) or _HAS_ADDRESS.search(text)
    return may is not None and beginning(text) is Beginning.OTHER


def surely_begins_attribution(text: str) -> bool:
    """Whether an attribution does not begin further up, when this may be its first line."""
    return _BEGINS.match(text) is not None


# --- dividers ---

_ANSWERED: Final = _any_of(
    """
    original message | original mail | original email | original e-mail | original | reply message | message original
    ursprüngliche nachricht | urspruengliche nachricht | originalnachricht | original-nachricht | original nachricht
    originalmail | ursprüngliche mail | ursprüngliche e-mail | message d'origine | message initial | courriel original
    mensaje original | mensagem original | messaggio originale | messaggio originario | oorspronkelijk bericht
    origineel bericht | wiadomość oryginalna | oryginalna wiadomość | wiadomość pierwotna | ursprungligt meddelande
    originalmeddelande | ursprungligt brev | oprindelig meddelelse | oprindelig besked | original meddelelse
    opprinnelig melding | original melding | alkuperäinen viesti | původní zpráva | původní e-mail | pôvodná správa
    eredeti üzenet | mesaj original | orijinal mesaj | özgün ileti | orijinal ileti | αρχικό μήνυμα | missatge original
    исходное сообщение | оригинальное сообщение | originalna poruka | izvorna poruka | izvirno sporočilo
    原始邮件 | 原始郵件 | 元のメッセージ | 元のメール | 원본 메시지 | 원본 메일 | 원본 이메일
    """
)
_FORWARDED: Final = _any_of(
    """
    forwarded message | forwarded mail | forwarded email | forwarded by | forward | weitergeleitete nachricht
    weitergeleitete mail | weitergeleitet von | message transféré | courriel transféré | transféré par | message réexpédié
    mensaje reenviado | reenviado por | mensagem encaminhada | mensagem reencaminhada | messaggio inoltrato
    doorgestuurd bericht | wiadomość przekazana | przekazana wiadomość | treść przekazanej wiadomości
    vidarebefordrat meddelande | vidarebefordrat brev | videresendt besked | videresendt meddelelse | videresendt melding
    välitetty viesti | edelleenlähetetty viesti | přeposlaná zpráva | preposlaná správa | továbbított üzenet
    mesaj redirecționat | mesaj redirectionat | iletilen mesaj | iletilmiş ileti | προωθημένο μήνυμα | missatge reenviat
    пересылаемое сообщение | пересланное сообщение | переадресованное сообщение | proslijeđena poruka
    转发邮件 | 转发的邮件 | 转发邮件信息 | 轉寄郵件 | 轉寄的郵件 | 転送されたメッセージ | 転送メッセージ | 전달된 메시지 | 전달된 메일
    """
)
_BEGIN_FORWARDED: Final = _any_of(
    """
    begin forwarded message | anfang der weitergeleiteten nachricht | anfang der weitergeleiteten e-mail
    début du message réexpédié | début du message transféré | inizio messaggio inoltrato | inicio del mensaje reenviado
    begin doorgestuurd bericht | início da mensagem encaminhada | início da mensagem reencaminhada | vidarebefordrat brev
    start på videresendt besked | videresendt melding | välitetty viesti alkaa | początek przekazywanej wiadomości
    začátek přeposílané zprávy | начало переадресованного сообщения | начало пересылаемого сообщения
    下面是被转发的邮件 | 以下是轉寄的郵件 | 転送されたメール | 전달된 메시지 시작
    """
)
_DASHES: Final = r"[-_=*~+]"
_IS_ANSWERED: Final = re.compile(
    rf"\s*{_DASHES}{{2,}}\s*(?:{_ANSWERED})(?!\w)[^:]{{0,80}}:?\s*\Z", re.IGNORECASE
)
_IS_FORWARDED: Final = re.compile(
    rf"\s*{_DASHES}{{2,}}\s*(?:{_FORWARDED})(?!\w).{{0,120}}\Z|\s*(?:{_BEGIN_FORWARDED})\s*:\s*\Z",
    re.IGNORECASE,
)
_IS_IN_DASHES: Final = re.compile(r"\s*(?:-{3,}|_{3,}|={3,})\s?\S.{0,60}?(?:-{3,}|_{3,}|={3,})\s*\Z")
_IS_RULE: Final = re.compile(r"\s*(?:_{5,}|-{5,}|={5,}|\*{5,}|~{5,})\s*\Z")


def divider_of(text: str) -> Divider | None:
    """What stands below a line between dashes: the mail that is answered, or one that is passed on."""
    if _IS_ANSWERED.match(text):
        return "answered"
    return "forwarded" if _IS_FORWARDED.match(text) else None


def is_in_dashes(text: str) -> bool:
    """Whether these are words between dashes, whatever they mean."""
    return _IS_IN_DASHES.match(text) is not None


def is_rule(text: str) -> bool:
    """Whether a line is a rule, as above the footer of a mailing list, or above a header in Outlook."""
    return _IS_RULE.match(text) is not None


# --- the header of a mail in the text ---

_LABELS: Final[dict[Field, str]] = {
    "from": """
        from | von | de | da | van | od | från | fra | lähettäjä | feladó | от | від | кимден | kimden | gönderen | expéditeur
        remitente | mittente | afzender | absender | avsändare | afsender | avsender | nadawca | odesílatel | odosielateľ
        de la | από | šalje | pošiljatelj | saatja | nuo | nga | 差出人 | 送信者 | 发件人 | 寄件者 | 寄件人 | 보낸 사람 | 보낸사람 | 發件人
        від | מאת | من | từ | dari | จาก
        """,
    "sent": """
        sent | date | gesendet | gesendet am | datum | envoyé | envoyé le | date d'envoi | enviado | enviado el | enviado em
        enviada em | enviada | fecha | inviato | inviato il | data | verzonden | wysłano | wysłane | data wysłania | skickat | sendt
        dato | sendt dato | lähetetty | päivämäärä | päiväys | odesláno | dátum | elküldve | отправлено | дата | дата отправки
        надіслано | gönderilme | gönderildi | tarih | trimis | ημερομηνία | στάλθηκε | poslano | 送信日時 | 日付 | 日時 | 发送时间
        日期 | 傳送時間 | 寄件日期 | 時間 | 时间 | 보낸 날짜 | 보낸날짜 | 날짜 | 發送時間 | enviat el | enviat | נשלח | תאריך
        تم الإرسال | التاريخ | đã gửi | ngày | dikirim | tanggal | ส่ง | วันที่
        """,
    "to": """
        to | an | à | a | para | aan | do | till | til | vastaanottaja | komu | címzett | кому | kime | către | catre | προς | za
        destinataire | empfänger | destinatario | ontvanger | mottagare | modtager | mottaker | adresat | 宛先 | 收件人 | 收件者
        받는 사람 | 받는사람 | per a | אל | إلى | đến | tới | kepada | ke | ถึง
        """,
    "subject": """
        subject | betreff | objet | asunto | assunto | oggetto | onderwerp | temat | ämne | emne | aihe | předmět | predmet
        tárgy | тема | konu | subiect | θέμα | zadeva | assumpte | tema | 件名 | 主题 | 主旨 | 主題 | 제목 | נושא | الموضوع
        chủ đề | subjek | perihal | เรื่อง
        """,
    "other": """
        cc | bcc | kopie | copie | copia | kopia | dw | kopi | kopio | копия | másolat | reply-to | antwort an | importance
        priority | wichtigkeit | importanza | importancia | attachments | anlagen | organization | newsgroups | 抄送 | 참조 | cco
        """,
}
_KINDS: Final[dict[str, Field]] = {
    label: kind for kind, labels in _LABELS.items() for label in _set_of(labels)
}
_LABEL: Final = re.compile(r"[\s*_|]{0,4}([^\W\d_][^:\n]{0,24}?)[\s*_|]{0,3}:")


def label_of(text: str) -> Field | None:
    """Which field of a header a line is (`Von: …`, `*Sent:* …`)."""
    found = _LABEL.match(text)
    return _KINDS.get(" ".join(found[1].lower().split())) if found else None


def is_labelled(text: str) -> bool:
    """Whether a line may be a field of a header in a language that is not in the lists."""
    return _LABEL.match(text) is not None and beginning(text) is Beginning.OTHER


def has_bracketed_address(text: str) -> bool:
    """Whether an address stands in it as programs write it behind a name: `Ann <ann@…>`, `Ann [mailto:ann@…]`."""
    return _BRACKETED_ADDRESS.search(text) is not None


def has_date(text: str) -> bool:
    """Whether a day or an hour stands in it."""
    return _HAS_DATE.search(text) is not None
