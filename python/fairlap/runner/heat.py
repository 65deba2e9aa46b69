"""One round of one heat: start, verify, warm up, lap in cycles, stop."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from fairlap.catalog import LoadProfile, Scenario
from fairlap.errors import ContestantError, ContractError
from fairlap.hosting.ports import free_ports
from fairlap.plan import PlannedRound
from fairlap.runner import warmup
from fairlap.runner.entry import Entry, Stage
from fairlap.runner.observer import Observer
from fairlap.runner.site import LocalSite, Prepared
from fairlap.samples import RoundRecord, Sample

START_WORK_MS = 600
"""What a start and its verification take about, for the estimate of the time left."""


def round_work_ms(planned: PlannedRound, load: LoadProfile) -> int:
    """Work of one round, in milliseconds: an upper bound, as warm-up may end early."""
    each_ms = START_WORK_MS + warmup.MAX_LAPS * warmup.lap_ms(load) + len(planned.cycles) * load.lap_ms
    return len(planned.heat.everyone) * each_ms


class HeatRunner:
    """Runs rounds of heats at one site. What a contestant does wrong is recorded; what we do wrong is raised."""

    def __init__(self, site: LocalSite, load: LoadProfile, observer: Observer) -> None:
        self._site = site
        self._load = load
        self._observer = observer

    def run(self, planned: PlannedRound, scenario: Scenario, racing: Sequence[Prepared], label: str) -> RoundRecord:
        """One fresh start of those that race, in their order, then cycles of laps; everything is stopped at the end."""
        started_at = datetime.now(UTC).isoformat(timespec="seconds")
        entries = [Entry(prepared, scenario, self._load, planned.heat.number) for prepared in racing]
        dice = random.Random(planned.warmup_seed)
        try:
            self._start(entries, dice, label)
            self._warm_up(entries, planned.heat.reference, dice, label)
            self._measure(entries, planned, label)
            for entry in entries:
                self._close(entry)
        finally:
            self._stop(entries)
        return RoundRecord(
            scenario=scenario.name,
            heat=planned.heat.number,
            round=planned.number,
            started_at=started_at,
            reference=planned.heat.reference,
            contestants=tuple(entry.record() for entry in entries),
        )

    def _start(self, entries: list[Entry], dice: random.Random, label: str) -> None:
        for entry, port in zip(entries, free_ports(len(entries)), strict=True):
            self._observer.stage(f"{label}: starting {entry.name}")
            stage: Stage = "start"
            try:
                entry.start(self._site, port)
                stage = "verify"
                entry.verify(dice)
            except ContestantError as error:
                # A wrong first answer is a broken contract, though it is found while waiting for the start.
                self._fail(entry, "verify" if isinstance(error, ContractError) else stage, error.line())
            else:
                entry.open(self._site)
            self._observer.advance(START_WORK_MS)

    def _warm_up(self, entries: list[Entry], reference: str, dice: random.Random, label: str) -> None:
        """Warm-up cycles: the reference laps in each of them, the others until they are steady. None of it is kept."""
        ratios: dict[str, list[float]] = {entry.name: [] for entry in entries}
        waiting = [entry for entry in entries if entry.alive]
        work_left_ms = len(entries) * warmup.MAX_LAPS * warmup.lap_ms(self._load)
        for cycle in range(1, warmup.MAX_LAPS + 1):
            lapping = [entry for entry in entries if entry in waiting or entry.name == reference]
            dice.shuffle(lapping)
            throughputs = self._warmup_cycle(lapping, cycle, label)
            work_left_ms -= len(lapping) * warmup.lap_ms(self._load)
            yardstick = throughputs.get(reference)
            for entry in waiting:
                if yardstick and entry.name in throughputs:
                    ratios[entry.name].append(throughputs[entry.name] / yardstick)
                entry.steady = warmup.is_steady(ratios[entry.name])
            waiting = [entry for entry in waiting if entry.alive and not entry.steady]
            if not waiting:
                break
        self._observer.advance(work_left_ms)
        for entry in entries:
            if entry.alive:
                entry.count_processes()

    def _warmup_cycle(self, lapping: list[Entry], cycle: int, label: str) -> dict[str, float]:
        """One warm-up lap of each; throughput per second by name, of those that could finish it."""
        throughputs: dict[str, float] = {}
        for position, entry in enumerate(lapping):
            self._observer.stage(f"{label}: warming up {entry.name}")
            sample = self._lap(entry, "warm-up", warmup.lap_ms(self._load), cycle, position)
            if sample is not None:
                throughputs[entry.name] = sample.throughput_per_s
                entry.warmup_s = (entry.warmup_s or 0.0) + sample.lap_elapsed_s
            self._observer.advance(warmup.lap_ms(self._load))
        return throughputs

    def _measure(self, entries: list[Entry], planned: PlannedRound, label: str) -> None:
        by_name = {entry.name: entry for entry in entries}
        for cycle, order in enumerate(planned.cycles, start=1):
            for position, name in enumerate(order):
                if name not in by_name:
                    continue  # it failed in an earlier round
                entry = by_name[name]
                self._observer.stage(f"{label}: cycle {cycle} of {len(planned.cycles)}, {name}")
                sample = self._lap(entry, "lap", self._load.lap_ms, cycle, position)
                if sample is not None:
                    entry.samples.append(sample)
                    entry.read_memory()
                self._observer.advance(self._load.lap_ms)
        for entry in entries:
            if entry.alive:
                entry.count_processes()

    def _lap(self, entry: Entry, stage: Stage, duration_ms: int, cycle: int, position: int) -> Sample | None:
        """A lap of a contestant that is still in the round; `None`, and it is out, when the lap cannot be used."""
        if not entry.alive:
            return None
        try:
            sample = entry.lap(self._site, duration_ms, cycle=cycle, position=position)
        except ContestantError as error:  # it cannot be frozen
            self._fail(entry, stage, error.line())
            return None
        trouble = entry.trouble_after(sample)
        if trouble is None:
            return sample
        self._fail(entry, stage, trouble)
        return None

    def _fail(self, entry: Entry, stage: Stage, reason: str) -> None:
        """Mark the row, say so, and end the contestant at once: it must not disturb the others."""
        entry.fail(stage, reason)
        self._observer.notice(f"{entry.name}: {stage}: {reason}")
        self._close(entry)
        self._stop([entry])

    def _close(self, entry: Entry) -> None:
        """Close the generator's connections before TERM: some servers end only when their connections have ended."""
        if entry.is_open:
            self._site.session.close(entry.name)
            entry.is_open = False

    def _stop(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.hosted is None:
                continue
            try:
                outcome = entry.hosted.stop()
            except ContestantError as error:  # the others must be stopped all the same
                entry.flags.append(f"not-stopped: {error.line()}")
                continue
            finally:
                entry.hosted = None
            if outcome.how == "KILL":
                entry.flags.append("ignores-term: had to be killed, as it did not end on TERM")
            if outcome.left_behind:
                entry.flags.append(f"left-behind: {outcome.left_behind} processes outlived it and were killed")
