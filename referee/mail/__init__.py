"""Mail: from the bytes that arrive to what they mean, and from what is told to the bytes that go out.

In: `lmtp`, `maildir` and `imap` bring mails (`sources` is what they have in common) with their `envelope`. `message`
reads one within limits, and `intake` makes a `verdict` of it, asking the rest of the house through `world`:

- is it from a machine, or a letter that came back? `machines`, `bounces`
- to which of our addresses did it go, and what do these prove? `recipients`, `tokens`
- who wrote it? `authenticate`, with `addresses` and `authres`
- what did he write? `body`: of the `parts`, whose bytes `charset` reads and whose lines `flowed` and `html_text` put
  together, what `quoting` (with `attributions`, `footers`, `armour`) leaves as his own, and `order_lines` as orders

Out: `compose` makes a letter's bytes for an `office`, with addresses as `wire` writes them; `smtp` hands it over.

What reads and writes a mail is pure. Only `lmtp`, `maildir`, `imap`, `sources`, `smtp` and `probe`, which asks
servers whether they would do what we want of them, talk to anybody; none of it knows a database.
"""
