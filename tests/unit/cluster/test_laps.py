"""Laps that several generators run together: split, started at one instant, merged bin by bin, or left out."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hdrh.histogram import HdrHistogram

from fairlap import histograms
from fairlap.cluster.generator import GeneratorSite
from fairlap.cluster.machine import cpus_of
from fairlap.cluster.merging import join, split
from fairlap.cluster.models import Colocation, PartOfLap, SiteFacts, SiteLostError
from fairlap.cluster.server import server_layout
from fairlap.cluster.split import LEAD_NS, SplitSession
from fairlap.errors import GeneratorError
from fairlap.generators.fairload import Target
from fairlap.generators.models import (
    GeneratorCpu,
    GeneratorPart,
    LapResult,
    LapSpec,
    LatencySummary,
    OpenLoop,
    OutcomeCounts,
    SkippedPart,
)
from fairlap.statistics.void import why_void

NO_OUTCOMES = OutcomeCounts(
    ok=0, wrong_status=0, wrong_body=0, connect=0, read=0, write=0, timeout=0, protocol=0
)  # fmt: skip


def recorded(values_ns: "np.ndarray") -> str:
    histogram = HdrHistogram(histograms.LOWEST_NS, histograms.HIGHEST_NS, histograms.DIGITS)
    for value in values_ns:
        histogram.record_value(int(value))
    return histogram.encode().decode("ascii")


def summary_of(values_ns: "np.ndarray") -> LatencySummary:
    us = values_ns / 1000
    names = {"p50": 50, "p75": 75, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9, "p9999": 99.99}
    found = {name: float(np.percentile(us, share)) for name, share in names.items()}
    return LatencySummary(min=float(us.min()), mean=float(us.mean()), max=float(us.max()), **found)


def lap_of(
    values_ns: "np.ndarray", *, open_loop: OpenLoop | None = None, started_ns: int = 0, **more: object
) -> LapResult:
    count = len(values_ns)
    values: dict[str, object] = {
        "connections": 4,
        "requests": count,
        "ok": count,
        "outcomes": NO_OUTCOMES.model_copy(update={"ok": count}),
        "completed": count,
        "elapsed_s": 0.225,
        "throughput_per_s": count / 0.225,
        "progress_per_s": count / 0.225,
        "latency_us": summary_of(values_ns) if count else None,
        "histogram": recorded(values_ns) if count else None,
        "skipped": SkippedPart(requests=2, outcomes=NO_OUTCOMES.model_copy(update={"ok": 2})),
        "responses": count + 2,
        "bytes_received": 100 * count,
        "reconnects": 1,
        "cpu": GeneratorCpu(user_s=0.01, system_s=0.02, idle_s=0.0, run_delay_s=0.001),
        "started_ns": started_ns,
        "ended_ns": started_ns + 250_000_000,
        "lap_elapsed_s": 0.25,
        "longest_gap_us": 80.0,
        "first_failure": None,
        "open_loop": open_loop,
    }
    return LapResult.model_validate(values | more)


def part(name: str, late_us: float = 0.0, error_us: float = 0.0, busy: float = 0.1) -> GeneratorPart:
    return GeneratorPart(name=name, late_us=late_us, clock_error_us=error_us, busy_share=busy, steal_share=0.0)


CLOSED = LapSpec(target="gin", connections=7, duration_ms=250, skip_ms=25)
OPEN = LapSpec(
    target="gin", connections=7, duration_ms=250, skip_ms=25, rate_per_s=700.0, arrivals="poisson", seed=5
)  # fmt: skip


# One lap for several generators, and their results as one.


@pytest.mark.parametrize("generators", [1, 2, 3, 7, 9])
def test_connections_and_rate_are_split_and_nothing_is_lost(generators: int) -> None:
    for spec in (CLOSED, OPEN):
        parts = split(spec, generators)
        assert len(parts) == min(generators, 7)
        assert sum(each.connections for each in parts) == 7
        assert max(each.connections for each in parts) - min(each.connections for each in parts) <= 1
        assert {(each.duration_ms, each.skip_ms, each.target) for each in parts} == {(250, 25, "gin")}
    assert sum(each.rate_per_s for each in parts) == pytest.approx(700.0)
    for each in parts:
        assert each.rate_per_s / each.connections == pytest.approx(100.0)
    assert len({each.seed for each in parts}) == len(parts), "no two send at the same instants"


def test_evenly_spaced_arrivals_are_not_split() -> None:
    constant = OPEN.model_copy(update={"arrivals": "constant"})
    assert split(constant, 1) == (constant,)
    with pytest.raises(GeneratorError, match="constant arrivals"):
        split(constant, 2)


@pytest.mark.parametrize("seed", range(20))
def test_merged_percentiles_are_those_of_the_pooled_raw_samples_within_one_bin(seed: int) -> None:
    dice = np.random.default_rng(seed)
    groups = [dice.lognormal(13 + index, 0.7, size=int(dice.integers(1, 4_000))).astype(np.int64) for index in range(3)]
    pooled = np.sort(np.concatenate(groups))
    found = join(CLOSED, [lap_of(values) for values in groups], [part(str(index)) for index in range(3)])
    assert histograms.decode(found.histogram) == histograms.decode(recorded(pooled)), "bin by bin"
    for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)):
        exact_us = pooled[max(0, int(np.ceil(share * len(pooled))) - 1)] / 1000
        bin_us = max(0.064, exact_us / 1000)
        assert abs(getattr(found.latency_us, name) - exact_us) <= bin_us
    assert found.latency_us.mean == pytest.approx(pooled.mean() / 1000)
    assert (found.latency_us.min, found.latency_us.max) == (pooled[0] / 1000, pooled[-1] / 1000)
    assert found.requests == found.ok == found.outcomes.ok == found.completed == len(pooled)
    assert found.throughput_per_s == pytest.approx(len(pooled) / 0.225)
    assert (found.connections, found.reconnects, found.skipped.requests) == (12, 3, 6)
    assert found.cpu.busy_us == 90_000


def test_a_generator_without_a_right_answer_adds_nothing_but_its_outcomes() -> None:
    values = np.array([1_000_000, 2_000_000])
    failed = lap_of(np.array([]), requests=3, outcomes=NO_OUTCOMES.model_copy(update={"timeout": 3}))
    found = join(CLOSED, [lap_of(values), failed], [part("a"), part("b")])
    assert (found.requests, found.ok, found.outcomes.timeout) == (5, 2, 3)
    assert histograms.decode(found.histogram).count == 2
    nothing = join(CLOSED, [failed, failed], [part("a"), part("b")])
    assert (nothing.histogram, nothing.latency_us) == (None, None)


def test_open_loops_are_joined_with_what_was_late() -> None:
    dice = np.random.default_rng(3)

    def loop(count: int, backlog: int, unsent: int) -> LapResult:
        late = dice.exponential(50_000, size=count).astype(np.int64) + 100
        answered = dice.exponential(900_000, size=count).astype(np.int64) + 100
        own = OpenLoop(
            rate_per_s=350.0,
            arrivals="poisson",
            seed=5,
            due=count + unsent,
            sent=count,
            unsent=unsent,
            achieved_share=count / (count + unsent),
            backlog_max=backlog,
            response_us=summary_of(answered),
            response_histogram=recorded(answered),
            blocked_us=summary_of(late),
            own_us=summary_of(late),
            blocked_histogram=recorded(late),
            own_histogram=recorded(late),
        )
        return lap_of(answered, open_loop=own)

    laps = [loop(500, 3, 0), loop(300, 2, 7)]
    found = join(OPEN, laps, [part("a"), part("b")]).open_loop
    assert (found.due, found.sent, found.unsent, found.backlog_max) == (807, 800, 7, 5)
    assert found.achieved_share == pytest.approx(800 / 807)
    assert found.rate_per_s == 700.0
    each = [histograms.decode(lap.open_loop.own_histogram) for lap in laps]
    merged = histograms.merge(each)
    assert histograms.decode(found.own_histogram) == merged
    assert found.own_us.p99 == histograms.nearest_rank_us(merged, 990_000), "of the merged histogram, not of the parts"


# Laps that cannot be used.


def test_who_begins_late_spoils_the_lap_and_is_named() -> None:
    values = np.array([1_000_000])
    laps = [lap_of(values), lap_of(values)]
    good = join(CLOSED, laps, [part("10.0.0.3", 100, 200), part("10.0.0.4", 900, 300)])
    assert good.start_skew_us == pytest.approx(1_300.0), "at most, with what is not known of the clocks"
    assert why_void(good, 250, 0.95) is None
    late = join(CLOSED, laps, [part("10.0.0.3", 100, 200), part("10.0.0.4", 4_900, 300)])
    found = why_void(late, 250, 0.95)
    assert found is not None
    assert (found.name, found.generator) == ("generator-late", "10.0.0.4")
    assert found.text.startswith("laps were ignored, the first because 10.0.0.4 started 4.9 ms after")
    assert why_void(late, 500, 0.95) is None, "in a longer lap it does not matter"


def test_who_has_no_cpu_left_spoils_the_lap_and_is_named() -> None:
    lap = lap_of(np.array([1_000_000]))
    parts = [part("10.0.0.3", busy=0.2), part("10.0.0.4", busy=0.93)]
    found = why_void(join(CLOSED, [lap, lap], parts), 250, 0.4)
    assert found is not None
    assert found.name == "generator-limited"
    assert "10.0.0.4 was 93% busy while the server was 40% busy" in found.text
    assert why_void(join(CLOSED, [lap, lap], parts), 250, 0.95) is None, "the server was the limit"
    assert why_void(join(CLOSED, [lap, lap], parts), 250, None) is None
    assert why_void(lap, 250, 0.1) is None, "of this machine's own generator the gates say it"
    assert why_void(join(CLOSED, [lap], [part("10.0.0.4", busy=0.93)]), 250, 0.4) is not None


class Ready:
    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    def result(self, timeout_s: float) -> object:
        return self._make()


class Peer:
    """A generator whose clock is `ahead_ns` of ours; every call takes 1 ms."""

    def __init__(self, name: str, world: dict[str, int], ahead_ns: int, *, version: str = "0.1.0") -> None:
        self.facts = SiteFacts(name, "generator", "a kind", "{}", version, 1)
        self._world = world
        self._ahead_ns = ahead_ns
        self.late_ns = 0
        self.gone = False
        self.specs: list[LapSpec] = []
        self.targets: list[str] = []

    def _now(self) -> int:
        return self._world["now"] + self._ahead_ns

    def ask(self, method: Callable[..., object], *arguments: object) -> Ready:
        answer: Ready = getattr(self, method.__name__)(*arguments)
        return answer

    def clock_ns(self) -> Ready:
        def ask() -> int:
            self._world["now"] += 500_000
            now = self._now()
            self._world["now"] += 500_000
            return now

        return Ready(ask)

    def open(self, target: Target) -> Ready:
        self.targets.append(target.name)
        return Ready(lambda: None)

    def close(self, target: str) -> Ready:
        self.targets.remove(target)
        return Ready(lambda: None)

    def lap(self, spec: LapSpec) -> Ready:
        self.specs.append(spec)

        def run() -> PartOfLap:
            if self.gone:
                raise SiteLostError("is gone", where=self.facts.address)
            at_ns = self._now() if spec.start_at_ns is None else spec.start_at_ns + self.late_ns
            return PartOfLap(lap_of(np.array([1_000_000]), started_ns=at_ns), steal_share=0.0)

        return Ready(run)


def session_of(count: int) -> tuple[SplitSession, list[Peer], dict[str, int]]:
    world = {"now": 10**12}
    peers = [Peer(f"10.0.0.{3 + index}", world, 10**15 * index - 10**11) for index in range(count)]
    session = SplitSession(peers, lambda: world["now"])
    session.open(Target("gin", "10.0.0.2:80", None, None, True, 1000))  # type: ignore[arg-type]
    return session, peers, world


def test_laps_of_two_begin_at_one_instant_whatever_their_clocks() -> None:
    session, peers, world = session_of(2)
    result = session.lap(CLOSED)
    began = [peer.specs[0].start_at_ns - 10**15 * index + 10**11 for index, peer in enumerate(peers)]
    assert abs(began[0] - began[1]) <= 2 * 500_000, "known to half a round trip"
    assert min(began) > world["now"] - 1_000_000 + LEAD_NS
    assert [peer.specs[0].connections for peer in peers] == [4, 3]
    assert [part.name for part in result.parts] == ["10.0.0.3", "10.0.0.4"]
    assert all(abs(part.late_us) < 1 for part in result.parts)
    assert result.start_skew_us == pytest.approx(2 * 500, abs=100), "all of it is what is not known of the clocks"


def test_who_is_late_is_seen_and_gets_more_time_for_the_next_lap() -> None:
    session, peers, world = session_of(2)
    session.lap(CLOSED)
    world["now"] += 1

    def lead_ns() -> int:
        before = world["now"]
        session.lap(CLOSED)
        return peers[0].specs[-1].start_at_ns + 10**11 - before

    usual = lead_ns()
    peers[1].late_ns = 7_000_000
    assert session.lap(CLOSED).parts[1].late_us == pytest.approx(7_000, abs=1)
    assert lead_ns() > usual
    peers[1].late_ns = 0
    for _ in range(20):
        lead_ns()
    assert lead_ns() <= usual, "and less again when it is in time"


def test_one_generator_needs_no_appointment() -> None:
    session, peers, _ = session_of(1)
    result = session.lap(CLOSED)
    assert peers[0].specs[0].start_at_ns is None
    assert result.start_skew_us is None
    session, peers, _ = session_of(2)
    session.lap(CLOSED.model_copy(update={"connections": 1}))
    assert [len(peer.specs) for peer in peers] == [1, 0], "one connection cannot be split"


def test_a_generator_that_is_gone_is_named() -> None:
    session, peers, _ = session_of(2)
    peers[1].gone = True
    with pytest.raises(SiteLostError, match=r"10\.0\.0\.4: is gone"):
        session.lap(CLOSED)
    session.close("gin")
    assert [peer.targets for peer in peers] == [[], []]


def test_generators_of_different_versions_do_not_lap_together() -> None:
    world = {"now": 0}
    with pytest.raises(GeneratorError, match=r"10\.0\.0\.4 has 0\.2\.0"):
        SplitSession([Peer("10.0.0.3", world, 0), Peer("10.0.0.4", world, 0, version="0.2.0")])


def test_a_generator_asks_only_the_server_site(tmp_path: Path) -> None:
    with GeneratorSite("127.0.0.1", "127.0.0.1", tmp_path) as site:
        assert site.facts().fairload is not None
        for address in ("10.1.2.3:80", "127.0.0.10:80", "example.com:80"):
            target = Target("gin", address, None, None, True, 1000)  # type: ignore[arg-type]
            with pytest.raises(GeneratorError, match=r"not on the server site 127\.0\.0\.1"):
                site.open(target)


def test_generators_on_the_server_s_machine_have_cpus_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)))
    monkeypatch.setattr("fairlap.host.cores", lambda cpus: [(cpu,) for cpu in cpus])
    monkeypatch.setattr("fairlap.cluster.machine.cores", lambda cpus: [(cpu,) for cpu in cpus])
    assert cpus_of("generator", None) == (1, 2, 3, 4, 5, 6, 7), "one core is Ray's"
    server = server_layout(2).server
    each = [cpus_of("generator", Colocation(workers=2, generators=2, index=index, services=True)) for index in (0, 1)]
    services = cpus_of("services", Colocation(workers=2, generators=2, index=0, services=True))
    everyone = [*server, *each[0], *each[1], *services]
    assert len(everyone) == len(set(everyone)), "nobody shares"
    assert all(each)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    assert cpus_of("generator", Colocation(workers=1, generators=2, index=1, services=False)) == (1,)
