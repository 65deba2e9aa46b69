"""A results folder with one run of each kind, for tests of the dashboard and of the exported site."""

import random
from pathlib import Path

from starlette.testclient import TestClient

from classic_factory import SUITE, ended
from fairlap.dashboard.app import Dashboard, make_app
from fairlap.dashboard.results import Results
from fairlap.dashboard.serving import LOCAL_NAMES
from fairlap.live.file import write_board
from fairlap.live.models import LiveBoard, LiveRow
from fairlap.samples import RoundRecord
from fairlap.store import Store
from page_helpers import HOSTILE, QUOTES, PageReader
from sample_factory import Racer, run_record, simulate

OLD, NEW, ELSEWHERE = "20260801-120000-aaaa", "20260802-120000-bbbb", "20260803-120000-cccc"
STOPPED, KILLED, CLASSIC = "20260804-120000-dddd", "20260805-120000-eeee", "20260806-120000-ffff"
LIVE = "20260807-120000-9999"


def rounds_of(gin: float, seed: int, number: int = 5) -> tuple[RoundRecord, ...]:
    """Rounds in which `gin` has this speed; koa and one with a hostile name keep theirs."""
    field = [Racer("gin", gin), Racer("koa", 30_000.0), Racer(HOSTILE, 20_000.0, version=QUOTES)]
    return simulate(random.Random(seed), field, rounds=number, cycles=10)


def store_run(store: Store, run: str, rounds: tuple[RoundRecord, ...], **changes: object) -> None:
    """Store a run that has begun, with these rounds."""
    started_at = f"{run[:4]}-{run[4:6]}-{run[6:8]}T12:00:00+00:00"
    names = ("gin", "koa", HOSTILE, "reference")
    store.begin_run(run_record(run, started_at=started_at, contestants=names, looks=(), precision=0.02, **changes))
    for record in rounds:
        store.add_round(run, record)


def filled(results: Path) -> Path:
    """Two runs to compare, one of another machine, one interrupted, one killed, one of the classic method."""
    with Store.open(results / "fairlap.db") as store:
        store_run(store, OLD, rounds_of(40_000.0, 1))
        store_run(store, NEW, rounds_of(36_000.0, 2))
        store_run(store, ELSEWHERE, rounds_of(40_000.0, 3), host_json='{"cpu_model": "<b>another</b>", "cpus": 8}')
        store_run(store, STOPPED, rounds_of(40_000.0, 4, number=2))
        store_run(store, KILLED, rounds_of(40_000.0, 5, number=1))
        store_run(store, CLASSIC, (), suite_json=SUITE, method="classic", generator="ab", generator_version="2.3")
        for scenario in ("one", "two"):
            store.add(CLASSIC, ended(scenario, "gin", 10, 100.0))
        for run in (OLD, NEW, ELSEWHERE, STOPPED, CLASSIC):
            store.finish_run(run, "2026-08-09T12:00:00+00:00", interrupted=run == STOPPED)
    return results


def board(run: str = LIVE, laps: int = 12, score: float | None = 0.25, **changes: object) -> LiveBoard:
    """The board of a race in its first round, in which one contestant failed."""
    rows = (
        live_row("reference", laps, 1.0, is_reference=True),
        live_row("gin", laps, score, rank=1),
        live_row(HOSTILE, 0, None, trouble=QUOTES),
    )
    values: dict[str, object] = {
        "run": run,
        "suite": "quick",
        "title": HOSTILE,
        "started_at": "2026-08-07T12:00:00+00:00",
        "updated_at": "2026-08-07T12:00:10+00:00",
        "stage": "round 1 of 3: cycle 4 of 20, gin",
        "scenario": "hello-json",
        "heat": 1,
        "round": 1,
        "cycle": 4,
        "cycles": 20,
        "contestant": "gin",
        "done_share": 0.25,
        "left_s": 83.0,
        "noise": 0.0123,
        "rows": rows,
        "notices": (f"failed: {HOSTILE}",),
        "rounds": 3,
        "scenario_number": 1,
        "scenarios": 2,
    }
    return LiveBoard.model_validate(values | changes)


def live_row(
    name: str,
    laps: int,
    score: float | None,
    *,
    rank: int | None = None,
    is_reference: bool = False,
    trouble: str | None = None,
) -> LiveRow:
    """A row in the first round, without an interval."""
    return LiveRow(
        name=name,
        is_reference=is_reference,
        laps=laps,
        rounds=0,
        throughput_per_s=None if score is None else score * 100_000,
        score=score,
        score_low=None,
        score_high=None,
        rank=rank,
        trouble=trouble,
    )


def begin_race(results: Path, **changes: object) -> None:
    """Write what a running race writes: an unfinished run and a board. It counts as running while `claimed`."""
    with Store.open(results / "fairlap.db") as store:
        store_run(store, LIVE, ())
    write_board(results, board(**changes))


def client_of(results: Path, hosts: tuple[str, ...] = LOCAL_NAMES) -> TestClient:
    """A client of the dashboard of a folder; it raises the server's exceptions."""
    app = make_app(Dashboard(Results(results)), hosts)
    return TestClient(app, base_url="http://127.0.0.1:8090", follow_redirects=False)


def read(client: TestClient, address: str, status: int = 200) -> PageReader:
    """Read a page, and assert that it is valid HTML."""
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return PageReader(answer.text)
