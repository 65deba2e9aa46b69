"""The board of a running race, which the dashboard reads as JSON from a process of the same version."""

from pydantic import BaseModel, ConfigDict


class LiveModel(BaseModel):
    """A frozen part of the board; numbers are finite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class LiveRow(LiveModel):
    """One contestant of the current scenario; values are null while unknown.

    `score` is relative to the reference in the same cycle; its bounds are the 95 % interval over the rounds so far,
    null with fewer than two. `laps` counts all rounds. `rank` is provisional, by score; null for the reference, with
    `trouble` (the reason of a failure) and without laps.
    """

    name: str
    is_reference: bool
    laps: int
    rounds: int
    throughput_per_s: float | None
    score: float | None
    score_low: float | None
    score_high: float | None
    rank: int | None
    trouble: str | None


class LiveBoard(LiveModel):
    """The state of a race between two laps. Times are ISO 8601, UTC; values are null while unknown.

    `noise` is how much the reference's throughput varies from cycle to cycle in this scenario (the standard deviation
    of its logarithm). `left_s` estimates the time until the end, `rounds` is the planned number. `rows` are in the
    order of the last ranking. `cycle` is null outside of the cycles.
    """

    run: str
    suite: str
    title: str
    started_at: str
    updated_at: str
    stage: str
    scenario: str | None
    heat: int | None
    round: int | None
    cycle: int | None
    cycles: int | None
    contestant: str | None
    done_share: float | None
    left_s: float | None
    noise: float | None
    rows: tuple[LiveRow, ...]
    notices: tuple[str, ...]
    rounds: int | None = None
    scenario_number: int | None = None
    scenarios: int | None = None
