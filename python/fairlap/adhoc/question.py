"""The question of a race of commands, and its right answer: given, or learnt from the first answers of all."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Self

from pydantic import JsonValue

from fairlap.adhoc.sides import QUESTION
from fairlap.catalog import (
    Asked,
    Catalog,
    Contestant,
    Expect,
    Protocol,
    Request,
    Scenario,
    Suite,
    Values,
    built_in_reference,
    parameters_of,
)
from fairlap.errors import UsageError
from fairlap.verify.answer import EMPTY, judge
from fairlap.verify.client import Response
from fairlap.verify.problem import excerpt

Answers = Mapping[str, Sequence[Response]]
"""The first answers of each contestant, by its name; at least one each."""


_PROTOCOLS: Mapping[str, tuple[Protocol, Protocol]] = {
    "HTTP/1.1": ("http/1.1", "https"),
    "HTTP/2": ("h2c", "h2"),
    "WebSocket": ("ws", "wss"),
}
"""Without TLS, and with it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked, and what is right as far as it was given: `right` or, without it, perhaps the `status`."""

    request: Request
    right: Expect | None
    status: int | None
    weight: int = 1
    also: tuple[Asked, ...] = ()

    @classmethod
    def of_file(cls, asked: Sequence[Asked]) -> Self:
        """Return what a file of requests says."""
        first, *also = asked
        return cls(first, first.expect, first.expect.status, first.weight, tuple(also))

    @classmethod
    def of_message(cls, request: Request) -> Self:
        """Return that the body of a request is sent over WebSocket, and comes back."""
        if not request.body:
            raise UsageError("--ws sends a message, and there is none", hint="add --body TEXT")
        return cls(request, Expect(text=request.body), None)

    def over(self, kind: Literal["HTTP/1.1", "HTTP/2", "WebSocket"], *, tls: bool) -> Self:
        """Return the same, asked in another protocol."""
        other = {"protocol": _PROTOCOLS[kind][tls]}
        also = tuple(each.model_copy(update=other) for each in self.also)
        return replace(self, request=self.request.model_copy(update=other), also=also)

    def once(self) -> tuple[Request, Expect | None, tuple[str, ...]]:
        """Return the request and the right answer with their lowest parameters, and what is not checked and why."""
        values = Values()
        request = values.fill(self.request)
        if self.right is not None:
            return request, values.fill(self.right), ()
        if parameters_of(self.request):
            return request, Expect(), ("bodies are not checked: each request is another one, and no answer was given",)
        return request, None, ()

    def settled(self, found: "Settled") -> tuple[Asked, ...]:
        """Return all requests with their right answers, once that of the first one was seen."""
        right = found.expect
        if self.right is not None:
            right = self.right.model_copy(update={"status": found.expect.status})
        first = {**self.request.model_dump(exclude={"expect", "weight"}), "expect": right, "weight": self.weight}
        return (Asked.model_validate(first), *self.also)


@dataclass(frozen=True, slots=True)
class Settled:
    """The right answer, a body that has it, and what is not checked and why."""

    expect: Expect
    body: bytes
    content_type: str | None
    notes: tuple[str, ...]


def catalog_of(
    sides: Sequence[Contestant], suite: Suite, asked: Sequence[Asked], settled: Settled, root: Path
) -> Catalog:
    """Return the catalog of one race. The contract of its scenario asks for nothing but right answers."""
    first, *also = asked
    scenario = Scenario(
        name=QUESTION,
        title=suite.title,
        contract="answer",
        request=first,
        expect=first.expect,
        weight=first.weight,
        also=also,
    )
    reference = built_in_reference([scenario])
    (answer,) = reference.answers
    headers = [] if settled.content_type is None else [("Content-Type", settled.content_type)]
    # Bytes that are no text are its own answer already.
    body = answer.body if first.expect.hex is not None else settled.body.decode(errors="replace")
    seen = answer.model_copy(update={"headers": headers, "body": body})
    return Catalog(root, (*sides, reference.model_copy(update={"answers": (seen,)})), (scenario,), (suite,))


def settle(request: Request, answers: Answers, wanted: Expect | None, status: int | None, *, differ: bool) -> Settled:
    """Return the right answer.

    Args:
        request: what was asked.
        answers: what was answered.
        wanted: the right answer that was given, if any.
        status: the right status that was given, if any; without one, it is that of all answers, which must be 2xx.
        differ: whether contestants may answer differently.

    Raises:
        UsageError: a contestant answers wrongly, or not as the others.
    """
    first = next(iter(answers.values()))[0]
    status = _status(request, answers) if status is None else status
    expect, notes = (wanted, ()) if wanted is not None else _learn(request, answers, status, differ=differ)
    expect = expect.model_copy(update={"status": status})
    for name, found in answers.items():
        for problem in judge("", "", request, expect, found[0]):
            raise UsageError(
                f"{name} answers {_asked(request)} wrongly: {problem.line()}", hint="see --help: --expect-*"
            )
    body = first.body if expect.size_bytes is None else b"x" * expect.size_bytes
    return Settled(expect, body, first.header("content-type"), notes)


def _status(request: Request, answers: Answers) -> int:
    for name, found in answers.items():
        if not 200 <= found[0].status < 300:
            raise UsageError(
                f"{name} answers {_asked(request)} with status {found[0].status}: {_shown(found[0])}",
                hint="choose what is asked with --path, or say what is right with --expect-status",
            )
    statuses = {name: found[0].status for name, found in answers.items()}
    if len(set(statuses.values())) > 1:
        said = ", ".join(f"{name} {status}" for name, status in statuses.items())
        raise UsageError(f"the answers to {_asked(request)} have different status: {said}", hint="use --expect-status")
    return next(iter(statuses.values()))


def _learn(request: Request, answers: Answers, status: int, *, differ: bool) -> tuple[Expect, tuple[str, ...]]:
    """Return what all answers have in common, and what is not checked."""
    plain = Expect(status=status)
    if request.method == "HEAD":
        return plain, ()
    changing = [f"{name} ({what})" for name, found in answers.items() if (what := _what_changes(found)) is not None]
    if changing:
        return plain, (f"bodies are not checked: they differ from answer to answer of {', '.join(changing)}",)
    bodies = [found[0].body for found in answers.values()]
    values = [_json_of(found[0]) for found in answers.values()]
    if None not in values and len({_canonical(value) for value in values}) == 1:
        return Expect.model_validate({"status": status, "json": values[0]}), ()
    if len(set(bodies)) > 1:
        said = ", ".join(f"{name} {_shown(found[0])}" for name, found in answers.items())
        if not differ:
            raise UsageError(
                f"not all answer {_asked(request)} alike: {said}",
                hint="race them with --same-answer no, or say what is right with --expect-json or --expect-text",
            )
        return plain, (f"bodies are not checked: the answers differ: {said}",)
    try:
        return Expect(status=status, text=bodies[0].decode()), ()
    except UnicodeDecodeError:
        return Expect(status=status, size_bytes=len(bodies[0])), (
            "of the body only its size is checked: it is no text",
        )


def _shown(response: Response) -> str:
    return excerpt(response.body).text or EMPTY


def _what_changes(found: Sequence[Response]) -> str | None:
    """Return what differs between the answers of one contestant; `None` if nothing does."""
    if len({response.body for response in found}) == 1:
        return None
    values = [_json_of(response) for response in found]
    objects = [value for value in values if isinstance(value, dict)]
    if len(objects) < len(found):
        return "the body"
    keys = dict.fromkeys(key for value in objects for key in value)
    changed = [key for key in keys if len({_canonical(value.get(key)) for value in objects}) > 1]
    return ", ".join(changed) or None


def _json_of(response: Response) -> JsonValue:
    if "json" not in (response.header("content-type") or ""):
        return None
    try:
        value: JsonValue = json.loads(response.body)
    except ValueError:
        return None
    return value


def _canonical(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True)


def _asked(request: Request) -> str:
    return f"{request.method} {request.path}"
