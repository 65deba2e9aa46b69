"""Turns the events of a race into a board, in microseconds per lap and without I/O."""

import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

from fairlap.live.models import LiveBoard
from fairlap.live.rows import LEAST_CYCLES, LiveRows
from fairlap.live.work import Work
from fairlap.race.events import (
    Advance,
    Event,
    Failed,
    LapSeen,
    Notice,
    PassSeen,
    RaceBegan,
    RoundBegan,
    RoundEnded,
    StageBegan,
    WorkLeft,
)
from fairlap.statistics.estimate import estimate

NOTICES_KEPT = 20


class LiveRace:
    """An observer of a race. `clock` returns monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._work = Work()
        self._began_s = clock()
        self._race: RaceBegan | None = None
        self._rows: dict[str, LiveRows] = {}
        self._round: RoundBegan | None = None
        self._stage = ""
        self._contestant: str | None = None
        self._cycle: tuple[int, int] | None = None
        self._notices: deque[str] = deque(maxlen=NOTICES_KEPT)

    @property
    def run(self) -> str | None:
        """The name of the run, `None` before it has one."""
        return None if self._race is None else self._race.run

    @property
    def stage_text(self) -> str:
        return self._stage

    @property
    def elapsed_s(self) -> float:
        """Seconds since the race began, or since its preparation began."""
        return self._clock() - self._began_s

    def __call__(self, event: Event) -> None:
        match event:
            case WorkLeft():
                self._work.set_left(event.work_ms, self._clock())
            case Advance():
                self._work.advance(event.work_ms, self._clock())
            case Notice():
                self._notices.append(event.text)
            case RaceBegan():
                self._race_began(event)
            case RoundBegan():
                self._round, self._cycle = event, None
            case StageBegan():
                self._stage_began(event)
            case LapSeen() | PassSeen():
                self._rows[event.scenario].add_lap(event)
            case Failed():  # shown as a notice and in its row
                self._notices.append(f"{event.contestant}: {event.reason}")
                self._rows[event.scenario].fail(event.contestant, event.reason)
            case RoundEnded():
                self._contestant = self._cycle = None
                self._rows[event.record.scenario].end_round(event.record)

    def _race_began(self, race: RaceBegan) -> None:
        """Create rows for the field and for contestants that were skipped."""
        self._race, self._began_s = race, self._clock()
        self._rows = {racing.scenario: LiveRows(racing) for racing in race.fields}
        for skip in race.skips:
            if skip.scenario in self._rows:
                self._rows[skip.scenario].fail(skip.contestant, f"{skip.status}: {skip.reason}")
        self._stage = "ready to start"
        self._contestant = None
        estimate([1.0, 2.0])  # imports scipy now, not between two laps

    def _stage_began(self, stage: StageBegan) -> None:
        cycle = stage.cycle
        new_cycle = cycle is not None and cycle != self._cycle
        self._stage, self._contestant, self._cycle = stage.text, stage.contestant, cycle
        rows = self._current()
        # Rows are ranked after each round; during the first round, also every few cycles.
        if new_cycle and cycle and cycle[0] % LEAST_CYCLES == 1 and cycle[0] > 1 and rows and rows.in_first_round:
            rows.rank()

    def board(self) -> LiveBoard | None:
        """Return the current board, `None` until the race has begun."""
        race, rows = self._race, self._current()
        if race is None:
            return None
        started, racing = self._round, self._scenario()
        return LiveBoard(
            run=race.run,
            suite=race.suite,
            title=race.title,
            started_at=race.started_at,
            updated_at=datetime.now(UTC).isoformat(timespec="seconds"),
            stage=self._stage,
            scenario=racing,
            heat=None if started is None else started.heat,
            round=None if started is None else started.round,
            cycle=None if self._cycle is None else self._cycle[0],
            cycles=None if self._cycle is None else self._cycle[1],
            contestant=self._contestant,
            done_share=self._work.done_share,
            left_s=self._work.left_s(self._clock()),
            noise=None if rows is None else rows.noise(),
            rows=() if rows is None else rows.rows(),
            notices=tuple(self._notices),
            rounds=None if started is None else started.rounds,
            scenario_number=None if racing is None else 1 + list(self._rows).index(racing),
            scenarios=len(self._rows),
        )

    def most_rows(self) -> int:
        """Return the most rows of any scenario, so that a screen can keep its height."""
        return max((len(rows) for rows in self._rows.values()), default=0)

    def _current(self) -> LiveRows | None:
        scenario = self._scenario()
        return None if scenario is None else self._rows[scenario]

    def _scenario(self) -> str | None:
        """The current scenario; before the first round, the first one."""
        return next(iter(self._rows), None) if self._round is None else self._round.scenario
