"""What the referee does, one file a use case: gather, decide, apply.

A use case works on a unit of work that its caller opened (`transactions`) and that is committed as a whole or not at
all. Whatever is refused is a `UserError`, raised before anything is appended.

The way of a mail, from its arrival to the report:

- `receive_mail` stores what comes in, whichever way it came; nothing is read yet. `fetch_mail` looks for
  it where it lies in a mailbox.
- `take_mail` reads the mails in order of receipt, each in one transaction with all that comes of it. What a mail is
  the room `mail` decides, which asks the house through `mail_world`.
- `mail_outcomes` does what was decided. `mail_orders` files orders: `mail_place` tells for which game and seat,
  `mail_requests` what else was asked for, `mail_answers` writes the answer. `address_changes` asks both addresses.
  What cannot be believed waits for the referee's word (`held_mail`), and may be overtaken meanwhile (`held_orders`).
- `with_mail_read` reads all that has come, then `resolve_round` resolves the round; `publish` renders its reports,
  `publish_press` the press that waited for it, and `post_reports` posts them to who holds the seats, which `seating`
  knows. Or `hold_round` holds it, for the referee to see first, and `release_due` releases it in time.
- `letters` puts everything that is told to anybody into the outbox, in the transaction of what it tells.
- `send_mail` hands it over: `post_schedule` says when again, `post_queue` when nothing goes at all.
- `serve` does all of it day and night.
"""
