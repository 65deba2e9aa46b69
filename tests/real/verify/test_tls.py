"""The contract over TLS, against servers that keep it and such that do not."""

import contextlib
import random
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest

from fairlap.catalog import Contestant
from fairlap.catalog.models import Scenario
from fairlap.errors import ContractError, StartError
from fairlap.hosting.certificate import Certificate, certificate_for
from fairlap.verify import Problem, ask, verify, wait_until_answers
from http2_servers import Faults, web2
from verify_helpers import HOST, checks, scenario
from verify_servers import Handler, Reply, always, serving, web

ASKS_FOR_ONE = Contestant.model_validate({"name": "any", "start": ["x", "{cert}", "{key}"], "scenarios": {"any": {}}})


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    made = certificate_for([ASKS_FOR_ONE], tmp_path_factory.mktemp("run"))
    assert made is not None
    return made


def over(protocol: str, **request: object) -> Scenario:
    return scenario(request={"protocol": protocol, "path": "/", **request})


def with_tls(handler: Handler, certificate: Certificate, *alpn: str, notify: bool = True) -> Handler:
    """Put a server behind TLS. Without `notify` it closes its connections without saying so."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.cert, certificate.key)
    context.set_alpn_protocols(list(alpn))

    def handle(connection: socket.socket) -> None:
        with contextlib.suppress(OSError), context.wrap_socket(connection, server_side=True) as secured:
            handler(secured)
            if notify:
                secured.unwrap()

    return handle


def problems(
    handler: Handler, certificate: Certificate, asked: Scenario, *, keepalive: bool = True
) -> tuple[Problem, ...]:
    with serving(handler) as port:
        at = (HOST, port, 5.0)
        dice = random.Random(1)
        return verify(asked, asked.request, *at, trust=certificate.trust, keepalive=keepalive, rng=dice)


@pytest.mark.parametrize("notify", [True, False])
@pytest.mark.parametrize("keepalive", [True, False])
def test_a_right_server_has_no_problem(certificate: Certificate, keepalive: bool, notify: bool):
    handler = with_tls(web(), certificate, "http/1.1", notify=notify)
    assert problems(handler, certificate, over("https"), keepalive=keepalive) == ()


def test_a_server_of_http1_need_not_know_alpn(certificate: Certificate):
    assert problems(with_tls(web(), certificate), certificate, over("https")) == ()


def test_a_right_server_of_http2_has_no_problem(certificate: Certificate):
    assert problems(with_tls(web2(), certificate, "h2"), certificate, over("h2")) == ()


@pytest.mark.parametrize("protocol", ["https", "h2"])
def test_what_is_wrong_without_tls_is_wrong_with_it(certificate: Certificate, protocol: str):
    server, alpn = (web2, "h2") if protocol == "h2" else (web, "http/1.1")
    handler = with_tls(server(always(Reply(status=500))), certificate, alpn)
    assert checks(problems(handler, certificate, over(protocol)))[0] == "status"
    if protocol == "h2":
        handler = with_tls(web2(faults=Faults(no_windows=True)), certificate, "h2")
        assert checks(problems(handler, certificate, over("h2"))) == ["a window of 5 bytes: answer"]


def another(certificate: Certificate, tmp_path: Path) -> Handler:
    other = certificate_for([ASKS_FOR_ONE], tmp_path)
    assert other is not None
    return with_tls(web(), other, "http/1.1")


def closes(connection: socket.socket) -> None:
    connection.recv(1)


NO_HANDSHAKE: dict[str, tuple[str, Callable[[Certificate, Path], Handler], str]] = {
    "no TLS": ("https", lambda certificate, folder: web(), "no TLS handshake"),
    "another certificate": ("https", another, "not the one of {cert}"),
    "no ALPN": ("h2", lambda certificate, folder: with_tls(web2(), certificate), "took no protocol"),
    "only HTTP/1.1": ("h2", lambda certificate, folder: with_tls(web(), certificate, "http/1.1"), "took no protocol"),
    "closes": ("https", lambda certificate, folder: closes, "during the TLS handshake"),
}


@pytest.mark.parametrize("fault", NO_HANDSHAKE)
def test_why_there_is_no_handshake_is_said(certificate: Certificate, tmp_path: Path, fault: str):
    protocol, make, words = NO_HANDSHAKE[fault]
    handler, asked = make(certificate, tmp_path), over(protocol)
    (problem,) = problems(handler, certificate, asked)
    assert problem.check == "answer" and words in problem.got, problem
    with serving(handler) as port, pytest.raises((StartError, ContractError), match=words.partition("{")[0]):
        more = {"trust": certificate.trust, "wrong_for_s": 0.2}
        wait_until_answers(HOST, port, asked.request, asked.expect, 1.0, lambda: None, **more)


def test_it_is_ready_when_it_answers_over_tls(certificate: Certificate):
    asked = over("https")
    with serving(with_tls(web(), certificate)) as port:
        waited_s = wait_until_answers(
            HOST, port, asked.request, asked.expect, 5.0, lambda: None, trust=certificate.trust
        )
        assert waited_s < 5
        assert ask(asked.request, HOST, port, trust=certificate.trust).status == 200


def test_nobody_needs_a_certificate_who_does_not_ask_for_one(tmp_path: Path):
    other = ASKS_FOR_ONE.model_copy(update={"start": ["x", "{port}"]})
    assert certificate_for([other], tmp_path) is None
    assert list(tmp_path.iterdir()) == []
