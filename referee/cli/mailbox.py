"""`mail`: what the referee does by hand about mails that came, and letters that have not arrived."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli.app import reading, settings_with_mail, writing
from referee.cli.happenings import taken_line
from referee.cli.options import AsJson, Database
from referee.cli.screen import note_done, say, say_json, say_notice, say_table
from referee.cli.sending import say_standstill
from referee.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.mail.office import Office
    from referee.service.show_mail import MailLine

Number = Annotated[int, typer.Argument(metavar="ID", help="The mail's number.", show_default=False)]
LetterNumber = Annotated[int, typer.Argument(metavar="ID", help="The letter's number.", show_default=False)]

MOST_DAYS: Final = 36_500
"""Of mails that old no calendar is asked: a hundred years."""

box = typer.Typer(
    help="The mails that came, those that are held, and the letters that wait.", no_args_is_help=True
)


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.add_typer(box, name="mail")


@box.command("list")
def list_mails(context: typer.Context, as_json: AsJson = False, db: Database = None) -> None:
    """Show the latest mails and what came of them."""
    from referee.service.show_mail import mails

    with reading(context, db) as work:
        found = mails(work)
    _show(found, as_json=as_json, none="No mail has come yet.")


@box.command("held")
def held(context: typer.Context, as_json: AsJson = False, db: Database = None) -> None:
    """Show the mails that are held until you say what is to be done."""
    from referee.service.show_mail import mails

    with reading(context, db) as work:
        found = mails(work, held=True)
    _show(found, as_json=as_json, none="No mail is held.")
    if found and not as_json:
        say_notice(
            f"To read one: referee mail show {found[0].key}; to file it: accept; to drop it: refuse; "
            "to read it anew: again."
        )


@box.command("show")
def show(
    context: typer.Context,
    number: Number,
    raw: Annotated[bool, typer.Option("--raw", help="Byte by byte, as it came.")] = False,
    db: Database = None,
) -> None:
    """Print a mail: what came of it, its header, and its text."""
    from referee.cli.screen import say_bytes
    from referee.service.show_mail import mail_shown

    with reading(context, db) as work:
        found = mail_shown(work, number)
    if found.raw is None:
        raise UserError(f"The text of mail {number} has been forgotten. What is known: referee mail list")
    if raw:
        say_bytes(found.raw)
        return
    line = found.line
    say(
        f"Mail {line.key}, received {line.received}: {line.outcome}{f' ({line.reason})' if line.reason else ''}"
    )
    for name, value in found.header:
        say(f"{name}: {value}")
    say()
    say(found.text.rstrip("\n"))


@box.command("accept")
def accept(
    context: typer.Context,
    number: Number,
    handle: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="HANDLE", help="Whose mail it is, if not who it says.", show_default=False
        ),
    ] = None,
    db: Database = None,
) -> None:
    """File a held mail as its sender's: you vouch that he wrote it."""
    from referee.service.held_mail import held_mail, take_in_trust

    office = _office(context, db)
    with writing(context, db, posts=True) as work:
        taken = take_in_trust(work, held_mail(work, number), office, handle)
    note_done(f"mail {number} is accepted")
    say(taken_line(taken))


@box.command("refuse")
def refuse(context: typer.Context, number: Number, db: Database = None) -> None:
    """Drop a held mail: nothing of it is filed, and nobody is told."""
    from referee.service.held_mail import refuse_held

    with writing(context, db) as work:
        refuse_held(work, number)
    note_done(f"mail {number} is refused")
    say(f"Mail {number} is refused; nothing of it was filed.")


@box.command("again")
def again(context: typer.Context, number: Number, db: Database = None) -> None:
    """Read a held mail anew: what kept it may have been mended."""
    from referee.service.held_mail import read_anew

    office = _office(context, db)
    with writing(context, db, posts=True) as work:
        taken = read_anew(work, number, office)
    note_done(f"mail {number} is read anew")
    say(taken_line(taken))


@box.command("queue")
def queue(context: typer.Context, as_json: AsJson = False, db: Database = None) -> None:
    """Show the letters that have not gone out, and those that were given up."""
    from referee.service.letters_by_hand import letters
    from referee.service.post_hold import held as held_back
    from referee.service.post_queue import standstill

    with reading(context, db) as work:
        found, stands, kept = letters(work), standstill(work.unit), held_back(work.unit)
    if as_json:
        say_json([asdict(one) for one in found])
        return
    if kept is not None:
        say_notice(kept.in_words())
    if not found:
        say("No letter waits.")
        return
    say_table(
        ("id", "written", "what", "to", "state", "next try", "what was said"),
        [(str(one.key), one.made, one.kind, one.to, one.state, one.due, one.said) for one in found],
    )
    if stands is not None and kept is None:
        say_standstill(stands)


@box.command("letter")
def letter(context: typer.Context, number: LetterNumber, db: Database = None) -> None:
    """Print a letter as its recipient reads it: how far it is, its header, and its text."""
    from referee.service.letters_by_hand import letter_shown

    with reading(context, db) as work:
        found = letter_shown(work, number)
    line = found.line
    say(
        f"Letter {line.key} ({line.kind}), written {line.made}: {line.state}{f' ({line.said})' if line.said else ''}"
    )
    for name, value in found.header:
        say(f"{name}: {value}")
    say()
    say(found.text.rstrip("\n"))


@box.command("release")
def release(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="What waits goes out.")] = False,
    nothing: Annotated[
        bool, typer.Option("--none", help="What the backup had never goes out; what was written since does.")
    ] = False,
    db: Database = None,
) -> None:
    """Let the mail go out again that is held since a backup was restored."""
    from referee.service.post_hold import release as let_go

    if everything == nothing:
        raise UserError("Say which: --all, or --none. What waits: referee mail queue")
    with writing(context, db) as work:
        done = let_go(work, "all" if everything else "none")
    note_done("mail goes out again")
    fate = "sent with the next `referee send`" if everything else "given up"
    say(f"Mail goes out again. Letters that the backup had, {fate}: {done.letters}.")


@box.command("resend")
def resend(context: typer.Context, number: LetterNumber, db: Database = None) -> None:
    """Try a letter once more that has not arrived, at its recipient's present address."""
    from referee.service.letters_by_hand import send_again

    with writing(context, db, posts=True) as work:
        found, is_elsewhere = send_again(work, number)
    note_done(f"letter {number} waits to be sent")
    say(
        f"The {found.kind} to {found.to} is sent again with the next `referee send`"
        f"{', to the address that is known now' if is_elsewhere else ''}."
    )


@box.command("drop")
def drop(context: typer.Context, number: LetterNumber, db: Database = None) -> None:
    """Never send a letter that waits, or was given up; it is not spoken of any more."""
    from referee.service.letters_by_hand import drop_letter

    with writing(context, db) as work:
        found = drop_letter(work, number)
    note_done(f"letter {number} is dropped")
    was = "was given up" if found.state == "failed" else "waited"
    say(f"The {found.kind} to {found.to}, written {found.made}, {was}; it is dropped, and never sent.")


@box.command("purge")
def purge(
    context: typer.Context,
    days: Annotated[
        int | None,
        typer.Option(
            min=0, max=MOST_DAYS, metavar="DAYS", help="Else keep_days of referee.toml.", show_default=False
        ),
    ] = None,
    db: Database = None,
) -> None:
    """Forget the words of mails and letters that are older than some days; `serve` does it every day."""
    from referee.clock import SystemClock
    from referee.service.purge_mail import purge_old

    settings = settings_with_mail(context, db)
    if days is None and settings.mail is None:
        raise UserError("There is no [mail] in referee.toml. Say how many days are kept: --days 90")
    kept = days if days is not None or settings.mail is None else settings.mail.keep_days
    done = purge_old(settings.db, SystemClock(), kept or 0, whole=True)
    note_done("old mail is forgotten")
    say(f"Forgotten: the words of {_counted(done.mails, 'mail')} and {_counted(done.letters, 'letter')}.")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _office(context: typer.Context, db: str | None) -> Office:
    mail = settings_with_mail(context, db).mail
    if mail is None:
        raise UserError(
            "There is no [mail] in referee.toml: whose mail it is cannot be told. Set mail up first."
        )
    return mail.office


def _show(found: Sequence[MailLine], *, as_json: bool, none: str) -> None:
    if as_json:
        say_json([asdict(one) for one in found])
    elif not found:
        say(none)
    else:
        say_table(
            ("id", "received", "from", "game", "came of it", "why"),
            [(str(one.key), one.received, one.who, one.game, one.outcome, one.reason) for one in found],
        )
