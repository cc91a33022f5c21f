"""Mail: from the bytes that arrive to what they mean, and from what is told to the bytes that go out.

What reads a mail is pure: `intake` turns bytes into a verdict and asks the rest of the house through `World`. Only
`smtp` and the sources (`lmtp`, `maildir`, `imap`) talk to servers; none of it knows a database.
"""
