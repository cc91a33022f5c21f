"""What mail programs write above the mail that is answered or passed on, in the languages of their users.

Facts about programs, no rules: a program that is missing here is added here.
"""

from __future__ import annotations

import re
from typing import Final

_WROTE: Final = "|".join(
    (
        *(
            "wrote",
            "writes",
            "said",
            "schrieb",
            "schreibt",
            "hat geschrieben",
            "a écrit",
            "escribió",
            "escribio",
        ),
        *(
            "ha scritto",
            "scrisse",
            "schreef",
            "geschreven",
            "escreveu",
            "escreva",
            "va escriure",
            "napisał",
            "napisała",
        ),
        *(
            "napisał\\(a\\)",
            "pisze",
            "napsal",
            "napsala",
            "napsal\\(a\\)",
            "napísal",
            "napísal\\(a\\)",
            "skrev",
        ),
        *(
            "skrifaði",
            "kirjoitti",
            "írta",
            "ezt írta",
            "a scris",
            "написал",
            "написала",
            "написал\\(а\\)",
            "пишет",
        ),
        *(
            "писал",
            "писал\\(а\\)",
            "пише",
            "написав",
            "έγραψε",
            "yazdı",
            "şunu yazdı",
            "đã viết",
            "menulis",
            "写道",
        ),
        *("写到", "寫道", "のメール", "さんは書きました", "님이 작성", "작성", "כתב", "كتب"),
    )
)
_DATE: Final = r"[0-9]{1,4}[-./年月日 ][ ]?[0-9A-Za-zÀ-ž]{1,12}"
_ADDRESS: Final = r"[^\s<>@\"]+@[^\s<>@\"]+"

ATTRIBUTION: Final = re.compile(
    rf"""
    \s*(?:>\s*)?
    (?:
        (?=.*(?:[0-9]|{_ADDRESS})).*?(?<!\w)(?:{_WROTE})(?!\w).{{0,120}}[:：,]   # On …, Ann wrote: / Ann schrieb am …:
      | (?=.*{_ADDRESS}).*?{_DATE}.{{0,200}}[:：]                               # 2026-11-28 10:00 GMT Ann <a@b>:
      | (?:quoting|quotando|zitat\ von|citando|citat|cytowanie|citaat\ van|en\ réponse\ à)\s.{{0,200}}[:：]
    )
    \s*\Z
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""The line, or the lines joined, above a quotation: who wrote it, and when."""

ATTRIBUTION_BEGINS: Final = re.compile(
    r"\s*(?:On|Am|Le|El|Il|Op|Em|Den|Dnia|W dniu|Dne|Dňa|Na|Pe|În|Vào|Tarihinde|În data|Pada|A|Ha|"
    r"Le|En|Dana|Στις|В|У|Σε|Fri|Mon|Tue|Wed|Thu|Sat|Sun|[0-9]{1,4}[-./年]).*[0-9]",
    re.IGNORECASE,
)
"""A line that may be the first of an attribution that was wrapped."""

_MESSAGE: Final = "|".join(
    (
        *(
            "original message",
            "original mail",
            "forwarded message",
            "forwarded mail",
            "forward",
            "reply message",
        ),
        *(
            "ursprüngliche nachricht",
            "urspruengliche nachricht",
            "originalnachricht",
            "weitergeleitete nachricht",
        ),
        *(
            "original-nachricht",
            "message d'origine",
            "message original",
            "message initial",
            "message transféré",
        ),
        *(
            "mensaje original",
            "mensaje reenviado",
            "mensagem original",
            "mensagem encaminhada",
            "messaggio originale",
        ),
        *("messaggio inoltrato", "oorspronkelijk bericht", "doorgestuurd bericht", "wiadomość oryginalna"),
        *(
            "wiadomość przekazana",
            "przekazana wiadomość",
            "treść przekazanej wiadomości",
            "ursprungligt meddelande",
        ),
        *("vidarebefordrat meddelande", "oprindelig meddelelse", "videresendt besked", "oprindelig besked"),
        *("opprinnelig melding", "videresendt melding", "alkuperäinen viesti", "välitetty viesti"),
        *("původní zpráva", "přeposlaná zpráva", "pôvodná správa", "eredeti üzenet", "mesaj original"),
        *(
            "исходное сообщение",
            "пересылаемое сообщение",
            "пересланное сообщение",
            "original mesaj",
            "özgün ileti",
        ),
        *("原始邮件", "转发邮件", "原始郵件", "元のメッセージ", "転送されたメッセージ", "원본 메시지"),
    )
)

CUT: Final = re.compile(
    rf"""
    \s*(?:
        [-_*=]{{2,}}\s*(?:{_MESSAGE})\s*:?\s*[-_*=]{{0,}}\s*
      | (?:begin\ forwarded\ message|anfang\ der\ weitergeleiteten\ nachricht|début\ du\ message\ réexpédié|
           début\ du\ message\ transféré|inizio\ messaggio\ inoltrato|inicio\ del\ mensaje\ reenviado|
           begin\ doorgestuurd\ bericht|início\ da\ mensagem\ encaminhada|vidarebefordrat\ brev|
           start\ på\ videresendt\ besked|videresendt\ melding|начало\ переадресованного\ сообщения)\s*:?\s*
      | _{{5,}}\s*
    )\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A line below which stands another mail, or the footer of a mailing list."""

_FROM: Final = r"from|von|de|da|van|od|från|fra|lähettäjä|feladó|от|від|expéditeur|remitente|mittente|afzender|差出人|发件人|寄件者|보낸 사람"
_OTHERS: Final = (
    r"sent|date|to|cc|subject|gesendet|datum|an|kopie|betreff|envoyé|à|objet|date d'envoi|enviado|enviado el|para|"
    r"asunto|fecha|inviato|data|a|oggetto|verzonden|aan|onderwerp|wysłano|do|dw|temat|skickat|till|ämne|sendt|til|"
    r"emne|dato|lähetetty|vastaanottaja|aihe|päivämäärä|odesláno|komu|předmět|elküldve|címzett|tárgy|отправлено|дата|"
    r"кому|тема|копия|送信日時|宛先|件名|发送时间|收件人|主题|보낸 날짜|받는 사람|제목|reply-to|importance"
)

HEADER_FROM: Final = re.compile(rf"\s*\*?(?:{_FROM})\s*[:：]\*?\s*\S", re.IGNORECASE)
"""The first line of the header that Outlook writes above the mail that is answered."""

HEADER_OTHER: Final = re.compile(rf"\s*\*?(?:{_FROM}|{_OTHERS})\s*[:：]\*?(?:\s|\Z)", re.IGNORECASE)
"""Any further line of it."""

FOOTER: Final = re.compile(
    r"""
    \s*(?:
        (?:sent|gesendet|envoyé|enviado|inviato|verzonden|verstuurd|wysłano|wysłane|skickat|sendt|lähetetty|odesláno|
           отправлено|надіслано|von\ meinem|diese\ nachricht\ wurde|mobil\ gesendet)(?!\w)
        .{0,60}?
        (?:iphone|ipad|ipod|phone|telefon|téléphone|teléfono|telefono|móvil|mobile|mobil|handy|smartphone|tablet|
           android|samsung|galaxy|huawei|xiaomi|nokia|sony|htc|blackberry|windows|outlook|hotmail|mail|yahoo|aol|gmx|
           web\.de|proton|thunderbird|k-9|fairemail|bluemail|app|gesendet|watch|айфон|андроид).{0,60}
      | (?:get|outlook|télécharger|obtener|scarica|hämta|download|holen\ sie\ sich).{0,20}outlook\ (?:for|für|pour|para|per|voor).{0,40}
      | outlook\ (?:for|für|pour|para|per|voor)\ (?:android|ios).{0,40}
      | 从我的.{0,20}(?:发送|傳送)|iPhoneから送信|나의\ iPhone에서\ 보냄
    )\s*[.!]?\s*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What a phone puts below a mail."""
