"""The costs of the parts of a race, read from `costs.toml` or measured in a stored run."""

import json
import statistics
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from fairlap.samples import ContestantRound, RoundRecord
from fairlap.store import Store

DEFAULTS = Path(__file__).parent / "costs.toml"
_BLOB_PER_BASE64 = 3 / 4


class CostsModel(BaseModel):
    """A frozen part of the file with finite numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class ContestantCosts(CostsModel):
    """The start-up (to the first right answer) and the warm-up of a contestant in one round."""

    name: str
    startup_s: float = Field(ge=0)
    warmup_s: float = Field(ge=0)


class MeasuredCosts(CostsModel):
    """Costs measured in a stored run.

    `rest_s`: the rest of each start (verifying, closing, stopping). `lap_gap_ms`: from the end of a lap to the start of
    the next, on one machine. `row_bytes`: bytes of the file per stored lap, without its histograms.
    """

    source: str
    rest_s: float = Field(ge=0)
    lap_gap_ms: float = Field(ge=0)
    row_bytes: float = Field(gt=0)
    lap_histogram_bytes: float = Field(ge=0)
    rate_lap_histogram_bytes: float = Field(ge=0)
    contestants: tuple[ContestantCosts, ...] = Field(min_length=1)


class ClusterCosts(CostsModel):
    """Costs that a stored run on one machine does not show; `sources` says where each comes from.

    `lap_overhead_ms`: added to a lap by the cluster. `group_start_s`: until the sites of a group have started.
    `build_s`, `cold_build_s`: to build one contestant with and without package caches. `loss_seen_s`: until the driver
    notices that a machine is lost. `machine_back_s`: until a new machine has replaced it.
    """

    lap_overhead_ms: float = Field(ge=0)
    group_start_s: float = Field(ge=0)
    build_s: float = Field(ge=0)
    cold_build_s: float = Field(ge=0)
    loss_seen_s: float = Field(ge=0)
    machine_back_s: float = Field(ge=0)
    sources: dict[str, str]


class Costs(CostsModel):
    """The contents of `costs.toml`."""

    cluster: ClusterCosts
    measured: MeasuredCosts


def read_costs(path: Path = DEFAULTS) -> Costs:
    """Read the costs in a file. Raises pydantic's ValidationError, OSError, TOMLDecodeError."""
    return Costs.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def measure(path: Path) -> MeasuredCosts:
    """Measure the costs in a results file with a single run.

    Raises ValueError if it has several runs or no finished start, StoreError if it cannot be read.
    """
    with Store.open_read_only(path) as store:
        if len(store.runs()) != 1:
            raise ValueError(f"{path} holds {len(store.runs())} runs: measuring costs needs a file with one run")
        stored = store.load()
    turns = [turn for record in stored.rounds for turn in record.contestants if turn.failure is None]
    if not turns:
        raise ValueError(f"{path} has no finished start")
    gaps_s = [gap for record in stored.rounds for gap in _gaps_s(record)]
    gap_s = statistics.fmean(gaps_s)
    laps = [_bytes(lap.histogram) for turn in turns for lap in turn.samples]
    rate_laps = [lap for turn in turns for lap in turn.rate_laps]
    rate_bytes = [_bytes(lap.response_histogram) + _bytes(lap.service_histogram) for lap in rate_laps]
    rows = len(laps) + len(rate_laps) + sum(len(turn.warmup) for turn in turns)
    rests_s = [_rest_s(record, gap_s) for record in stored.rounds if not any(t.failure for t in record.contestants)]
    run = stored.run
    return MeasuredCosts(
        source=f"{run.suite_name}, {run.rounds} rounds of {run.cycles} cycles, {run.started_at}",
        rest_s=round(statistics.fmean(rests_s), 3),
        lap_gap_ms=round(gap_s * 1000, 2),
        row_bytes=round((path.stat().st_size - sum(laps) - sum(rate_bytes)) / rows, 1),
        lap_histogram_bytes=round(statistics.fmean(laps), 1),
        rate_lap_histogram_bytes=round(statistics.fmean(rate_bytes), 1) if rate_bytes else 0.0,
        contestants=tuple(_contestant(name, turns) for name in sorted({turn.contestant for turn in turns})),
    )


def as_toml(measured: MeasuredCosts) -> str:
    """Format as the part `[measured]` of `costs.toml`."""
    values = measured.model_dump(exclude={"contestants", "source"})
    lines = [
        "[measured]",
        f"source = {json.dumps(measured.source)}",
        *(f"{name} = {value}" for name, value in values.items()),
    ]
    for each in measured.contestants:
        lines += ["", "[[measured.contestants]]", f'name = "{each.name}"']
        lines += [f"{name} = {value}" for name, value in each.model_dump(exclude={"name"}).items()]
    return "\n".join(lines) + "\n"


def _contestant(name: str, turns: list[ContestantRound]) -> ContestantCosts:
    own = [turn for turn in turns if turn.contestant == name]
    return ContestantCosts(
        name=name,
        startup_s=round(statistics.fmean(_known(turn.startup_ms) / 1000 for turn in own), 3),
        warmup_s=round(statistics.fmean(_known(turn.warmup_s) for turn in own), 3),
    )


def _gaps_s(record: RoundRecord) -> Iterator[float]:
    """Yield the gaps between the laps of each cycle; `at_s` is when a lap's window begins.

    Between cycles there are laps at fixed rates, whose times are not stored.
    """
    spans = sorted(
        (sample.cycle, sample.at_s, sample.at_s + sample.lap_elapsed_s)
        for turn in record.contestants
        for sample in turn.samples
        if sample.at_s is not None
    )
    for (cycle, _, ended_s), (next_cycle, began_s, _) in pairwise(spans):
        if cycle == next_cycle:
            yield began_s - ended_s


def _rest_s(record: RoundRecord, gap_s: float) -> float:
    """Return the remaining time of a round, per start."""
    left_s = _known(record.duration_s)
    for turn in record.contestants:
        laps_s = sum(lap.lap_elapsed_s for lap in turn.samples) + sum(lap.elapsed_s for lap in turn.rate_laps)
        gaps = len(turn.samples) + len(turn.rate_laps) + len(turn.warmup)
        left_s -= _known(turn.startup_ms) / 1000 + _known(turn.warmup_s) + laps_s + gaps * gap_s
    return left_s / len(record.contestants)


def _known(value: float | None) -> float:
    """Raises ValueError if a finished start has no such time."""
    if value is None:
        raise ValueError("a finished start has no times")
    return value


def _bytes(histogram: str | None) -> int:
    return 0 if histogram is None else round(len(histogram) * _BLOB_PER_BASE64)
