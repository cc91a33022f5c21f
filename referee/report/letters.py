"""The texts of letters that are no reports: one template each, values in, text out.

No line of them can be taken for an order when it comes back quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.report.layout import fold_words, kept, tidy
from referee.report.press import lines_of
from referee.report.templates import environment


@dataclass(frozen=True, slots=True)
class OwnState:
    """What a player is told of a game that he asks about: `canonical` is what is in force for him, "" if nothing is.

    `plays` are the open round's in order, none where the game is over (`ended` says why).
    """

    game: str
    handle: str
    round: int | None
    plays: tuple[str, ...]
    deadline: str | None
    canonical: str
    ready: bool
    misses: int
    ended: str | None


def refusal_text(about: str, why: str, form: str = "") -> str:
    """Nothing was filed: for whom (`harbour, round 5, alice`, or ""), why, and the form to write it again."""
    return _text("mail_refused", about=about, why=why, form=form)


def help_text(address: str, form: str) -> str:
    """How to write to us; `form` is that of the open round, "" where there is none."""
    return _text("mail_help", address=address, form=form)


def state_text(games: Sequence[OwnState]) -> str:
    """How things stand for a player in his games."""
    return _text("mail_status", games=games)


def forged_text(name: str, claimed: str, received: str, *, is_held: bool) -> str:
    """To somebody in whose name a mail came that nothing proves; `received` is when, `is_held` if it is looked at."""
    return _text("mail_unproven", name=name, claimed=claimed, received=received, is_held=is_held)


def stranger_text(address: str) -> str:
    """To somebody whom nobody knows."""
    return _text("mail_stranger", address=address)


def address_question_text(name: str, old: str, new: str, *, to_new: bool) -> str:
    """Whether mail shall go to another address; asked at both."""
    return _text("mail_address_question", name=name, old=old, new=new, to_new=to_new)


def address_news_text(name: str, what: str) -> str:
    """What has become of a wish for another address, as sentences."""
    return _text("mail_address_news", name=name, what=what)


def press_refused_text(game: str, words: str, why: str) -> str:
    """To somebody whose press the referee does not publish."""
    return _text("mail_press_refused", game=game, lines=tuple(lines_of(words)), why=tuple(lines_of(why)))


def referee_text(what: str, details: Sequence[tuple[str, str]], commands: Sequence[str]) -> str:
    """To the referee: what happened, the facts one by one, and what can be typed."""
    return _text("mail_to_referee", what=what, details=details, commands=commands)


def paragraphs(sentences: Iterable[str]) -> str:
    """What is said beside, a paragraph each."""
    return "".join(f"{fold_words(one)}\n" for one in sentences)


def on_one_line(words: str) -> str:
    """Words that no line may end between, as `game harbour`, for a text that is folded later."""
    return kept(words)


def _text(template: str, **facts: Any) -> str:  # noqa: ANN401  # whatever that template shows
    return tidy(environment().get_template(f"{template}.txt.j2").render(**facts))
