"""Starts each contestant once, and asks it a few times, to see what it answers before anything is measured."""

from collections.abc import Callable, Sequence
from pathlib import Path

from fairlap.adhoc.sides import QUESTION
from fairlap.catalog import Contestant, Request
from fairlap.errors import ContestantError, UsageError
from fairlap.hosting.network import visiting
from fairlap.hosting.prepared import Prepared, prepare_one
from fairlap.race.claim import machine_claimed
from fairlap.race.run import new_run_id
from fairlap.race.site import LocalSite, open_local_site
from fairlap.verify import Response, ask

ASKED = 3
"""What differs from answer to answer differs in three, unless it changes once in a minute."""

_LATE = "compile it with --setup, not at each start, or give it a longer --ready-timeout"

_TIMEOUT_S = 5.0


def first_answers(
    contestants: Sequence[Contestant],
    request: Request,
    *,
    workers: int,
    results: Path,
    build_root: Path,
    say: Callable[[str], object],
) -> dict[str, tuple[Response, ...]]:
    """Return the first answers of each contestant, by name; `say` gets the last output of one that gives none.

    Raises UsageError when a contestant cannot be built or started, or does not answer, and while another race runs.
    """
    run = f"look-{new_run_id()}"
    with machine_claimed(run, results):
        ready = [_prepared(contestant, build_root) for contestant in contestants]
        opened = open_local_site(run=run, workers=workers, connections=1, results=results, prepared=ready)
        with opened as site, site.bounding_logs():
            return {one.contestant.name: _answers(one, request, site, say) for one in ready}


def _prepared(contestant: Contestant, build_root: Path) -> Prepared:
    ready = prepare_one(contestant, build_root)
    if isinstance(ready, Prepared):
        return ready
    raise UsageError(f"{contestant.name}: {ready.reason}", hint=ready.hint)


def _answers(
    prepared: Prepared, request: Request, site: LocalSite, say: Callable[[str], object]
) -> tuple[Response, ...]:
    name = prepared.contestant.name
    try:
        hosted = site.launch(prepared, site.free_ports(1)[0], request, ())
    except ContestantError as error:
        raise UsageError(f"{name}: {error.message}", hint=error.hint) from error
    path = prepared.contestant.scenarios[QUESTION].path
    own = request if path is None else request.model_copy(update={"path": path})
    try:
        site.wait_until_answers(hosted, own, None, prepared.contestant.ready_s)
        with visiting(hosted.network):
            at = (hosted.host, hosted.port, _TIMEOUT_S)
            return tuple(ask(own, *at, trust=hosted.trust) for _ in range(ASKED))
    except ContestantError as error:
        for line in hosted.log_tail():
            say(f"{name} | {line}")
        late = prepared.contestant.address is None and hosted.exit_reason() is None
        raise UsageError(f"{name}: {error.message}", hint=error.hint or (_LATE if late else None)) from error
    finally:
        hosted.stop()
