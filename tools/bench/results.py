"""What runs amount to: costs less what starting takes, ratios to a baseline, errors against the truth."""

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tools.bench.own import BARE
from tools.bench.ratios import Measure, Summary, median_of, ratios, summary
from tools.bench.runs import Run, Surroundings
from tools.bench.truth import NAMES

OURS = "fairload"

QUIET = 0.05
"""Of the machine's time: what other processes may take while something is measured."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """A figure over the turns of a case, microseconds: the medians of what was printed and what was true.

    `error` is the median of printed / true - 1, `lowest` and `highest` those of single turns.
    """

    printed_us: float
    true_us: float
    error: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class Results:
    """All runs and where they were made."""

    surroundings: Surroundings
    runs: tuple[Run, ...]

    @property
    def generators(self) -> tuple[str, ...]:
        """In the order in which they were found."""
        ran = {run.generator for run in self.runs}
        return tuple(name for name in self.surroundings.versions if name in ran)

    @property
    def ours(self) -> tuple[str, ...]:
        """fairload with each of its engines."""
        return tuple(name for name in self.generators if name.split()[0] == OURS)

    def of(self, cell: str) -> tuple[Run, ...]:
        """The runs of a cell or a case; of the longest ones only, as shorter ones were tries."""
        runs = [run for run in self.runs if run.cell == cell]
        longest = max((run.seconds for run in runs), default=0)
        return tuple(run for run in runs if run.seconds == longest)

    def baseline(self, cell: str) -> str | None:
        """What others are compared with: the bare loop, or fairload where that cannot do it, or whoever can."""
        able = {run.generator for run in self.of(cell) if run.state == "ok"}
        return next((name for name in (BARE, *self.ours, *self.generators) if name in able), None)

    def client_us(self, run: Run) -> float | None:
        """CPU time of the generator for each request, less what it takes to start."""
        return self._each(run, run.client_us)

    def machine_us(self, run: Run) -> float | None:
        """CPU time of the whole machine for each request, less what the generator takes to start."""
        return self._each(run, run.machine_us)

    def _each(self, run: Run, total_us: int | None) -> float | None:
        if total_us is None or not run.answers:
            return None
        return max(0.0, total_us - (self.surroundings.startup_us.get(run.generator) or 0)) / run.answers

    def ratio(self, cell: str, of: str, to: str, measure: Measure | None = None) -> Summary | None:
        """CPU time for each request of one relative to another's, turn by turn."""
        return summary(ratios(self.of(cell), measure or self.client_us, of, to))

    def median(self, cell: str, measure: Measure, generator: str) -> float | None:
        """Over turns."""
        return median_of(self.of(cell), measure, generator)

    def deviations(self, case: str, generator: str) -> Mapping[str, Deviation]:
        """What a generator printed in a case, and what was true: each percentile of which both are known."""
        runs = [run for run in self.of(case) if run.generator == generator and run.state == "ok"]
        found = {name: _deviation(name, runs) for name in NAMES}
        return {name: deviation for name, deviation in found.items() if deviation is not None}

    def printed_us(self, case: str, generator: str, name: str) -> float | None:
        """The median of what was printed, also where the truth is not known."""
        return self.median(case, lambda run: run.printed.get(name), generator)

    @property
    def disturbance(self) -> float | None:
        """What other processes took of the machine in the median run, if that is too much for results; else `None`."""
        shares = [run.foreign_share for run in self.runs if run.foreign_share is not None]
        taken = statistics.median(shares) if shares else 0.0
        return taken if taken > QUIET else None

    def disturbances(self) -> Mapping[str, list[float]]:
        """What others took of the machine's time, run by run; nothing where it was not observed."""
        taken = {
            "stolen by the hypervisor": [run.steal_share for run in self.runs],
            "CPU of other processes": [run.foreign_share for run in self.runs],
        }
        known = {title: [share for share in shares if share is not None] for title, shares in taken.items()}
        return {title: shares for title, shares in known.items() if shares}

    def reason(self, cell: str, generator: str) -> str | None:
        """Why a generator has no number in a cell; `None` when it has one, or was not asked."""
        runs = [run for run in self.of(cell) if run.generator == generator]
        if any(run.state == "ok" for run in runs):
            return None
        return next((run.reason for run in runs if run.reason is not None), None)


def _deviation(name: str, runs: Iterable[Run]) -> Deviation | None:
    pairs = [(run.printed[name], run.true[name]) for run in runs if name in run.printed and run.true.get(name, 0) > 0]
    if not pairs:
        return None
    errors = [printed / true - 1 for printed, true in pairs]
    return Deviation(
        printed_us=statistics.median(printed for printed, _ in pairs),
        true_us=statistics.median(true for _, true in pairs),
        error=statistics.median(errors),
        lowest=min(errors),
        highest=max(errors),
    )


def wrong(run: Run) -> float | None:
    """Requests without a right answer."""
    return run.wrong


def rate(run: Run) -> float | None:
    """The generator's own figure."""
    return run.answers_per_s


def reached_share(run: Run) -> float | None:
    """Of the rate that was asked for; `None` for a closed loop."""
    return None if run.answers_per_s is None or not run.offered_per_s else run.answers_per_s / run.offered_per_s


def memory(run: Run) -> float | None:
    """In MiB."""
    return None if run.memory_bytes is None else run.memory_bytes / 2**20
