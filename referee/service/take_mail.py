"""Reading the mails that lie in the inbox, in order of receipt, each in one transaction with all that comes of it.

Whatever happens between two of them, or in the middle of one: what was not committed is done again, from the bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.clock import Clock
from referee.db.failures import StoreError, UnfitError
from referee.db.inbox import Arrived, first_waiting, mail_in, mark, purge_mail
from referee.db.store import Store, open_store
from referee.errors import UserError
from referee.mail.envelope import Envelope
from referee.mail.intake import judge
from referee.mail.message import Mail, parse
from referee.mail.office import Office
from referee.mail.verdict import Verdict
from referee.service.game_log import Work
from referee.service.letters import tell_referee
from referee.service.mail_outcomes import carried_out
from referee.service.mail_world import House
from referee.service.transactions import writing_in


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a mail: `outcome` and `reason` as its row in the inbox has them, `filed` what became of orders.

    `draft_gone` is the round that was held, and is not any more because of it.
    """

    key: int
    outcome: str
    reason: str
    game: str | None = None
    handle: str | None = None
    filed: str | None = None
    draft_gone: int | None = None


def take_waiting(database: str, office: Office, clock: Clock, *, most: int | None = None) -> Iterator[Taken]:
    """Take all mails that wait, or `most` of them, one transaction each.

    A mail over which the program stumbles is held for the referee, so that it does not keep back the others. Raises
    StoreError where the database cannot be written: then all that has not been taken waits.
    """
    done = 0
    with open_store(database) as store:
        while most is None or done < most:
            taken = _take_first(store, office, clock)
            if taken is None:
                return
            done += 1
            yield taken


def _take_first(store: Store, office: Office, clock: Clock) -> Taken | None:
    key: int | None = None
    try:
        with writing_in(store, clock, office) as work:
            arrived = first_waiting(work.unit)
            if arrived is None:
                return None
            key = arrived.key
            return _with_draft_gone(work, take(work, arrived, office))
    except Exception as fault:  # whatever it is, it must not keep back the mails behind this one
        if key is None or (isinstance(fault, StoreError) and not isinstance(fault, UnfitError)):
            raise
        return _set_aside(store, office, clock, key, fault)


def _with_draft_gone(work: Work, taken: Taken) -> Taken:
    """What came of a mail; where it threw a draft away, the referee, who waits for nothing any more, is told."""
    if not work.drafts_gone:
        return taken
    ((game, number),) = work.drafts_gone  # a mail is about one game
    tell_referee(
        work,
        ("draft gone", game, str(number), str(taken.key)),
        f"the draft of round {number} of {game} was thrown away",
        f"Mail {taken.key} of {taken.handle} in {game} changed what happens in round {number}, which was held. Its "
        "draft was thrown away; the round is open as before.",
        (),
        (f"referee status {game}", f"referee resolve {game} --hold"),
    )
    return replace(taken, draft_gone=number)


def take(work: Work, arrived: Arrived, office: Office) -> Taken:
    """Read one mail and carry out what it says, in the caller's transaction."""
    # gather
    house = House(work, arrived, office.identity)
    mail = parse(arrived.raw or b"")
    # decide
    verdict = judge(mail, Envelope(arrived.sender, arrived.recipients), house)
    # apply
    return carry_out(work, arrived, mail, verdict)


def carry_out(work: Work, arrived: Arrived, mail: Mail, verdict: Verdict) -> Taken:
    """Do what a verdict on a mail says, and mark the mail with it."""
    outcome = carried_out(work, arrived, mail, verdict)
    sender = verdict.sender
    mark(
        work.unit,
        replace(
            arrived,
            outcome=outcome.outcome,
            reason=outcome.reason,
            message_id=mail.message_id,
            content=mail.content,
            person=None if sender is None else sender.person,
            proof=None if sender is None else sender.proof,
            game=outcome.game,
            handle=outcome.handle,
            round=outcome.round,
            done=work.at,
        ),
    )
    if outcome.is_nothing_to_keep:
        purge_mail(work.unit, arrived.key)
    return Taken(arrived.key, outcome.outcome, outcome.reason, outcome.game, outcome.handle, outcome.filed)


def _set_aside(store: Store, office: Office, clock: Clock, key: int, fault: Exception) -> Taken:
    """Hold a mail that cannot be taken because of a fault of the program, or of a game that is damaged."""
    is_ours = not isinstance(fault, UserError) or isinstance(fault, UnfitError)
    said = f"a fault of the program: {type(fault).__name__}" if is_ours else str(fault)
    with writing_in(store, clock, office) as work:
        arrived = mail_in(work.unit, key)
        if arrived is not None and arrived.outcome is None:
            mark(work.unit, replace(arrived, outcome="held", reason=said, done=work.at))
            tell_referee(
                work,
                ("fault", str(key)),
                f"mail {key} could not be read",
                f"Mail {key} could not be read, and is held: {said}. Nothing of it was filed. When the cause is "
                "mended, it can be read again.",
                (),
                (f"referee mail again {key}",),
            )
    return Taken(key, "held", said)
