"""What an address is, several rooms ask: who is registered can be written to, and is known again by his From line."""

from hypothesis import assume, example, given
from hypothesis import strategies as st

from referee.db.addresses import address_key, plain_address
from referee.mail.addresses import domain_key, only_mailbox, same_address
from referee.mail.wire import wire_address

LOCALS = st.from_regex(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,20}", fullmatch=True)
LABELS = st.one_of(
    st.from_regex(r"[A-Za-z0-9-]{1,12}", fullmatch=True),
    st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8),
)
SAID = st.builds(
    lambda local, labels: f"{local}@{'.'.join(labels)}", LOCALS, st.lists(LABELS, min_size=1, max_size=4)
)


@given(said=SAID)
@example(said="o'brien+games@players.example")
@example(said="ann@BÜCHER.example")
@example(said="ann@straße.example")
def test_whoever_is_registered_can_be_written_to_and_is_found_by_his_from_line(said):
    address = plain_address(said)
    assume(address is not None)
    assert wire_address(address) == address
    for header in (address, f"Ann <{address}>", f'"Archer, Ann" <{address.upper()}>'):
        mailbox = only_mailbox(header)
        assert mailbox is not None
        assert address_key(mailbox.address) == address_key(address)
        assert same_address(mailbox.address, address)


@given(said=SAID)
@example(said="ann@BÜCHER.example")
@example(said="ann@straße.example")
def test_an_address_is_the_same_to_the_store_and_to_the_mail_however_its_domain_is_spelt(said):
    address = plain_address(said)
    assume(address is not None)
    domain = said.rpartition("@")[2]
    assert address_key(said) == address_key(address)
    assert domain_key(domain) == domain_key(address.rpartition("@")[2])
    assert same_address(said, address)
