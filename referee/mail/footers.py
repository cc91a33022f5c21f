"""What phones, scanners of viruses, lawyers and mailing lists put below what somebody wrote.

Facts about programs, no rules, as in `attributions`.
"""

from __future__ import annotations

import re
from typing import Final

_DEVICE: Final = (
    r"(?:iphone|ipad|ipod|i-?phone|phone|telefon|téléphone|teléfono|telefono|móvil|celular|mobile|mobil|handy|"
    r"smartphone|tablet|android|samsung|galaxy|huawei|xiaomi|redmi|pixel|motorola|nokia|sony|xperia|htc|blackberry|"
    r"windows|outlook|hotmail|mail|yahoo|aol|gmx|web\.de|proton|thunderbird|k-9|fairemail|bluemail|spark|airmail|app|"
    r"watch|айфон|телефон|планшет|puhelin|puhelime|komórk|mac|laptop|fairphone|oneplus|oppo|tutanota|tuta|posteo)"
)
_SENT: Final = (
    r"(?:sent|gesendet|verschickt|envoyé|enviado|enviada|inviato|inviata|verzonden|verstuurd|wysłano|wysłane|wysłana|"
    r"skickat|skickades|sendt|lähetetty|odesláno|odoslané|elküldve|küldve|trimis|expediat|отправлено|надіслано|enviat|"
    r"gönderildi|στάλθηκε|poslano|mobil gesendet)"
)
_FROM: Final = (
    r"(?:from|via|with|using|by|on|in|von|vom|mit|über|aus|depuis|de|du|à\s+partir|avec|desde|con|do|da|dal|dalla|tramite|"
    r"van|vanaf|vanuit|met|z|ze|za|från|med|fra|iphon\w*|ipad\w*|android\w*|s|с|з|из|через|des|my|από|din)"  # noqa: RUF001  # Cyrillic
)
_FOOTER: Final = re.compile(
    rf"""
    \W{{0,3}}(?:
        {_SENT}\s+{_FROM}(?!\w).{{0,80}}
      | {_SENT}\s.{{0,30}}?{_DEVICE}.{{0,60}}
      | (?:von|vom|aus|mit)\s.{{0,30}}?{_DEVICE}.{{0,60}}?(?:gesendet|verschickt|geschrieben)
      | (?:diese\s+(?:nachricht|e-?mail|mail)\s+wurde|this\s+(?:message|e-?mail|mail)\s+was\s+(?:sent|written))\s
            .{{0,40}}?{_DEVICE}.{{0,60}}
      | .{{0,30}}?{_DEVICE}.{{0,20}}?(?:から送信|から送信されました|发送|傳送|에서\s+보냄|のメールから|gönderildi)
      | (?:发自|發自|从我的|從我的|寄自).{{0,40}}
      | (?:get|download|try|holen\s+sie\s+sich|laden\s+sie|télécharge[rz]?|obtenez|obtener|obtén|descarga[r]?|scarica|
           ottieni|hämta|skaffa|hent|download|pobierz|hanki|obter|obtenha|stáhnout|скачать|получить|hol\s+dir)
           \s.{{0,20}}?(?:outlook|bluemail|yahoo|gmail|spark|protonmail|proton|k-9).{{0,80}}
      | (?:outlook|bluemail|gmail|yahoo\s+mail)\s+(?:for|für|pour|para|per|voor)\s+(?:android|ios|iphone|ipad)
            .{{0,60}}
      | (?:please\s+)?(?:excuse|pardon)\s.{{0,30}}(?:typos|brevity|typing|errors|spelling).{{0,60}}
      | (?:virus-?free|virenfrei|garanti\s+sans\s+virus|libre\s+de\s+virus|privo\s+di\s+virus|virusvrij)(?!\w)
            .{{0,80}}
      | .{{0,80}}(?:avast|avg|norton|kaspersky|mcafee|eset).{{0,60}}(?:virus|viren|geprüft|checked|scanned|analys)
            .{{0,60}}
      | yahoo\s+mail:\s.{{0,80}}
    )\s*[.!]?\s*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)

_NOTICE: Final = re.compile(
    r"""
    \W{0,3}(?:
        (?:confidentiality|legal|privacy)\s+(?:notice|note|warning|disclaimer)
      | disclaimer\b
      | (?:this|the)\s(?:.{0,40}\s)?(?:e-?mail|message|communication|transmission|information|contents?)\b.{0,160}?
            (?:confidential|privileged|intended|solely)
      | if\s+you\s+(?:are\s+not|have\s+received|received|think|believe|are\s+not\s+the).{0,60}?
            (?:recipient|addressee|error|mistake|e-?mail|message)
      | (?:diese|die)\s+(?:e-?mail|nachricht|mail)\b.{0,160}?(?:vertraulich|bestimmt)
      | (?:sollten|wenn)\s+sie\s+nicht\s+der\s+(?:richtige|vorgesehene|beabsichtigte)
      | (?:ce|le\s+présent|cet)\s+(?:message|courriel|e-?mail)\b.{0,160}?(?:confidentiel|destin)
      | (?:este|el\s+presente)\s+(?:mensaje|correo|e-?mail)\b.{0,160}?(?:confidencial|destinatario)
      | (?:questo|il\s+presente)\s+(?:messaggio|e-?mail)\b.{0,160}?(?:riservat|confidenzial|destinatari)
      | (?:dit|deze)\s+(?:bericht|e-?mail)\b.{0,160}?(?:vertrouwelijk|bestemd)
      | (?:please|bitte)\s.{0,20}?(?:consider\s+the\s+environment|denken\s+sie\s+an\s+die\s+umwelt)
      | (?:think|before)\s.{0,30}?(?:environment|print)
    )
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_OF_A_LIST: Final = re.compile(
    r"https?://|www\.|[^\s@]+@[^\s@]+\.|mailing[- ]?list|mailingliste|unsubscribe|abmelden|abbestellen|désabonn|"
    r"desuscri|darse de baja|disiscri|afmelden|wypisać|posted by|yahoo!? groups|google groups",
    re.IGNORECASE,
)


def is_footer(text: str) -> bool:
    """Whether a line is what a phone or a scanner puts below a mail: `Sent from my iPhone`."""
    return _FOOTER.match(text) is not None


def is_notice(paragraph: str) -> bool:
    """Whether a paragraph (its lines joined) is of the kind that companies put below every mail."""
    return _NOTICE.match(paragraph) is not None


def is_of_a_list(text: str) -> bool:
    """Whether a line is of the kind that mailing lists put below a rule."""
    return _OF_A_LIST.search(text) is not None
