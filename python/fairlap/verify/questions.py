"""What a contestant is asked, and what it must answer: before the laps, and among the requests of laps with probes."""

from dataclasses import dataclass
from random import Random

from fairlap.catalog.models import Scenario
from fairlap.catalog.parameters import Values
from fairlap.catalog.requests import Expect, Probe, Request

UNIMPLEMENTED = "12"
"""The status of gRPC for a method that there is not."""

UNKNOWN = "an unknown path"

HEADER_BYTES = 512
"""Of the header that must not matter: longer than most requests, shorter than what any server refuses."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request and its right answer."""

    request: Request
    expect: Expect

    @property
    def wanted(self) -> str:
        """What must come, for a message."""
        return f"an answer with status {self.expect.status}"

    @property
    def is_unknown(self) -> bool:
        """Whether it is for a path, or a method of gRPC, that there is not."""
        return self.expect.status == 404 or self.expect.headers.get("grpc-status") == UNIMPLEMENTED


def filled(request: Request, expect: Expect, rng: Random | None) -> Question:
    """Return one of the requests that these parameters allow, and its right answer."""
    values = Values(rng)
    return Question(values.fill(request), values.fill(expect))


def probes_of(scenario: Scenario, main: Question, rng: Random) -> list[Question]:
    """Return the scenario's probes, around the path of `main`, and an unknown path unless they have one."""
    questions = [Question(probe.around(main.request.path), probe.expect or main.expect) for probe in scenario.verify]
    if all(question.expect.status != 404 for question in questions):
        path = f"/unknown-{rng.getrandbits(64):016x}"
        if main.request.is_call:
            other = main.request.model_copy(update={"path": f"{path}/Method"})
            questions.append(Question(other, Expect(headers={"grpc-status": UNIMPLEMENTED})))
        else:
            unknown = Probe(path=path, protocol=main.request.protocol)
            questions.append(Question(unknown, Expect(status=404)))
    return questions


def unknown_path(scenario: Scenario, main: Question, rng: Random) -> Question:
    """Return a request that the contract answers with 404, and that answer."""
    return rng.choice([question for question in probes_of(scenario, main, rng) if question.is_unknown])


def to_head(main: Question) -> Question | None:
    """Return HEAD of the same path, to which the same status is right; `None` where it is not asked with GET."""
    if main.request.method != "GET":
        return None
    return Question(main.request.model_copy(update={"method": "HEAD"}), Expect(status=main.expect.status))


def with_another_header(main: Question, rng: Random) -> Question:
    """Return the same request with one more header, which must not matter.

    It is drawn by dice of its own: what is asked must neither decide nor tell the order of the laps to come.
    """
    dice = Random(hash(rng.getstate()[1]))
    name, value = f"x-{dice.getrandbits(64):016x}", f"{dice.getrandbits(4 * HEADER_BYTES):0{HEADER_BYTES}x}"
    return Question(main.request.model_copy(update={"headers": {**main.request.headers, name: value}}), main.expect)


def between_laps(scenario: Scenario, request: Request, rng: Random) -> dict[str, Question]:
    """Return the probes, by the words for them: requests that a server answers wrongly if it does not read them all."""
    main = filled(request, scenario.expect, rng)
    if request.is_message:
        return {"another message": message(main, f"{rng.getrandbits(64):016x}")}
    head = to_head(main)
    return {
        UNKNOWN: unknown_path(scenario, main, rng),
        **({} if head is None else {"HEAD": head}),
        "another header": with_another_header(main, rng),
    }


def message(main: Question, text: str) -> Question:
    """Return another message of WebSocket, which must be sent back."""
    return Question(main.request.model_copy(update={"body": text}), Expect(text=text))


def pipelines(probe: Question, main: Question) -> bool:
    """Return whether a probe may be pipelined and has an answer unlike that of the main request."""
    return probe.request.method in ("GET", "HEAD") and probe.expect.status != main.expect.status
