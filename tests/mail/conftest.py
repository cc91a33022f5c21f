"""Real mail servers for the tests that want them."""

from __future__ import annotations

import contextlib

import mail_servers as servers
import pytest


@pytest.fixture
def mail_servers():
    """Start a Postfix and a Dovecot for this test: `mail_servers(route, …)`, see `MailServers`."""
    servers.require()
    with contextlib.ExitStack() as running:
        yield lambda *route, **other: running.enter_context(servers.MailServers(*route, **other))
