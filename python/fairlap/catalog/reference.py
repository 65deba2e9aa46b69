"""The built-in reference contestant, which learns its answers from the scenarios."""

import json
from collections.abc import Iterable

from fairlap.catalog.models import REFERENCE, Answer, Contestant, Expect, Scenario, Subscription
from fairlap.catalog.parameters import Values, parameters_of


def built_in_reference(scenarios: Iterable[Scenario]) -> Contestant:
    """Return the reference contestant of a catalog that has none of its own.

    It answers each scenario at the scenario's path, or at /NAME if an earlier scenario has that path, or if the path
    has parameters. In the answer, these have their lowest values.
    """
    answers: dict[str, Answer] = {}
    subscriptions: dict[str, Subscription] = {}
    for scenario in scenarios:
        values = Values()
        path, question, query = values.fill(scenario.request).path.partition("?")
        if path in answers or parameters_of(scenario.request):
            path = f"/{scenario.name}"
        answers[path] = _answer(path, values.fill(scenario.expect))
        subscriptions[scenario.name] = Subscription(path=f"{path}{question}{query}")
        for probe in scenario.verify:
            if probe.expect is not None and "{path}" not in probe.path:
                other = probe.path.partition("?")[0]
                answers.setdefault(other, _answer(other, probe.expect))
    return Contestant.model_validate(
        {
            "name": REFERENCE,
            "language": "Rust",
            "framework": "fairload reference",
            "class": "engine",
            "start": ["fairload", "reference", "--host", "{host}", "--port", "{port}", "--answers", "answers.json"],
            "version": ["fairload", "--version"],
            "scenarios": subscriptions,
            "answers": tuple(answers.values()),
        }
    )


def _answer(path: str, expect: Expect) -> Answer:
    headers = dict(expect.headers)
    body = expect.text or expect.contains or ""
    if expect.has_json or expect.rows is not None:
        value = expect.json_value if expect.rows is None else expect.rows.example
        body = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        if "content-type" not in {name.lower() for name in headers}:
            headers["Content-Type"] = "application/json"
    elif expect.size_bytes is not None:
        body = "x" * expect.size_bytes
    return Answer(path=path, status=expect.status, headers=list(headers.items()), body=body)
