"""Rounds as a race would record them, from a seeded generator: drift and jumps common to a cycle, noise of each lap."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp

from hdrh.histogram import HdrHistogram

from fairlap.samples import (
    METHOD_VERSION,
    ContestantRound,
    Outcomes,
    RateLap,
    RatePurpose,
    RoundRecord,
    RunRecord,
    Sample,
    SweepLap,
)

NONE_WRONG = Outcomes(ok=0, wrong_status=0, wrong_body=0, connect=0, read=0, write=0, timeout=0, protocol=0)
LAP_S = 0.25
WINDOW_S = 0.225


@dataclass(frozen=True)
class Racer:
    """A contestant whose true speed is known. `start_spread` is the deviation (log) from one start to the next."""

    name: str
    per_s: float
    start_spread: float = 0.004
    lap_spread: float = 0.02
    cpu_us: float = 18.0
    memory_bytes: int = 40 * 2**20
    startup_ms: float = 120.0
    version: str | None = "1.2.3"
    processes: int = 1


REFERENCE = Racer("reference", 100_000.0, cpu_us=9.0, memory_bytes=4 * 2**20, startup_ms=4.0, version="0.1.0")


@dataclass(frozen=True)
class Machine:
    """How much the machine disturbs all contestants of a cycle alike (logs of speed)."""

    drift: float = 0.02
    jump: float = 0.3
    jump_chance: float = 0.1


CALM = Machine(drift=0.0, jump=0.0, jump_chance=0.0)


def encoded(latencies_us: Sequence[float], repeat: int = 1) -> str:
    """Encode a histogram of these latencies, each counted `repeat` times."""
    histogram = HdrHistogram(100, 3_600_000_000_000, 3)
    for latency in latencies_us:
        assert histogram.record_value(round(latency * 1000), repeat)
    return histogram.encode().decode("ascii")


def outcomes(ok: int, **others: int) -> Outcomes:
    """Return outcomes: so many right ones, and `others`."""
    return replace(NONE_WRONG, ok=ok, **others)


def lap(
    per_s: float = 40_000.0,
    *,
    cycle: int = 1,
    position: int = 1,
    connections: int = 64,
    cpu_us: float = 18.0,
    histogram: str | None = None,
) -> Sample:
    """Return a lap without errors at that speed."""
    completed = round(per_s * WINDOW_S)
    responses = round(per_s * LAP_S)
    return Sample(
        cycle=cycle,
        position=position,
        throughput_per_s=per_s,
        requests=completed,
        completed=completed,
        elapsed_s=WINDOW_S,
        outcomes=outcomes(completed),
        skipped_outcomes=outcomes(responses - completed),
        responses=responses,
        bytes_received=responses * 128,
        reconnects=0,
        histogram=histogram,
        latency_mean_us=connections / per_s * 1e6,
        server_cpu_us=round(min(responses * cpu_us, LAP_S * 0.99e6)),
        generator_cpu_us=round(responses * 4.0),
        lap_elapsed_s=LAP_S,
        steal_share=0.0,
    )


def turn(racer: Racer, laps: Sequence[Sample] = (), *, heat: int = 1) -> ContestantRound:
    """Return a finished start of a racer."""
    return ContestantRound(
        contestant=racer.name,
        heat=heat,
        version=racer.version,
        startup_ms=racer.startup_ms,
        warmup_s=0.75,
        steady=True,
        memory_peak_bytes=racer.memory_bytes,
        processes=racer.processes,
        threads=1,
        stage=None,
        failure=None,
        flags=(),
        samples=tuple(laps),
        steady_after_s=0.4,
    )


def simulate(
    dice: random.Random,
    racers: Sequence[Racer],
    *,
    rounds: int = 5,
    cycles: int = 10,
    machine: Machine = CALM,
    scenario: str = "hello-json",
    heat: int = 1,
    histograms: bool = False,
) -> tuple[RoundRecord, ...]:
    """Simulate the rounds of one heat; the reference always takes part."""
    everyone = list(racers) if REFERENCE.name in [racer.name for racer in racers] else [REFERENCE, *racers]
    return tuple(
        _round(dice, everyone, number, cycles, machine, scenario, heat, histograms) for number in range(1, rounds + 1)
    )


def _round(
    dice: random.Random,
    racers: Sequence[Racer],
    number: int,
    cycles: int,
    machine: Machine,
    scenario: str,
    heat: int,
    histograms: bool,
) -> RoundRecord:
    level = 0.0
    starts = {racer.name: dice.gauss(0, racer.start_spread) for racer in racers}
    laps: dict[str, list[Sample]] = {racer.name: [] for racer in racers}
    for cycle in range(1, cycles + 1):
        level += dice.gauss(0, machine.drift)
        if dice.random() < machine.jump_chance:
            level = dice.choice((-machine.jump, 0.0, machine.jump))
        order = list(racers)
        dice.shuffle(order)
        for position, racer in enumerate(order, start=1):
            per_s = racer.per_s * exp(level + starts[racer.name] + dice.gauss(0, racer.lap_spread))
            blob = _blob(dice, per_s) if histograms else None
            laps[racer.name].append(lap(per_s, cycle=cycle, position=position, cpu_us=racer.cpu_us, histogram=blob))
    return RoundRecord(
        scenario=scenario,
        heat=heat,
        round=number,
        started_at=f"2026-08-01T12:{number:02}:{heat:02}Z",
        reference=REFERENCE.name,
        contestants=tuple(
            replace(
                turn(racer, laps[racer.name], heat=heat),
                startup_ms=racer.startup_ms * exp(dice.gauss(0, 0.1)),
                memory_peak_bytes=racer.memory_bytes + dice.randrange(2**20),
            )
            for racer in racers
        ),
    )


def _blob(dice: random.Random, per_s: float, connections: int = 64) -> str:
    mean_us = connections / per_s * 1e6
    return encoded([mean_us * dice.lognormvariate(-0.045, 0.3) for _ in range(100)], repeat=20)


def alter(
    rounds: Sequence[RoundRecord], contestant: str, *, numbers: Sequence[int] | None = None, **changes: object
) -> tuple[RoundRecord, ...]:
    """Replace fields of one contestant's starts in the rounds with these `numbers`, or in all."""
    return tuple(
        replace(
            record,
            contestants=tuple(
                replace(start, **changes)  # type: ignore[arg-type]
                if start.contestant == contestant and (numbers is None or record.round in numbers)
                else start
                for start in record.contestants
            ),
        )
        for record in rounds
    )


def alter_laps(rounds: Sequence[RoundRecord], contestant: str, **changes: object) -> tuple[RoundRecord, ...]:
    """Replace fields of every lap of one contestant."""
    return tuple(
        replace(
            record,
            contestants=tuple(
                replace(start, samples=tuple(replace(sample, **changes) for sample in start.samples))  # type: ignore[arg-type]
                if start.contestant == contestant
                else start
                for start in record.contestants
            ),
        )
        for record in rounds
    )


def rate_lap(
    rate_per_s: float, histogram: str, *, purpose: RatePurpose = "absolute", due: int = 2000, unsent: int = 0
) -> RateLap:
    """Return an open-loop lap in which every sent request got a right answer."""
    sent = due - unsent
    return RateLap(
        purpose=purpose,
        repeat=1,
        rate_per_s=rate_per_s,
        due=due,
        sent=sent,
        unsent=unsent,
        completed=sent,
        elapsed_s=due / rate_per_s,
        outcomes=outcomes(sent),
        backlog_max=3,
        response_histogram=histogram,
        service_histogram=histogram,
        blocked_p99_us=12.0,
        own_p99_us=25.0,
        responses=sent,
        server_cpu_us=sent * 20,
        generator_cpu_us=sent * 5,
    )


def at_rates(dice: random.Random, rounds: Sequence[RoundRecord], common_per_s: float) -> tuple[RoundRecord, ...]:
    """Add laps at 20, 50 and 80 % of each contestant's first throughput, and at a common rate."""
    speed = {turn.contestant: turn.samples[0].throughput_per_s for turn in rounds[0].contestants if turn.samples}

    def offered(turn: ContestantRound) -> ContestantRound:
        own_per_s = speed[turn.contestant]
        shares: dict[RatePurpose, float] = {"share-20": 0.2, "share-50": 0.5, "share-80": 0.8}
        rates = {purpose: share * own_per_s for purpose, share in shares.items()} | {"absolute": common_per_s}
        laps = [
            rate_lap(per_s, _waiting(dice, own_per_s, per_s), purpose=purpose, due=20_000)
            for purpose, per_s in rates.items()
        ]
        return replace(turn, rate_laps=tuple(laps))

    return _each(rounds, offered)


def stalled(rounds: Sequence[RoundRecord], contestant: str, *numbers: int) -> tuple[RoundRecord, ...]:
    """Let the machine stall for a second in all laps at rates of one contestant in the rounds with these numbers."""
    slow = encoded([1e6] * 20, repeat=1000)

    def disturbed(turn: ContestantRound) -> ContestantRound:
        laps = (replace(lap, stall_us=1e6, response_histogram=slow) for lap in turn.rate_laps)
        return replace(turn, rate_laps=tuple(laps)) if turn.contestant == contestant else turn

    return tuple(_each([record], disturbed)[0] if record.round in numbers else record for record in rounds)


def searched(rounds: Sequence[RoundRecord], contestant: str, per_s: Sequence[float | None]) -> tuple[RoundRecord, ...]:
    """Add a search for the capacity: what each round found, `None` if no rate kept the SLO."""

    def found(turn: ContestantRound, capacity_per_s: float | None) -> ContestantRound:
        probe = rate_lap(capacity_per_s or 100.0, encoded([500.0] * 20, repeat=100), purpose="slo")
        return replace(turn, rate_laps=(*turn.rate_laps, probe), capacity_per_s=capacity_per_s)

    return tuple(
        replace(
            record,
            contestants=tuple(
                found(turn, capacity_per_s) if turn.contestant == contestant else turn for turn in record.contestants
            ),
        )
        for record, capacity_per_s in zip(rounds, per_s, strict=True)
    )


def swept(dice: random.Random, rounds: Sequence[RoundRecord], coherency: float = 0.0004) -> tuple[RoundRecord, ...]:
    """Add a sweep over 1 to 256 connections with 5 % contention; the peak lies in between."""

    def lapped(turn: ContestantRound) -> ContestantRound:
        alone_per_s = turn.samples[0].throughput_per_s / 12
        laps = []
        for connections in (1, 2, 4, 8, 16, 32, 64, 128, 256):
            held = 1 + 0.05 * (connections - 1) + coherency * connections * (connections - 1)
            per_s = alone_per_s * connections / held * exp(dice.gauss(0, 0.01))
            laps.append(SweepLap(connections, 1, per_s, outcomes(round(per_s / 4)), connections / per_s * 1e6))
        return replace(turn, sweep_laps=tuple(laps))

    return _each(rounds, lapped)


def _waiting(dice: random.Random, own_per_s: float, rate_per_s: float) -> str:
    """Return response times that grow with the rate relative to the throughput."""
    mean_us = 1e6 / own_per_s / (1 - min(0.95, rate_per_s / own_per_s)) + 40.0
    return encoded([mean_us * dice.lognormvariate(-0.08, 0.4) for _ in range(400)], repeat=50)


def _each(
    rounds: Sequence[RoundRecord], change: Callable[[ContestantRound], ContestantRound]
) -> tuple[RoundRecord, ...]:
    return tuple(
        replace(record, contestants=tuple(change(turn) if turn.samples else turn for turn in record.contestants))
        for record in rounds
    )


def run_record(run: str = "20260801-120000-ab12", **changes: object) -> RunRecord:
    """Return the record of a run of the suite `quick`."""
    record = RunRecord(
        run=run,
        started_at="2026-08-01T12:00:00Z",
        suite_name="quick",
        suite_json='{"name": "quick", "title": "Hello World", "scenarios": ["hello-json"], "published": null}',
        host_json='{"cpu_model": "EPYC 7763", "kernel": "6.8.0-31-generic", "cpus": 4}',
        isolation_json='{"kind": ["cgroup v2", "user nobody"]}',
        seed=42,
        method_version=METHOD_VERSION,
        fairlap_version="0.1.0",
        fairload_version="0.1.0",
        reference=REFERENCE.name,
        rounds=5,
        cycles=10,
        connections=64,
        keepalive=True,
        lap_ms=250,
        workers=1,
        contestants=("echo", "gin", "reference"),
        command="fairlap run quick --seed 42",
    )
    return replace(record, **changes)  # type: ignore[arg-type]
