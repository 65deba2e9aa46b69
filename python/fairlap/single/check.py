"""`fairlap check`: build, start, contract and a short load of one contestant; shows problems in full."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from fairlap.catalog import REFERENCE, Contestant, LoadProfile, Scenario
from fairlap.errors import ContestantError, ContractError
from fairlap.hosting.hosting import PROCESSES, Hosting
from fairlap.hosting.leftovers import clear_leftovers
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.services.running import at_once, require_services, with_their_services
from fairlap.race.run import new_run_id
from fairlap.race.site import LocalSite, open_local_site
from fairlap.race.turn import Turn
from fairlap.samples import Sample, Skip
from fairlap.verify.backend import LEAST_ANSWERS, seed_again

LOAD = LoadProfile(connections=64, timeout_ms=15_000)
"""A short load: enough to find one wrong answer in some thousand."""

LENGTHS_MS = (500, 1500, 4500)
"""Lap lengths; the next one is tried when a lap had too few answers."""


def check_contestant(
    contestant: Contestant,
    scenarios: Sequence[Scenario],
    *,
    keepalive: bool,
    results: Path,
    build_root: Path,
    say: Callable[[str], object],
    hosting: Hosting = PROCESSES,
    beside: Sequence[Scenario] = (),
) -> int:
    """Check a contestant, report with `say`, and return the number of problems.

    `beside`: scenarios whose services it expects, too.

    Raises UsageError when it does not subscribe to a scenario, when that cannot be asked so, and when no scenario has
    its services available.
    """
    load = LOAD.model_copy(update={"keepalive": keepalive})
    for scenario in scenarios:
        contestant.must_answer(scenario)
        load.must_suit(scenario)
    able = with_their_services(
        scenarios,
        lambda scenario, reason, fix: say(f"{scenario.name}: skipped: {reason} (fix: {fix})"),
        hosting.missing_service,
    )
    for leftover in clear_leftovers(results / ".running"):
        say(f"cleared: {leftover.text}")
    for name in hosting.clear():
        say(f"cleared: {name}")
    ((_, ready),) = hosting.prepare([contestant], build_root, lambda name, text: say(text))
    if isinstance(ready, Skip):
        say(ready.reason + (f"\n  fix: {ready.hint}" if ready.hint else ""))
        return 1
    say(f"build: ok, {ready.version or 'unknown version'}")
    for scenario in beside:
        require_services(scenario, hosting.missing_service)
    needing = (*able, *beside)
    hosting.prepare_services(sorted({name for scenario in needing for name in scenario.services}), build_root, say)
    run = f"check-{new_run_id()}"
    problems = 0
    for group in at_once(needing):
        opened = open_local_site(
            run=run,
            workers=1,
            connections=load.connections,
            results=results,
            prepared=[ready],
            scenarios=group,
            hosting=hosting,
        )
        with opened as site, site.bounding_logs():
            problems += sum(_check_scenario(ready, one, load, site, say) for one in group if one in able)
    return problems


def _check_scenario(
    ready: Prepared, scenario: Scenario, load: LoadProfile, site: LocalSite, say: Callable[[str], object]
) -> int:
    turn = Turn(ready, scenario, load, heat=1)
    try:
        seed_again(site.services, scenario)
        turn.start(site, site.free_ports(1)[0])
        if turn.name != REFERENCE:
            turn.watch(site.services)
        say(f"{scenario.name}: started, right answer after {turn.kept.startup_ms:.0f} ms")
        return _contract(turn, site, say) + _load(turn, site, say)
    except ContractError:
        return _contract(turn, site, say)
    except ContestantError as error:
        say(f"{scenario.name}: {error.line()}")
        if turn.hosted is not None:
            for line in turn.hosted.log_tail():
                say(f"  log | {line}")
        return 1
    finally:
        if turn.hosted is not None:
            outcome = turn.hosted.stop()
            if outcome.how == "KILL":
                say(f"{scenario.name}: ignored TERM and had to be killed")


def _contract(turn: Turn, site: LocalSite, say: Callable[[str], object]) -> int:
    imported = turn.prepared.contestant.image is not None
    theirs = _passes_theirs(turn, site) if imported else False  # asked first: ours may be what it does not survive
    problems = turn.problems(site, random.Random())
    for problem in problems:
        say(f"{turn.scenario.name}: wrong: {problem.text()}")
    if not problems:
        say(f"{turn.scenario.name}: contract ok")
    elif imported:
        passes = "yes" if theirs else "no"
        say(f"{turn.scenario.name}: passes theirs: {passes}; fails ours: {problems[0].line()}")
    return len(problems)


def _passes_theirs(turn: Turn, site: LocalSite) -> bool:
    try:
        return not turn.problems_of_theirs(site)
    except ContestantError:
        return False


def _lap(turn: Turn, site: LocalSite) -> Sample:
    """Run longer laps until one has enough answers; return that or the longest one."""
    for length_ms in LENGTHS_MS:
        lap = partial(turn.own_lap, site, length_ms, cycle=1, position=0)
        sample = turn.watched(lap, lambda found: found.responses)
        if sample.completed >= LEAST_ANSWERS or turn.trouble_after(sample) is not None:
            break
    return sample


def _load(turn: Turn, site: LocalSite, say: Callable[[str], object]) -> int:
    turn.open(site)
    sample = _lap(turn, site)
    trouble = turn.trouble_after(sample) or turn.disagreement()
    site.session.close(turn.name)
    wrong = sample.outcomes.errors + sample.skipped_outcomes.errors
    if trouble is None and not sample.completed:
        trouble = f"no answer in the window of a lap of {LENGTHS_MS[-1] / 1000:g} s"
    if trouble is not None or wrong:
        total = sample.outcomes.total + sample.skipped_outcomes.total
        say(f"{turn.scenario.name}: under load: {trouble or f'{wrong} of {total} answers are wrong'}")
        for flag in turn.kept.flags:
            say(f"  {flag}")
        return 1
    say(f"{turn.scenario.name}: under load ok, {sample.completed} right answers in {sample.elapsed_s:.2f} s")
    return 0
