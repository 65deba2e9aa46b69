"""The client of `fairload session`: opens targets and runs laps. `docs/session-protocol.md` is the protocol."""

import contextlib
import json
import selectors
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from pydantic import ValidationError

from fairlap.catalog import DEFAULT_ENGINE, Asked, Expect, LoadEngine, Request, Trust, escaped, parameters_of
from fairlap.errors import GeneratorError, UsageError
from fairlap.generators.models import LapResult, LapSpec

START_BOUND_S = 10.0
ANSWER_MARGIN_S = 10.0
"""How much longer than lap and timeout an answer may take before the generator counts as hung."""


PROBE_EVERY = 8
"""In a lap that probes, of so many requests one is each of the probes."""


@dataclass(frozen=True, slots=True)
class Target:
    """A contestant for a session.

    `timeout_ms` limits every single request. `network` is the file of the network namespace in which it listens;
    `None`: that of the session. `probes`, fewer than `PROBE_EVERY`, are among the requests in laps that probe. Requests
    of `also` are mixed with `request`, in proportion to their weights. After `requests_per_connection` a connection is
    replaced. With `streams` it is HTTP/2, with so many requests at a time on each connection. With `trust` it is spoken
    to over TLS. Messages of WebSocket are text.
    """

    name: str
    address: str
    request: Request
    expect: Expect
    keepalive: bool
    timeout_ms: int
    network: Path | None = None
    probes: tuple[tuple[Request, Expect], ...] = ()
    requests_per_connection: int | None = None
    streams: int | None = None
    trust: Trust | None = None
    weight: int = 1
    also: tuple[Asked, ...] = ()

    @property
    def varies(self) -> bool:
        """Whether not all requests are the same."""
        return bool(self.also or parameters_of(self.request) or parameters_of(self.expect))

    def open_line(self) -> str:
        """Return the `open` line of the protocol."""
        asked = [(self.request, self.expect, self.weight), *((each, each.expect, each.weight) for each in self.also)]
        parameters = any(parameters_of(part) for request, expect, _ in asked for part in (request, expect))
        if parameters:
            # Of rows, only ids may be parameters, and braces in their texts are what they are.
            asked = [
                (escaped(request), escaped(expect).model_copy(update={"rows": expect.rows}), weight)
                for request, expect, weight in asked
            ]
        usual = PROBE_EVERY - len(self.probes) if self.probes else 1
        all_weights = sum(weight for *_, weight in asked)
        return json.dumps(
            {
                "op": "open",
                "target": self.name,
                "address": self.address,
                "requests": [_weighted(request, expect, weight * usual) for request, expect, weight in asked],
                "parameters": parameters,
                "keepalive": self.keepalive,
                "requests_per_connection": self.requests_per_connection,
                "streams": self.streams,
                "websocket": "text" if self.request.is_message else None,
                "tls": None if self.trust is None else {"authority": self.trust.authority, "name": self.trust.name},
                "timeout_ms": self.timeout_ms,
                "network": None if self.network is None else str(self.network),
                "probes": [_weighted(request, expect, all_weights) for request, expect in self.probes],
            }
        )


def _weighted(request: Request, expect: Expect, weight: int) -> dict[str, object]:
    """Return a request, what is expected, and its share, in the form of the protocol."""
    return {
        "request": {
            "method": request.method,
            "path": request.path,
            "headers": list(request.headers.items()),
            "body": {"hex": request.payload.hex()} if request.hex or request.size_bytes else request.body,
        },
        "expect": {
            "status": expect.status,
            "headers": list(expect.headers.items()),
            "body": _expected_body(expect),
            "codings": request.codings,
        },
        "weight": weight,
    }


def _expected_body(expect: Expect) -> object:
    if expect.has_json:
        return {"subset" if expect.subset else "json": expect.json_value}
    if expect.contains is not None:
        return {"contains": expect.contains}
    if expect.text is not None:
        return {"text": expect.text}
    if expect.hex is not None:
        return {"hex": expect.hex}
    if expect.rows is not None:
        return {"rows": expect.rows.model_dump(by_alias=True)}
    if expect.size_bytes is not None:
        return {"size_bytes": expect.size_bytes}
    return "any"


class FairloadSession:
    """One running `fairload session`, pinned to `cpus`. Not thread-safe: one lap at a time.

    With `spin`, its threads never sleep during a lap: for CPUs that nobody else may use.

    Every method raises GeneratorError when the session ended, hung, or broke the protocol.

    Raises:
        UsageError: this machine does not have the engine.
    """

    def __init__(
        self,
        binary: Path,
        cpus: Sequence[int],
        *,
        threads: int,
        spin: bool,
        stderr_path: Path,
        engine: LoadEngine = DEFAULT_ENGINE,
    ) -> None:
        # taskset instead of a later sched_setaffinity: existing threads would keep all CPUs.
        options = ["--threads", str(threads), "--engine", engine, *(["--spin"] if spin else [])]
        pinned = ["taskset", "--cpu-list", ",".join(map(str, cpus))]
        self._stderr_path = stderr_path
        with stderr_path.open("ab") as stderr:
            self._process = subprocess.Popen(
                [*pinned, str(binary), "session", *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,  # Ctrl-C is for fairlap, which ends the lap and then the session
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin = self._process.stdin
        self._stdout = self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._buffer = b""
        self._timeouts_ms: dict[str, int] = {}
        try:
            self.version = _text(self._read_answer(START_BOUND_S), "version")
        except GeneratorError as error:
            self._process.kill()
            self.quit()
            if engine != DEFAULT_ENGINE:
                hint = f'write engine = "{DEFAULT_ENGINE}" for the load'
                raise UsageError(f"engine {engine}: {error.message}", where=error.where, hint=hint) from error
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()

    @property
    def pid(self) -> int:
        """The generator's process id."""
        return self._process.pid

    def open(self, target: Target) -> None:
        """Add a target to the session, without connecting yet."""
        self._ask(target.open_line(), ANSWER_MARGIN_S)
        self._timeouts_ms[target.name] = target.timeout_ms

    def lap(self, spec: LapSpec) -> LapResult:
        """Run one lap, at `spec.start_at_ns` if given, and return its numbers."""
        line = json.dumps({"op": "lap", **spec.model_dump(exclude_none=True)})
        bound_s = (spec.duration_ms + 2 * self._timeouts_ms[spec.target]) / 1000 + ANSWER_MARGIN_S
        if spec.start_at_ns is not None:
            bound_s += max(0, spec.start_at_ns - time.monotonic_ns()) / 1e9
        answer = self._ask(line, bound_s)
        try:
            result = LapResult.model_validate(answer.get("result"))
        except ValidationError as error:
            raise GeneratorError(f"fairload returned an invalid result of a lap: {error}") from error
        if (result.open_loop is None) != (spec.rate_per_s is None):
            raise GeneratorError("fairload ran an open loop instead of a closed one, or vice versa")
        return result

    def close(self, target: str) -> None:
        """Forget a target and close its connections."""
        self._ask(json.dumps({"op": "close", "target": target}), ANSWER_MARGIN_S)
        del self._timeouts_ms[target]

    def quit(self) -> None:
        """End the session; kill it if it does not end by itself. Safe to call twice."""
        self._selector.close()
        with contextlib.suppress(BrokenPipeError):  # it has already ended
            self._stdin.close()  # end of input ends the session
        self._end()
        self._stdout.close()

    def _end(self) -> int:
        """Wait for the end of the process, or kill it; return its status."""
        try:
            return self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _ask(self, line: str, bound_s: float) -> dict[str, object]:
        try:
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()
        except BrokenPipeError as error:
            raise self._ended() from error
        answer = self._read_answer(bound_s)
        if answer.get("op") == "error":
            raise GeneratorError(f"fairload refused {line[:200]}: {answer.get('message')}")
        return answer

    def _read_answer(self, bound_s: float) -> dict[str, object]:
        deadline = time.monotonic() + bound_s
        while b"\n" not in self._buffer:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not self._selector.select(left_s):
                raise GeneratorError(f"fairload did not answer within {bound_s:.0f} s")
            chunk = self._stdout.read1(1 << 20)  # type: ignore[attr-defined]
            if not chunk:
                raise self._ended()
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            answer = json.loads(line)
        except json.JSONDecodeError as error:
            raise GeneratorError(f"fairload did not answer with JSON: {line[:200]!r}") from error
        if not isinstance(answer, dict):
            raise GeneratorError(f"fairload did not answer with a JSON object: {line[:200]!r}")
        return answer

    def _ended(self) -> GeneratorError:
        status = self._end()
        lines = self._stderr_path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        last = f": {lines[-1]}" if lines else ""
        return GeneratorError(f"fairload ended with status {status}{last}", where=str(self._stderr_path))


def _text(answer: dict[str, object], key: str) -> str:
    value = answer.get(key)
    if not isinstance(value, str):
        raise GeneratorError(f"fairload did not report its {key}: {answer}")
    return value


class Session(Protocol):
    """Targets are opened once; laps run one at a time. Methods raise GeneratorError when a generator fails."""

    @property
    def version(self) -> str:
        """The version of fairload."""

    def open(self, target: Target) -> None:
        """Add a target, without connecting yet."""

    def lap(self, spec: LapSpec) -> LapResult:
        """Run one lap and return its numbers."""

    def close(self, target: str) -> None:
        """Forget a target and close its connections."""
