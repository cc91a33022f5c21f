"""What players write in place of a statement or a condition, in the words of the language.

Only texts that could not be read come here, and what comes out is only proposed, never carried out: so a rule may be
as generous as it likes. Source: ORDERS.md, "Statements" and "Conditions".
"""

# ruff: noqa: E501 - a table: one rule a line, read across

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from orders.lexicon import LANGUAGE_WORDS, NUMBER_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

Replacement: TypeAlias = "str | Callable[[re.Match[str]], str]"

_LONGEST: Final = 400
_NO_NAME_WORDS: Final = (
    "a again has have her his it me of on our own owns share shares stock stocks their them us we you"
)
_NO_NAMES: Final = LANGUAGE_WORDS - {"am", "to", "x"} | frozenset(_NO_NAME_WORDS.split())
_NAME: Final = rf"(?!(?:{'|'.join(sorted(_NO_NAMES))})\b)[A-Za-z]\w*"
_TILE: Final = r"(?:[0-9]{1,2}-?[A-Za-z]|[A-Za-z]-?[0-9]{1,2})\b"
_LETTERS_FOR_DIGITS: Final = str.maketrans("oil", "011")
_HAS: Final = r"(?:has|have|hold|holds|own|owns|got|has\s+got|have\s+got)"
_COUNT: Final = r"(?:[0-9]+|all|rest|the\s+rest|everything|half)"
_GUARD: Final = r"(?=\s+(?:if|unless)\b|\s*$)"
_LEAD_IN: Final = (
    r"(?:please|then|also|now|next|finally|maybe|so|ok|lets|let's|let\s+me|first|second|1st|2nd|otherwise|or|and|"
    r"i\s+(?:want|would\s+like|wish|plan|intend)\s+to|i'?d\s+like\s+to|i\s+(?:will|would|shall)|i'?ll|i|we|to|my|"
    r"try\s+to|try)"
)
_RULES: Final[tuple[tuple[str, Replacement], ...]] = (
    # --- marks and numbers ---
    (r"\b(NUMBERS)\b(?=\s+(?:of\s+)?(?:shares?\s+)?(?:x\s+)?[A-Za-z])", lambda m: NUMBER_WORDS[m[1].lower()]),
    (r"\s&&?\s", " and "),
    (r"\s\|\|?\s", " or "),
    (r"=\s+=", "="),
    (r"([<>])\s+=", r"\1="),
    (r"!\s+=", "<>"),
    (r"\b([0-9]{1,2})\s*[_./:]\s*([A-Za-z])\b", r"\1\2"),
    (r"\b(?=\w?[0-9])([1Il][0-9OoIl])([A-L])\b", lambda m: m[1].lower().translate(_LETTERS_FOR_DIGITS) + m[2]),
    (r"(?<![0-9]\s)(?<![0-9])\b(?<=[a-z,]\s)([0-9]{1,2})\s+([A-I])(?=\s*(?:,|$))", r"\1\2"),
    (r"\$\s+(?=[0-9])", ""),
    (r"\b([0-9]+)\s*(?:dollars|bucks|\$)", r"\1"),
    (r"\b([0-9]+)\s*(?:\*|x|×)\s*(?=[A-Za-z])", r"\1 "),  # noqa: RUF001 - what phones put in
    (r"\b([0-9]+(?:[.,][0-9]+)?)\s*k\b", lambda m: str(round(float(m[1].replace(",", ".")) * 1000))),
    (r"\b([A-I])\s+([0-9]{1,2})(?=\s*(?:,|$|if\b|unless\b))", r"\2\1"),
    (r"\b(buy|trade|take|place)(?=[0-9])", r"\1 "),
    # --- how a statement begins ---
    (r"^(?:LEAD_IN\s+)+(?!turn)(?=[A-Za-z])", ""),
    (r"^(?:play|place|lay|put|plays|placing|playing)\s+(?:a\s+|the\s+|my\s+)?(?:tiles?\s+)?(?=TILE|any\b)", "tile "),
    (r"^tiles\b", "tile"),
    (r"^tile\s+(?:a|the|on|at|to)\s+(?=TILE)", "tile "),
    (r"^tile\s+(?:none|nothing|pass|no)\b.*$", "tile any"),
    (r"^(?:pass|skip)\s+(?:on\s+)?(?:buying|buy|shopping).*$", "buy nothing"),
    (r"^(?:don'?t|do\s+not|no)\s+(?:buy|buying|purchases?)\b.*$", "buy nothing"),
    (r"^buy\s+(?:none|no\s+(?:shares?|stocks?)|zero|0|nothing\s+at\s+all|no)\b(?:\s+[A-Za-z]+)?" + _GUARD, "buy nothing"),
    (r"^(?:purchase|get|take|grab|invest\s+in|acquire|buying|buys|bought)\s+(?![0-9]+\s+tiles)", "buy "),
    (r"^(?:create|form|start|build|establish|founds|founded|founding|open)\s+(?:a\s+|the\s+)?(?:chain\s+)?(?=[A-Za-z])", "found "),
    (r"^new\s+chain\s*:?\s+", "found "),
    (r"^(?:surviving\s+chain|survives?|surviving|winner)\s*:?\s+(?=[A-Za-z])", "survivor "),
    (r"^(?:settlement|settling|settles)\s*:?\s+(?:order\s+)?", "settle "),
    (r"^(?:finish|stop|end|announce|declare|call|claim)\s+(?:the\s+)?(?:game|end)(?:\s+of\s+(?:the\s+)?game)?(?:\s+now)?" + _GUARD, "end game"),
    (r"^(?:game\s+end|endgame|end\s+of\s+(?:the\s+)?game|game\s+over|the\s+end)" + _GUARD, "end game"),
    (r"^(?:in\s+(?:a\s+)?|on\s+(?:a\s+)?|at\s+(?:a\s+)?)?(?:merge|merges|merged|merging|mergers|merger)\s+(?:of\s+)?(?=[A-Za-z])", "merger "),
    # --- lists ---
    (r"^((?:buy|tile|found|survivor|settle)\b(?:(?!\b(?:if|unless|that)\b).)*?)\s*(?:;|/|\||\s>\s|\bor\b|\band\b|\bthen\b|\belse\b|\bover\b|\botherwise\b)\s*(?=[A-Za-z0-9])", r"\1, "),
    (r",\s*(?:or|and|then|else)\s+(?=[A-Za-z0-9])", ", "),
    (r"\b(buy\b.*?|,\s*)\b([0-9]+)\s+(?:shares?|stocks?|pieces?)\s+(?:of|in)?\s*", r"\1\2 "),
    (r"\bbuy\s+(?:up\s+to|max(?:imum)?|at\s+most|as\s+many\s+as|about)\s+(?=[0-9])", "buy "),
    (r"\bbuy\s+(?:as\s+many|as\s+much|max(?:imum)?|all|full|some|only|just)\s+(?:of\s+)?(NAME)(?:\s+as\s+(?:possible|i\s+can|you\s+can))?", r"buy 3 \1"),
    (r"^buy\s+(NAME)\s+(?:x\s*|\*\s*)?([0-9]+)(?=\s*(?:,|$|if\b|unless\b))", r"buy \2 \1"),
    (r"(?<=,)\s*(NAME)\s+(?:x\s*|\*\s*)?([0-9]+)(?=\s*(?:,|$|if\b|unless\b))", r" \2 \1"),
    (r"^(buy\s+)((?:[0-9]+\s+NAME\s*,\s*)*)(NAME)(?=\s*(?:,|$|if\b|unless\b|leaving\b))", r"\1\g<2>3 \3"),
    (r"^(buy\s+)([0-9]+)(\s+NAME\s*,\s*)(?=NAME\s*(?:,|$|if\b|unless\b|leaving\b))", r"\1\2\3\2 "),
    (r"\bbuy\s+(the\s+(?:cheapest|dearest|largest|smallest|survivor|chain)\b)", r"buy 3 \1"),
    (r"\b(buy\s+)((?:[0-9]+\s+)?)(?:the\s+)?(cheapest|dearest|largest|smallest)\b(?:\s+(?:chain|one))?", r"\g<1>\g<2>the \3 chain"),
    (r"\bbuy\s+the\s+(?=cheapest|dearest|largest|smallest)", "buy 3 the "),
    (r"\b(?:and\s+)?(?:keeping|leave|leaves|keep|saving|leaving\s+me|with)\s+(?:me\s+)?([0-9,$k.]+)(?:\s+(?:cash|left|dollars|in\s+cash))?\s*$", r"leaving \1"),
    (r"^(buy\s+[0-9]+\s+)(NAME)(\s+.*)?\s*(?:@|\bat\b|\bfor\b)\s*(?:(?:max|most|up\s+to|under|below)\s+)?([0-9]+)(?:\s+(?:or\s+less|each|max))?\s*$", r"\1\2\3 if price of \2 <= \4"),
    # --- mergers ---
    (rf"^(sell|keep|trade|exchange|swap|hold)\s+(?:my\s+|the\s+)?({_COUNT})\s+(?:of\s+)?(?:my\s+|the\s+)?(?:shares?\s+(?:of|in)\s+)?(NAME)(?:\s+(?:shares?|stocks?))?{_GUARD}", r"merger \3: \1 \2"),
    (rf"^(sell|keep|hold)\s+(?:my\s+)?(NAME)(?:\s+(?:shares?|stocks?))?{_GUARD}", r"merger \2: \1 all"),
    (rf"^(?:trade|exchange|swap)\s+(?:my\s+|all\s+)?(?:[0-9]+\s+)?(NAME)\s+(?:for|into|to|against)\s+(?:[0-9]+\s+)?(NAME){_GUARD}", r"merger \1 into \2: trade all"),
    (rf"^(?:trade|exchange|swap)\s+(?:my\s+|all\s+)?(NAME)(?:\s+(?:[0-9]\s*(?::|for|-for-|to|/)\s*[0-9]))?{_GUARD}", r"merger \1: trade all"),
    (rf"^((?:sell|keep|trade|exchange|swap|hold)\s+{_COUNT}\b.*)$", r"merger any: \1"),
    (rf"^(merger\s+NAME(?:\s+(?:into|in|to|with|by|and|->|>)\s+NAME)?){_GUARD}", r"\1: sell all"),
    (r"^(merger\s+NAME)\s+(?:in|to|with|by|and|->|=>|>)\s+(NAME)\s*(?=:|$|if\b|unless\b|,|trade|sell|keep)", r"\1 into \2"),
    (rf"(?<=[:,])\s*(?:exchange|swap)\s+(?={_COUNT})", " trade "),
    (r"\btrade\s+(?:2|two)\s*(?::|-?for-?|to|/)\s*(?:1|one)\b", "trade all"),
    (r"\b(trade|sell|keep|hold)\s+(?:the\s+)?(?:rest|remainder|remaining|others|leftovers?)\b(?:\s+shares?)?", r"\1 rest"),
    (r"\b(trade|sell|keep|hold)\s+(?:everything|them\s+all|all\s+of\s+(?:them|it)|it|them)\b", r"\1 all"),
    (r"(?<=[:,])\s*hold\s+", " keep "),
    (r"(?<=:)\s*(sell|keep|trade)(?=\s*(?:$|,|if\b|unless\b))", r" \1 all"),
    (r"^(merger\b[^:]*:.*?)\s*(?:;|\band\b|\bthen\b)\s*(?:then\s+)?(?=sell|keep|trade)", r"\1, "),
    (r"^(merger\b[^:]*:.*?[0-9a-z])\s+(?=(?:sell|keep|trade)\b)", r"\1, "),
    # --- how a condition begins ---
    (r"\b(?:when|whenever|provided(?:\s+that)?|as\s+long\s+as|only\s+if|in\s+case|assuming|while|once|where|iff|given|only\s+when)\b", "if"),
    (r"\b(?:except|but\s+not)\s+if\b", "unless"),
    (r"\bif\s+(?:and\s+only\s+)?if\b", "if"),
    (r"\bif\s+(?:it\s+is\s+true\s+that|there\s+is|it's)\s+", "if "),
    (r"\bif\s+is\s+(NAME)\s+(?=active|safe|founded)", r"if \1 is "),
    (r"\b(if|unless|and|or|not)\s+(?=(?:lead|hold|founded|merged|played|bought|sold|traded|kept|am|do\s+not|did\s+not)\b)", r"\1 I "),
    (r"\b(NAME)\s+(or|and)\s+(NAME)\s+((?:is|was|are|were)\s+(?:not\s+)?(?:active|safe|founded|taken\s+over))", lambda m: f"{m[1]} {_singular(m[4])} {m[2]} {m[3]} {_singular(m[4])}"),
    (r"\b(?:neither)\s+(NAME)\s+nor\s+(NAME)\s+(?:is|are)\s+(active|safe)", r"\1 is not \3 and \2 is not \3"),
    (r"\bboth\s+(?=NAME)", ""),
    (r"\b(NAME)\s+(?:is\s+)?(bigger|larger|greater|longer|smaller|shorter)\s+than\s+(NAME)(?=\s*(?:$|and\b|or\b|,))", lambda m: f"size of {m[1]} {_sign(m[2])} size of {m[3]}"),
    (r"\b(NAME)\s+(?:is\s+)?(more\s+expensive|dearer|cheaper)\s+than\s+(NAME)(?=\s*(?:$|and\b|or\b|,))", lambda m: f"price of {m[1]} {'<' if m[2] == 'cheaper' else '>'} price of {m[3]}"),
    # --- people ---
    (r"\b(?:no\s+one|no-one|noone|none)\b", "nobody"),
    (r"\b(?:anybody|someone|somebody|any\s+other\s+player|anyone\s+else|another\s+player)\b", "anyone"),
    (r"\b(NAME)\s+(?:has|have|had)\s+(?:already\s+|just\s+)?(?=(?:founded|merged|played|bought|sold|traded|kept|used|missed|left)\b)", r"\1 "),
    (r"\b(NAME)\s+was\s+(founded)\s+by\s+(NAME)", r"\3 \2 \1"),
    (r"\b(NAME)\s+(?:played|placed|plays|places|laid|lays)\s+(?:tile\s+)?(?=TILE)", r"\1 played "),
    (r"\b(NAME)\s+(?:buys|purchases|purchased|acquired)\b", r"\1 bought"),
    (r"\b(NAME)\s+(?:builds|built|creates|created|starts|started|forms|formed)\b", r"\1 founded"),
    (r"\b(I|me)\s+HAS\s+(?:the\s+)?(?:tile\s+)?(TILE)", r"I hold \2"),
    (r"\bTILE_IN_HAND\b", r"I hold \1"),
    (r"\b(?:I|me)\s+(?:HAS\s+)?(more|less|fewer)\s+(?:shares?\s+(?:of|in)\s+)?(NAME)\s+(?:shares?\s+)?than\s+(NAME)(?:'s|\s+(?:has|does))?", lambda m: f"my {m[2]} {_sign(m[1])} {m[3]}'s {m[2]}"),
    (r"\b(NAME)\s+(?:HAS\s+)?(more|less|fewer)\s+(?:shares?\s+(?:of|in)\s+)?(NAME)\s+(?:shares?\s+)?than\s+(?:me|i|my|mine|i\s+(?:do|have))\b", lambda m: f"{m[1]}'s {m[3]} {_sign(m[2])} my {m[3]}"),
    (r"\b(NAME)\s+(?:HAS\s+)?(more|less|fewer)\s+(?:shares?\s+(?:of|in)\s+)?(NAME)\s+(?:shares?\s+)?than\s+(NAME)", lambda m: f"{m[1]}'s {m[3]} {_sign(m[2])} {m[4]}'s {m[3]}"),
    (r"\b(NAME|I|me)\s+HAS\s+(?:(at\s+least|at\s+most|more\s+than|less\s+than|fewer\s+than|over|under|[<>]=?)\s+)?\$?([0-9,]+)\s+(?:or\s+more\s+)?(?:in\s+)?(?:cash|dollars|money|\$)", lambda m: f"{_whose(m[1])} cash {_sign(m[2])} {m[3]}"),
    (r"\b(NAME|I|me)\s+HAS\s+(?:(at\s+least|at\s+most|more\s+than|less\s+than|fewer\s+than|over|under|[<>]=?)\s+)?([0-9]+)\s+(?:or\s+more\s+)?(?:shares?\s+)?(?:of\s+|in\s+)?(NAME)(?:\s+shares?)?", lambda m: f"{_whose(m[1])} {m[4]} {_sign(m[2])} {m[3]}"),
    (r"\b(NAME|I|me)\s+HAS\s+(?:(at\s+least|at\s+most|more\s+than|less\s+than|over|under|[<>]=?)\s+)\$?([0-9,]+)\b(?!\s+[A-Z])", lambda m: f"{_whose(m[1])} cash {_sign(m[2])} {m[3]}"),
    (r"\b(?:I|me)\s+(?:HAS|am)\s+(?:the\s+)?(?:most|majority|lead|leader|leading|ahead|first)\s+(?:shares?\s+)?(?:of|in|for)?\s*(NAME)", r"I lead \1"),
    (r"\b(NAME)\s+(?:HAS|is)\s+(?:the\s+)?(?:most|majority|lead|leader|leading|ahead|first)\s+(?:shares?\s+)?(?:of|in|for)?\s*(NAME)", r"\1 leads \2"),
    (r"\bI\s+leads?\s+in\b", "I lead"),
    (r"\b(NAME)\s+leads?\s+in\b", r"\1 leads"),
    (r"\bI(?:'m|\s+am)\s+(?:winning|ahead|leading)\b", "my rank = 1"),
    (r"\bmy\s+(?:money|dollars)\b", "my cash"),
    (r"\bmy\s+(?:net\s+worth|worth|score|total|points|wealth|fortune)\b", "my value"),
    (r"\bmy\s+(?:position|standing|place)\b", "my rank"),
    (r"\bthe\s+(value|cash|rank|tiles)\s+of\s+(NAME)", r"\2's \1"),
    (r"\b(value|cash|rank)\s+of\s+(NAME)", r"\2's \1"),
    (r"\bmy\s+(?:shares?|stocks?|holdings?)\s+(?:of|in)\s+(NAME)", r"my \1"),
    (r"\b(NAME)'s\s+(?:shares?|stocks?|holdings?)\s+(?:of|in)\s+(NAME)", r"\1's \2"),
    (r"\b(my|'s)\s+(NAME)\s+(?:shares?|stocks?|holdings?)\b", r"\1 \2"),
    (r"\b(?:mine|me|i|i's)\s+(?=(?:cash|value|rank|tiles)\b)", "my "),
    # --- chains ---
    (r"\b(?:the\s+)?(size|price|bonus)\s+(?:(?:of|for|in|from|:)\s+)?(?:the\s+chain\s+)?(NAME)(?:'s)?", r"\1 of \2"),
    (r"\b(NAME)(?:'s|s')?\s+(?:is\s+(?:of\s+)?)?(size|price|bonus)\b", r"\2 of \1"),
    (r"\b(?:the\s+)?(?:cost|value)\s+of\s+(?=NAME\s+(?:<|>|=|is))", "price of "),
    (r"\b(NAME)'s\s+cost\b", r"price of \1"),
    (r"\blength\s+of\b", "size of"),
    (r"\b(NAME)\s+(?:has|is)\s+(?:(at\s+least|at\s+most|more\s+than|less\s+than|fewer\s+than|over|under|[<>]=?)\s+)?([0-9]+)\s+(?:tiles|squares|long|big)(?:\s+(?:or\s+more|long))?", lambda m: f"size of {m[1]} {_sign(m[2])} {m[3]}"),
    (r"\b(NAME)\s+(?:costs?|is\s+at|stands\s+at)\s+(?:(at\s+least|at\s+most|more\s+than|less\s+than|over|under|[<>]=?)\s+)?\$?([0-9]+)", lambda m: f"price of {m[1]} {_sign(m[2], '=')} {m[3]}"),
    (r"\b(?:the\s+)?bank\s+(?:has|holds)\s+(?:(at\s+least|at\s+most|more\s+than|less\s+than|over|under|[<>]=?)\s+)?([0-9]+)\s+(NAME)", lambda m: f"bank's {m[3]} {_sign(m[1])} {m[2]}"),
    (r"\b(?:the\s+)?banks?\s+(?:of\s+)?(?=NAME)", "bank's "),
    (r"\b(NAME)\s+(?:shares?\s+)?(?:left\s+)?in\s+(?:the\s+)?bank\b", r"bank's \1"),
    (r"\bshares\s+(?:left\s+)?(?:of|in)\s+(NAME)(?:\s+left)?", r"bank's \1"),
    (r"\b(NAME)\s+(?:is\s+|are\s+)?(?:n't|not)\s+(?:on\s+(?:the\s+)?board|in\s+play|there|alive)\b", r"\1 is not active"),
    (r"\b(NAME)\s+(?:doesn't|does\s+not)\s+exist\b", r"\1 is not active"),
    (r"\b(NAME)\s+(?:is\s+)?(?:inactive|dead|gone|off\s+the\s+board|free|unfounded)\b", r"\1 is not active"),
    (r"\b(NAME)\s+is\s+(?:unsafe|insecure)\b", r"\1 is not safe"),
    (r"\b(NAME)\s+(?:is\s+(?:on\s+(?:the\s+)?board|in\s+play|alive|there|up|open|founded\s+already)|exists)\b", r"\1 is active"),
    (r"\b(NAME)\s+(?:is|was|were|gets|got|has\s+been)\s+(?:merged|swallowed|acquired|eaten|bought\s+up)\s+(?:into|by|in)\s+(NAME)", r"\1 was taken over by \2"),
    (r"\b(NAME)\s+(?:is|was|were|gets|got|has\s+been)\s+(?:merged|swallowed|acquired|eaten|defunct)\b", r"\1 was taken over"),
    (r"\b(NAME)\s+(?:has\s+been|is)\s+(founded|taken\s+over)\b", r"\1 was \2"),
    (r"\b(NAME)\s+(?:is\s+)?taken\s+over\b", r"\1 was taken over"),
    (r"\b(TILE)\s+(?:is\s+)?(?:on|in)\s+(?:the\s+)?board\b", r"\1 is on the board"),
    (r"\b(TILE)\s+(?:is|was|has\s+been)\s+(?:played|placed|laid)\s+by\s+(NAME)", r"\2 played \1"),
    (r"\b(TILE)\s+(?:is|was|has\s+been)\s+(?:played|placed|laid|taken)\b", r"\1 is on the board"),
    (r"\b(?:the\s+)?game\s+(?:can|could|may)\s+(?:be\s+)?(?:end|ended|over|finish|finished)\b", "the game can end"),
    (r"\b(?:the\s+)?end\s+(?:is|was|has\s+been)\s+(?:announced|declared|called)\b", "the end is announced"),
    (r"\b(?:there\s+are\s+)?(?:(less\s+than|fewer\s+than|more\s+than|at\s+least|at\s+most|[<>]=?)\s+)([0-9]+)\s+tiles\s+(?:left|remaining|remain)\b", lambda m: f"tiles left {_sign(m[1])} {m[2]}"),
    (r"\b(?:tiles\s+remaining|remaining\s+tiles)\b", "tiles left"),
    (r"\bthat\s+(?:found|create|creates|starts|forms)\b", "that founds"),
    (r"\bthat\s+(?:grow|extend|extends|enlarges)\b", "that grows"),
    (r"\bthat\s+merge\b", "that merges"),
    (r"\bany\s+(?=(?:founds|grows|merges|stands)\b)", "any that "),
    (r"\bany\s+tiles?\b", "any"),
    # --- comparisons ---
    (r"\b(?:is\s+)?between\s+([0-9]+)\s+and\s+([0-9]+)", r">= \1 and <= \2"),
    (r"((?:(?:size|price|bonus)\s+of|my|\w+'s)\s+\w+)\s*((?:[<>]=?|=)\s*[0-9]+)\s+(and|or)\s+((?:[<>]=?|=)\s*[0-9]+)", r"\1 \2 \3 \1 \4"),
    (r"\b(is|was)\s+(?:higher|greater|bigger|larger|better|richer)\s+than\b", r"is more than"),
    (r"\bis\s+(?:lower|smaller|fewer|worse|cheaper)\s+than\b", "is less than"),
    (r"(?<!\bis)(?<!\bnot)\s+(?:is\s+)?(more|less|greater|higher|bigger|larger|smaller|lower|fewer)\s+(?:or\s+equal\s+)?than\s+(?=[0-9$]|my|\w+'s|size|price)", lambda m: f" {_sign(m[1])} "),
    (r"\b(?:is\s+)?(?:over|above|exceeds)\s+(?=[0-9$]|my|\w+'s)", "> "),
    (r"\b(?:is\s+)?(?:under|below)\s+(?=[0-9$]|my|\w+'s)", "< "),
    (r"(?:\bis\s+)?\bat\s+least\b", ">="),
    (r"(?:\bis\s+)?\bat\s+most\b", "<="),
    (r"(?:\bis\s+)?\bequals?(?:\s+to)?\b", "="),
    (r"([0-9]+)\s+or\s+(?:more|higher|above)\b", r">= \1"),
    (r"([0-9]+)\s+or\s+(?:less|lower|fewer|below)\b", r"<= \1"),
    (r"(?:is\s+|=\s*|has\s+)?(>=|<=)\s*\1", r"\1"),
    (r"\bis\s+(?=[<>=]=?\s)", ""),
    (r"\b(if|unless|and|or|not)\s+(NAME)\s+(?=(?:[<>]=?|=)\s*[0-9])", r"\1 size of \2 "),
    (r"^(buy\s+[0-9]+\s+)(NAME)((?:\s*,[^,]*)*\s+(?:if|unless)\s+)(?:the\s+)?(price|size)\s*(?=[<>=]|is\b)", r"\1\2\3\4 of \2 "),
    (r"^(buy\s+[0-9]+\s+)(NAME)(\s+(?:if|unless)\s+)(?=[<>]=?\s*[0-9])", r"\1\2\3price of \2 "),
    (r"^(tile\s+)(TILE)(\s+(?:if|unless)\s+)(?:it\s+)?(?=founds|grows|merges|stands)", r"\1\2\3\2 "),
)  # fmt: skip


def _sign(words: str | None, without: str = ">=") -> str:
    """The sign of a comparison in words; what stands there without any is meant as `at least`."""
    plain = " ".join((words or "").lower().split())
    if plain.startswith(("more", "over", "greater", "higher", "bigger", "larger", "longer")):
        return ">"
    if plain.startswith(("less", "fewer", "under", "lower", "smaller", "shorter")):
        return "<"
    return {"at least": ">=", "at most": "<="}.get(plain, plain or without)


def _singular(words: str) -> str:
    return re.sub(
        r"\bare\b", "is", re.sub(r"\bwere\b", "was", words, flags=re.IGNORECASE), flags=re.IGNORECASE
    )


def _whose(who: str) -> str:
    return "my" if who.lower() in {"i", "me"} else f"{who}'s"


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], Replacement], ...]:
    return tuple(
        (
            re.compile(
                pattern.replace("NAME", _NAME)
                .replace("LEAD_IN", _LEAD_IN)
                .replace("TILE_IN_HAND", rf"({_TILE})\s+is\s+in\s+my\s+hand")
                .replace("TILE", _TILE)
                .replace("NUMBERS", "|".join(NUMBER_WORDS))
                .replace("HAS", _HAS),
                re.IGNORECASE,
            ),
            replacement,
        )
        for pattern, replacement in _RULES
    )


def reword(text: str) -> str:
    """A statement in the words of the language, as far as the rules go; the same text where none fits."""
    if len(text) > _LONGEST:
        return text
    reworded = " ".join(text.split())
    for pattern, replacement in _compiled():
        reworded = pattern.sub(replacement, reworded)
    return " ".join(reworded.split())
