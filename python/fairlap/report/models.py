"""The parts of a report, frozen. Their names and shapes are the published JSON contract."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from fairlap.catalog import DEFAULT_ENGINE
from fairlap.histograms import Latency
from fairlap.samples import DOCUMENT, OWN_GENERATOR, PlanDecision, RatePurpose, RowStatus, RunRecord, SiteName, Skip
from fairlap.statistics import Interval, LatencyIntervals, RowFlag, Verdict
from fairlap.statistics.latency import Capacity, RateRow
from fairlap.statistics.machines import MachineOfRow
from fairlap.statistics.responses import Percentile
from fairlap.statistics.scaling import Scaling

REPORT_FORMAT = 2
"""Incremented when a key is removed or changes its meaning, not for new keys."""


class ReportModel(BaseModel):
    """A frozen part of the report; numbers are finite."""

    model_config = ConfigDict(**DOCUMENT, frozen=True)


class MachineOfRun(ReportModel):
    """A machine of a cluster and what it did in the run; once for each of its sites. Alike ones are of one `kind`."""

    name: str
    site: SiteName
    kind: str


class PairOnMachine(ReportModel):
    """The ratio of a pair over the `rounds` that were lapped on one machine, or on two: a's and b's."""

    machine_a: str
    machine_b: str
    ratio: float
    rounds: int


class ServiceRow(ReportModel):
    """What a database or cache did for one contestant, by its own counters: for each answer of the watched laps.

    Null where the service does not count it. `memory_bytes` is the largest reading of any round.
    """

    name: str
    answers: int
    statements_per_answer: float | None
    rows_per_answer: float | None
    connections_per_answer: float | None
    memory_bytes: int | None


class ImageRow(ReportModel):
    """The image of a contestant that ran in a container. `base` says where its first layer comes from."""

    id: str
    size_bytes: int
    base: str


class Row(ReportModel):
    """One contestant in one scenario.

    `rank` is null for the reference (the yardstick) and whenever the status is not ok. Contestants that share one of
    the `letters` are not shown to differ; `letters_p50` and `letters_p99` say the same of their response times at half
    load, null where these are not compared. `tied_with` are shown to be within the minimum effect. `X_estimate` is X
    with its interval over rounds; `bytes_per_answer` are those that came from the server, heads and frames included;
    `startup_ms`, `warmup_s` and `memory_peak_bytes` are geometric means of one number
    per round. `steady_after_s` is the median load until throughput was steady, null when that was never or not
    observed; `rounds_unsteady` are the rounds in which it was never. `rates`, `capacity` and `scaling` are there when
    they were asked for, `services` where the scenario has some, `image` (of the last round) in containers, `machines`
    on a cluster. `hint` mends a skip.
    """

    name: str
    scenario: str
    is_reference: bool
    version: str | None
    status: RowStatus
    reason: str | None
    hint: str | None
    rank: int | None = None
    letters: str | None = None
    letters_p50: str | None = None
    letters_p99: str | None = None
    tied_with: tuple[str, ...] = ()
    not_decided_with: tuple[str, ...] = ()
    throughput_per_s: Interval | None = None
    score: Interval | None = None
    latency_us: Latency | None = None
    latency_us_estimate: LatencyIntervals | None = None
    cpu_us_per_request: Interval | None = None
    bytes_per_answer: float | None = None
    memory_peak_bytes: int | None = None
    memory_peak_bytes_estimate: Interval | None = None
    startup_ms: float | None = None
    startup_ms_estimate: Interval | None = None
    warmup_s: float | None = None
    warmup_s_estimate: Interval | None = None
    steady_after_s: float | None = None
    rounds_unsteady: int = 0
    rates: tuple[RateRow, ...] = ()
    capacity: Capacity | None = None
    scaling: Scaling | None = None
    services: tuple[ServiceRow, ...] = ()
    services_cpu_us_per_request: Interval | None = None
    image: ImageRow | None = None
    reconnects: int | None = None
    rounds: int = 0
    rounds_failed: int = 0
    flags: tuple[RowFlag, ...] = ()
    machines: tuple[MachineOfRow, ...] = ()

    @classmethod
    def of_skip(cls, skip: Skip, reference: str) -> "Row":
        """Return the row of a contestant that was not measured."""
        return cls(
            name=skip.contestant,
            scenario=skip.scenario,
            is_reference=skip.contestant == reference,
            version=None,
            status=skip.status,
            reason=skip.reason,
            hint=skip.hint,
        )

    def rate(self, purpose: RatePurpose) -> RateRow | None:
        """Return the numbers at one of the rates, `None` if it was not measured."""
        return next((row for row in self.rates if row.purpose == purpose), None)


class LadderStep(ReportModel):
    """One step of a ladder: microseconds of the server for each answer (1 / throughput at full load).

    `added_us` is what it takes more than the scenario that it `adds_to`, round by round; it may be negative. Null where
    there is no scenario below, or one of both has no valid row.
    """

    scenario: str
    adds_to: str | None
    answer_us: Interval | None
    added_us: Interval | None


class Ladder(ReportModel):
    """What each step costs one contestant, in the order of the suite."""

    contestant: str
    steps: tuple[LadderStep, ...]


_OPPOSITE: dict[Verdict, Verdict] = {"faster": "slower", "slower": "faster", "tie": "tie", "undecided": "undecided"}


class PairRow(ReportModel):
    """`a` relative to `b`: ratio of throughputs with its interval; the verdict rests on `p_adjusted`.

    `p_adjusted` allows for looking at the verdicts while the run goes on, and for the number of pairs (Holm). A *tie*
    is shown to be within the minimum effect; *undecided* is neither that nor a difference. In `direct_rounds` of the
    `rounds` they shared a heat; in the others they met through the reference. `by_machine` is there when the rounds are
    of several machines; `machines_p_adjusted` is then the p-value that these agree (F test, Holm), null when it cannot
    be tested.
    """

    a: str
    b: str
    scenario: str
    ratio: float | None
    low: float | None
    high: float | None
    p_adjusted: float | None
    verdict: Verdict
    rounds: int
    direct_rounds: int
    by_machine: tuple[PairOnMachine, ...] = ()
    machines_p_adjusted: float | None = None

    def reversed(self) -> "PairRow":
        """Return the same comparison as `b` relative to `a`."""
        return self.model_copy(
            update={
                "a": self.b,
                "b": self.a,
                "ratio": 1 / self.ratio if self.ratio else None,
                "low": 1 / self.high if self.high else None,
                "high": 1 / self.low if self.low else None,
                "verdict": _OPPOSITE[self.verdict],
            }
        )


class ResponsePairRow(PairRow):
    """A comparison of one percentile of the response times at half load; `ratio` is that of b's to a's.

    So *faster* and a ratio above 1 mean that a's response times are shorter.
    """

    percentile: Percentile


def pair_of(name: str, other: str, pairs: Sequence[PairRow]) -> PairRow | None:
    """Return the comparison of `name` relative to `other` from the pairs of one scenario, `None` if there is none."""
    for pair in pairs:
        if (pair.a, pair.b) == (name, other):
            return pair
        if (pair.b, pair.a) == (name, other):
            return pair.reversed()
    return None


class Course(ReportModel):
    """What was really run of one scenario. Laps and cycles may differ from round to round: least and most.

    `measured_s` is the time of all rounds, null for runs that did not note it, and `warm_up_s` the load in them before
    laps counted; `stopped` says why there was no further round, null when it is not known.
    """

    scenario: str
    rounds: int
    lap_ms: tuple[int, int] | None
    cycles: tuple[int, int] | None
    measured_s: float | None
    warm_up_s: float | None
    stopped: str | None


class Method(ReportModel):
    """How it was measured; results of different versions are not compared.

    `minimum_effect` is the precision: the smallest difference that matters, as a share. `looks` are the numbers of
    rounds at which verdicts are looked at, fixed before the first lap; `budget_s` is null for a fixed number of rounds.
    """

    name: Literal["laps"]
    version: int
    confidence: float
    minimum_effect: float
    looks: tuple[int, ...]
    budget_s: float | None
    slo: str | None
    decisions: tuple[PlanDecision, ...]
    courses: tuple[Course, ...]


class Versions(ReportModel):
    """Of the programs that measured."""

    fairlap: str
    fairload: str
    generator: str = OWN_GENERATOR
    generator_version: str | None = None

    @classmethod
    def of(cls, run: RunRecord) -> "Versions":
        return cls(
            fairlap=run.fairlap_version,
            fairload=run.fairload_version,
            generator=run.generator,
            generator_version=run.generator_version,
        )

    @property
    def text(self) -> str:
        """The versions in words; another generator only laps, fairload warms up."""
        own = f"fairlap {self.fairlap}, fairload {self.fairload}"
        if self.generator == OWN_GENERATOR:
            return own
        return f"{own}, lapped by {' '.join(filter(None, (self.generator, self.generator_version)))}"


class Load(ReportModel):
    """A closed loop, as the suite says it: where laps adapt, `method.courses` has what they were.

    Each connection has `pipeline` requests on their way, in some scenarios another number (`pipelines`). `engine` is
    fairload's, null if another generator measured.
    """

    connections: int
    keepalive: bool
    pipeline: int = 1
    pipelines: dict[str, int] = Field(default={})
    requests_per_connection: int | None = None
    engine: str | None = DEFAULT_ENGINE
    lap_ms: int
    workers: int


class ThenAndNow(ReportModel):
    """One contestant, published and measured: requests per second, and ratios to the common contestant.

    `connections` is the number that it was published with, the nearest to that of the run; null where that is not said.
    """

    name: str
    scenario: str
    connections: int | None = None
    throughput_per_s: float
    ratio_then: float | None
    ratio_now: Interval | None


class PublishedTable(ReportModel):
    """The numbers that were published for this suite, by another method on another machine: only ratios compare.

    `common` is the contestant that ratios refer to: of those ranked now, the one that was fastest then.
    """

    source: str
    setup: str
    common: str | None
    contestants: tuple[ThenAndNow, ...]


class ClassicRatio(ReportModel):
    """One contestant with one number of connections, relative to the common contestant: then, repeated, by laps."""

    name: str
    scenario: str
    connections: int
    ratio_then: float | None
    ratio_classic: float | None
    ratio_laps: Interval | None


class ClassicBeside(ReportModel):
    """The newest classic run of the same suite, set beside a run by laps: ratios only, as the methods differ."""

    run: str
    generator: str
    common: str | None
    contestants: tuple[ClassicRatio, ...]
    agreement: tuple[str, ...]


class RunReport(ReportModel):
    """Everything about a run. `interrupted` is also true while a run goes on, and when it was killed.

    `rounds` and `cycles` are what was planned (about, with a budget); `method.courses` has what was run. `machines` are
    those of a cluster, none for a single machine; `start_skew_us_max` is the most by which one of several generators
    began a lap after another, null with one generator.
    """

    report_format: int = Field(default=REPORT_FORMAT)
    run: str
    suite: str
    title: str
    started_at: str
    ended_at: str | None
    interrupted: bool
    method: Method
    versions: Versions
    host: dict[str, JsonValue]
    isolation: JsonValue
    seed: int
    reference: str
    rounds: int
    cycles: int
    command: str = Field(exclude=True)  # repeats the run
    load: Load
    contestants: tuple[Row, ...]
    comparisons: tuple[PairRow, ...]
    response_comparisons: tuple[ResponsePairRow, ...] = ()
    published: PublishedTable | None
    classic: ClassicBeside | None = None
    ladders: tuple[Ladder, ...] = ()
    machines: tuple[MachineOfRun, ...] = ()
    start_skew_us_max: float | None = None

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios in the order of the rows."""
        return tuple(dict.fromkeys(row.scenario for row in self.contestants))

    def rows_of(self, scenario: str) -> tuple[Row, ...]:
        return tuple(row for row in self.contestants if row.scenario == scenario)

    def pairs_of(self, scenario: str) -> tuple[PairRow, ...]:
        return tuple(pair for pair in self.comparisons if pair.scenario == scenario)
