"""The built-in reference contestant, which learns its answers from the scenarios."""

import json
from collections.abc import Iterable

from fairlap.catalog.models import REFERENCE, Answer, Contestant, Scenario, Subscription
from fairlap.catalog.parameters import Values, parameters_of
from fairlap.catalog.requests import Expect


def built_in_reference(scenarios: Iterable[Scenario]) -> Contestant:
    """Return the reference contestant of a catalog that has none of its own.

    It answers each scenario at the scenario's path (with any query, unless a probe has another one), or at /NAME if an
    earlier scenario has that path, or if the path has parameters. In the answer, these have their lowest values.
    """
    answers: dict[str, Answer] = {}
    subscriptions: dict[str, Subscription] = {}
    known = tuple(scenarios)
    for scenario in known:
        values = Values()
        path, question, query = values.fill(scenario.request).path.partition("?")
        probes = {probe.path: probe.expect for probe in scenario.verify if "{path}" not in probe.path}
        if path in answers or parameters_of(scenario.request):
            path = f"/{scenario.name}"
        asked = f"{path}{question}{query}"
        known_by = asked if any(probe.partition("?")[0] == path for probe in probes) else path
        answers[known_by] = _answer(known_by, values.fill(scenario.expect))
        subscriptions[scenario.name] = Subscription(path=asked)
        for other, expect in probes.items():
            if expect is not None:
                answers.setdefault(other, _answer(other, expect))
    secure = any(scenario.request.secure for scenario in known)
    tls = ("--tls-port", "{port_tls}", "--cert", "{cert}", "--key", "{key}") if secure else ()
    return Contestant.model_validate(
        {
            "name": REFERENCE,
            "language": "Rust",
            "framework": "fairload reference",
            "class": "engine",
            "start": [
                *("fairload", "reference", "--host", "{host}", "--port", "{port}"),
                *("--answers", "answers.json", *tls),
            ],
            "version": ["fairload", "--version"],
            "scenarios": subscriptions,
            "answers": tuple(answers.values()),
        }
    )


def _answer(path: str, expect: Expect) -> Answer:
    headers = dict(expect.headers)
    body = expect.text or expect.html or expect.contains or ""
    if expect.has_json or expect.rows is not None:
        value = expect.json_value if expect.rows is None else expect.rows.example
        body = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        if "content-type" not in {name.lower() for name in headers}:
            headers["Content-Type"] = "application/json"
    elif expect.size_bytes is not None:
        body = "x" * expect.size_bytes
    if headers.pop("grpc-status", None) is not None:  # it says that all is well, in trailers
        headers["Content-Type"] = "application/grpc"
    written = body if expect.hex is None else {"hex": expect.hex}
    return Answer(path=path, status=expect.status, headers=list(headers.items()), body=written)
