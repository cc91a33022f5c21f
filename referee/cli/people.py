"""`player`: whom the referee knows, where mail for them goes, and what they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from referee.cli.app import erasing, reading, writing
from referee.cli.options import AsJson, Database
from referee.cli.screen import listed, note_done, say, say_json, say_notice, say_table, say_warning
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.service.people import PersonDone, PersonForgotten, PersonLine
    from referee.service.seating import Placed

people = typer.Typer(
    help="The people whom you know: where mail for them goes, and what they play.", no_args_is_help=True
)

Handle: TypeAlias = Annotated[
    str, typer.Argument(metavar="HANDLE", help="How orders and reports call the player.", show_default=False)
]
Seats: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="GAME[:SEAT]",
        help="The seat is held by this person; that of the same handle, if none is said. May be repeated.",
        show_default=False,
    ),
]


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.add_typer(people, name="player")


@people.command("add")
def add(
    context: typer.Context,
    handle: Handle,
    mail: Annotated[
        str, typer.Option("--mail", metavar="ADDRESS", help="Where mail goes.", show_default=False)
    ],
    name: Annotated[
        str, typer.Option(metavar="NAME", help='The name, as in "Ann Archer".', show_default=False)
    ] = "",
    seats: Seats = None,
    db: Database = None,
) -> None:
    """Register somebody, and print the key with which orders can be signed: this once."""
    from referee.service.people import NewPerson, register

    with writing(context, db, create=True, posts=True) as work:
        done = register(work, NewPerson(handle, (mail,), name, tuple(seats or ())))
    note_done(f"{done.person.handle} is registered")
    say_notice(f"{done.person.handle} is registered: {_called(done)}.", bold=True)
    _show_places(done)
    _show_key(done)


@people.command("list")
def list_all(context: typer.Context, as_json: AsJson = False, db: Database = None) -> None:
    """Show everybody: handle, name, addresses, seats, and what is wrong."""
    from referee.service.people import list_people

    with reading(context, db) as work:
        found = list_people(work)
    if as_json:
        say_json([asdict(one) for one in found])
    elif not found:
        say("Nobody is registered yet: referee player add HANDLE --mail ADDRESS")
    else:
        troubled = ("trouble",) if any(_trouble(one) for one in found) else ()
        say_table(
            ("handle", "name", "mail", "plays", *troubled),
            [
                (
                    one.handle,
                    one.name,
                    ", ".join(one.addresses),
                    ", ".join(_place(place) for place in one.seats),
                    *([_trouble(one)] if troubled else []),
                )
                for one in found
            ],
        )


@people.command("edit")
def edit(
    context: typer.Context,
    handle: Handle,
    new_handle: Annotated[
        str | None,
        typer.Option(
            "--handle", metavar="NEW", help="Another handle; that of seats stays.", show_default=False
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another name; '' for none.", show_default=False)
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            "--mail",
            metavar="ADDRESS",
            help="In the place of the address to which mail goes.",
            show_default=False,
        ),
    ] = None,
    also_mail: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="One more from which mail may come. May be repeated.",
            show_default=False,
        ),
    ] = None,
    drop_mail: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="One address less. May be repeated.", show_default=False),
    ] = None,
    seats: Seats = None,
    unseat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="Nobody is known any more to hold the seat there. May be repeated.",
            show_default=False,
        ),
    ] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make and print a new key; the old one is void.")
    ] = False,
    db: Database = None,
) -> None:
    """Change what is known of somebody."""
    from referee.service.people import PersonEdit, change_person

    wanted = PersonEdit(
        handle=new_handle,
        name=name,
        mail=mail,
        also_mail=tuple(also_mail or ()),
        drop_mail=tuple(drop_mail or ()),
        seats=tuple(seats or ()),
        unseat=tuple(unseat or ()),
        new_key=new_key,
    )
    if not wanted:
        raise UserError(
            f"Say what is to be different: referee player edit {handle} --mail ADDRESS, for instance."
        )
    with writing(context, db, posts=True) as work:
        done = change_person(work, handle, wanted)
    note_done(f"{done.person.handle} is changed")
    say_notice(f"{done.person.handle} is {_called(done)}.", bold=True)
    for place in done.unseated:
        say_notice(f"Nobody is registered for {place.handle} of {place.game} any more.")
    _show_places(done)
    _show_key(done)


@people.command("forget")
def forget(context: typer.Context, handle: Handle, db: Database = None) -> None:
    """Delete all that is known of somebody, and what that person wrote; the games stay as they are."""
    from referee.service.people import forget_person

    with erasing(context, db) as work:
        done = forget_person(work, handle)
    note_done(f"{done.handle} is forgotten")
    _show_forgotten(done)


def _called(done: PersonDone) -> str:
    """`Ann Archer, ann@players.example`."""
    return ", ".join(dict.fromkeys((done.person.name, *done.person.addresses)))


def _place(place: Placed) -> str:
    """`quay`, or `quay:ben` where the handle is said."""
    return f"{place.game}:{place.handle}"


def _show_places(done: PersonDone) -> None:
    for place in done.seated:
        say_notice(f"{done.person.handle} plays {place.handle} in {place.game}.")
    if done.is_told:
        say_notice(f"The latest report is on its way to {done.person.addresses[0]} (referee send).")


def _show_key(done: PersonDone) -> None:
    if done.key is not None:
        say_notice(f"The key, which is shown only now: {done.key}")
        say_notice(f"Orders with the line `key {done.key}` are taken from any address.")


def _trouble(one: PersonLine) -> str:
    bounced = [f"{address} bounced {count} times" for address, count in one.bounces.items()]
    return "; ".join((*bounced, *one.troubles)).replace("bounced 1 times", "bounced once")


def _show_forgotten(done: PersonForgotten) -> None:
    say_notice(f"{done.handle} is forgotten.", bold=True)
    what = (
        _counted(done.seats, "seat"),
        _counted(done.mails, "mail"),
        _counted(done.letters, "letter"),
        _counted(done.press, "press statement"),
    )
    say_notice(
        f"Deleted with name and addresses: what was kept of {listed(what)}. The logs stay as they are."
    )
    for place in done.places:
        say_notice(
            f"Nobody gets mail for {place.handle} of {place.game} any more. Who holds it now: referee seat "
            f"{place.game} {place.handle} --to PERSON; or nobody: --left"
        )
    if done.left:
        say_warning(
            f"{_counted(done.left, 'mail')} of others that wait or are held have the address in them; they go when "
            "they are done with and old (referee mail purge)."
        )
    _show_troubles(done.troubles)


def _show_troubles(troubles: Sequence[str]) -> None:
    for trouble in troubles:
        say_warning(f"what was written there could not be looked for: {trouble}")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
