"""Servers that run already: what their URLs mean, and where load may go."""

import pytest

from fairlap.adhoc.sides import QUESTION
from fairlap.adhoc.urls import foreign, is_secure, running_of
from fairlap.catalog import Address, Asked, Expect, Request, Scenario
from fairlap.errors import UsageError

LOCAL = "http://127.0.0.1:8001"


def test_a_url_is_an_address_and_the_beginning_of_the_path() -> None:
    one, other = running_of((LOCAL, "next=http://localhost:8002/v2/"), "/health?x=1", (), None)
    assert (one.name, one.address, one.scenarios[QUESTION].path) == (
        "127-0-0-1-8001", Address("127.0.0.1", 8001, "127.0.0.1:8001"), "/health?x=1",
    )  # fmt: skip
    assert (other.name, other.address, other.scenarios[QUESTION].path) == (
        "next", Address("127.0.0.1", 8002, "localhost:8002"), "/v2/health?x=1",
    )  # fmt: skip
    assert foreign((one, other)) == ()


def test_over_tls_the_name_of_the_url_is_asked_for_and_trusted() -> None:
    one, other = running_of(("https://localhost", "https://LOCALHOST:8443"), "/", (), "PEM")
    for found, port, named in ((one, 443, "localhost"), (other, 8443, "LOCALHOST:8443")):
        address = found.address
        assert address is not None and address.trust is not None
        assert (address.port, address.named) == (port, named)
        assert (address.trust.authority, address.trust.name) == ("PEM", "localhost")
    assert is_secure(("https://a", "b=https://c")) and not is_secure((LOCAL,))
    with pytest.raises(UsageError, match="some URLs are https"):
        is_secure((LOCAL, "https://a"))


def test_a_server_is_told_its_name_unless_another_is_given() -> None:
    one, _ = running_of(("http://localhost:81", LOCAL), "/", (), None)
    asked = Scenario(name=QUESTION, title="", expect=Expect(), also=[Asked(path="/b", expect=Expect())])
    own = one.own_scenario(asked)
    assert [each.headers for each in (own.request, *own.also)] == [{"Host": "localhost:81"}] * 2
    named = asked.model_copy(update={"request": Request(headers={"host": "other"})})
    assert one.own_scenario(named).request.headers == {"host": "other"}


def test_load_goes_elsewhere_only_if_that_is_allowed_by_name() -> None:
    elsewhere = "a=http://192.0.2.1:80"  # a documentation address (RFC 5737), which no machine has
    with pytest.raises(UsageError, match=r"192\.0\.2\.1 is not this machine, .*--allow-remote 192\.0\.2\.1"):
        running_of((elsewhere, LOCAL), "/", (), None)
    assert foreign(running_of((elsewhere, LOCAL), "/", ("192.0.2.1",), None)) == ("192.0.2.1",)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((LOCAL,), "two URLs or more"),
        ((f"a={LOCAL}", f"a={LOCAL}"), "two are named 'a'"),
        ((LOCAL, "ftp://127.0.0.1"), "is no such URL"),
        ((LOCAL, "127.0.0.1:80"), "is no such URL"),
        ((LOCAL, "http://127.0.0.1:99999"), "is no such URL"),
        ((LOCAL, "http://127.0.0.1:80?a=1"), "a query goes into --path"),
        ((LOCAL, "http://no-such-host.invalid"), "has no address"),
    ],
)
def test_what_is_no_url_of_a_server_is_refused(texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        running_of(texts, "/", (), None)
