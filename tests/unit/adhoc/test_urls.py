"""Servers that run already: what their URLs mean, and where load may go."""

import pytest

from fairlap.adhoc.sides import QUESTION
from fairlap.adhoc.urls import foreign, running_of
from fairlap.errors import UsageError

LOCAL = "http://127.0.0.1:8001"


def test_a_url_is_an_address_and_the_beginning_of_the_path() -> None:
    one, other = running_of((LOCAL, "next=http://localhost:8002/v2/"), "/health?x=1", ())
    assert (one.name, one.address, one.scenarios[QUESTION].path) == (
        "127-0-0-1-8001", ("127.0.0.1", 8001), "/health?x=1",
    )  # fmt: skip
    assert (other.name, other.address, other.scenarios[QUESTION].path) == (
        "next", ("127.0.0.1", 8002), "/v2/health?x=1",
    )  # fmt: skip
    assert foreign((one, other)) == ()


def test_load_goes_elsewhere_only_if_that_is_allowed_by_name() -> None:
    elsewhere = "a=http://192.0.2.1:80"  # a documentation address (RFC 5737), which no machine has
    with pytest.raises(UsageError, match=r"192\.0\.2\.1 is not this machine, .*--allow-remote 192\.0\.2\.1"):
        running_of((elsewhere, LOCAL), "/", ())
    assert foreign(running_of((elsewhere, LOCAL), "/", ("192.0.2.1",))) == ("192.0.2.1",)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((LOCAL,), "two URLs or more"),
        ((f"a={LOCAL}", f"a={LOCAL}"), "two are named 'a'"),
        ((LOCAL, "https://127.0.0.1"), "is no such URL"),
        ((LOCAL, "127.0.0.1:80"), "is no such URL"),
        ((LOCAL, "http://127.0.0.1:99999"), "is no such URL"),
        ((LOCAL, "http://127.0.0.1:80?a=1"), "a query goes into --path"),
        ((LOCAL, "http://no-such-host.invalid"), "has no address"),
    ],
)
def test_what_is_no_url_of_a_server_is_refused(texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        running_of(texts, "/", ())
