"""What steps of a ladder cost, and what services did: from facts with a known truth to the report and its tables."""

import random
from dataclasses import replace

import pytest

from fairlap.catalog import ServiceNeed
from fairlap.hosting.services.model import Counters
from fairlap.render.json_document import render_json
from fairlap.render.ladder import FALL, RISE
from fairlap.render.markdown import render_markdown
from fairlap.report import Ladder, RunReport, build_report
from fairlap.samples import RoundRecord, ServiceUse
from fairlap.statistics.estimate import Interval
from fairlap.statistics.steps import added_us, answer_us, mean_of
from fairlap.store import StoredRun
from fairlap.verify.backend import CONNECTIONS_SPARE, ServiceTally, disagreement
from report_factory import shown
from sample_factory import Racer, alter, run_record, simulate

SUITE = """{"title": "A ladder", "scenarios": ["ladder-a", "ladder-b", "ladder-c", "other"],
    "ladder": {"ladder-b": "ladder-a", "ladder-c": "ladder-b"}}"""


def rounds_of(scenario: str, seed: int = 1, **speeds: float) -> tuple[RoundRecord, ...]:
    """Rounds of a scenario, on a machine that is as it should be."""
    racers = [Racer(name, per_s, start_spread=0.001) for name, per_s in speeds.items()]
    return tuple(
        replace(record, scenario=scenario) for record in simulate(random.Random(seed), racers, rounds=5, cycles=10)
    )


def report_of(*rounds: RoundRecord) -> RunReport:
    return build_report(StoredRun(run_record(suite_json=SUITE), (), (), rounds, "2026-08-01T12:09:00Z", False))


def three_steps() -> RunReport:
    """swoole: 100, 200 and 50 us; apache: 250, 2500 and 2500 us."""
    return report_of(
        *rounds_of("ladder-a", 1, swoole=10_000.0, apache=4_000.0),
        *rounds_of("ladder-b", 2, swoole=5_000.0, apache=400.0),
        *rounds_of("ladder-c", 3, swoole=20_000.0, apache=400.0),
    )


def ladder_of(report: RunReport, name: str) -> Ladder:
    (found,) = (ladder for ladder in report.ladders if ladder.contestant == name)
    return found


def test_a_step_costs_what_it_takes_more_than_the_one_below_it() -> None:
    first, second, third = ladder_of(three_steps(), "swoole").steps
    assert first.answer_us is not None
    assert second.added_us is not None
    assert third.added_us is not None
    assert first.answer_us.value == pytest.approx(100, rel=0.03)
    assert (first.adds_to, first.added_us) == (None, None)
    assert (second.adds_to, third.adds_to) == ("ladder-a", "ladder-b")
    assert second.added_us.value == pytest.approx(100, rel=0.06)
    assert third.added_us.value == pytest.approx(-150, rel=0.06)
    low, high = second.added_us.low, second.added_us.high
    assert low is not None
    assert high is not None
    assert low < second.added_us.value < high


def test_rounds_are_compared_one_by_one_and_the_mean_has_their_spread() -> None:
    assert added_us({1: 20.0, 2: 31.0, 3: 99.0}, {1: 10.0, 2: 20.0}) == mean_of([10.0, 11.0])
    assert added_us({1: 20.0}, {2: 10.0}) is None
    assert mean_of([-5.0]) == Interval(-5.0, None, None, 1)
    found = mean_of([10.0, 11.0, 12.0])
    assert found is not None
    assert found.low == pytest.approx(11 - 4.302653 / 3**0.5)  # Student's t with 2 degrees of freedom


def test_a_round_without_a_right_answer_has_no_time() -> None:
    rounds = alter(rounds_of("ladder-a", swoole=1000.0), "swoole", numbers=[2], stage="lap", failure="it ended")
    assert sorted(answer_us(rounds, "swoole")) == [1, 3, 4, 5]


def test_a_step_that_failed_leaves_a_gap_and_nothing_is_added_to_it() -> None:
    failed = alter(rounds_of("ladder-b", 2, swoole=5_000.0), "swoole", numbers=[1], stage="lap", failure="it ended")
    report = report_of(*rounds_of("ladder-a", 1, swoole=10_000.0), *failed, *rounds_of("ladder-c", 3, swoole=20_000.0))
    first, second, third = ladder_of(report, "swoole").steps
    assert first.answer_us is not None
    assert (second.answer_us, second.added_us) == (None, None)
    assert third.answer_us is not None
    assert third.added_us is None, "what it adds to is not known"
    assert "ladder-b" not in [row.scenario for row in report.contestants if row.status == "ok" and row.name == "swoole"]


def test_the_reference_and_scenarios_outside_have_no_place_in_it() -> None:
    report = report_of(*rounds_of("ladder-a", 1, swoole=10_000.0), *rounds_of("ladder-b", 2, swoole=5_000.0),
                       *rounds_of("other", 3, swoole=5_000.0))  # fmt: skip
    assert [ladder.contestant for ladder in report.ladders] == ["swoole"]
    assert [step.scenario for step in report.ladders[0].steps] == ["ladder-a", "ladder-b"]
    assert report_of(*rounds_of("ladder-a", 1, swoole=10_000.0)).ladders == (), "one step alone is no ladder"


def test_the_waterfall_shows_rise_and_fall_on_one_scale_at_80_columns_too() -> None:
    report = three_steps()
    for text in (shown(report, 80), shown(report, 160), render_markdown(report)):
        table = text[text.lower().index("what each step costs: swoole") :]
        lines = table.splitlines()
        rise = next(line for line in lines if line.strip(" |").startswith("b "))
        fall = next(line for line in lines if line.strip(" |").startswith("c "))
        assert RISE in rise
        assert FALL not in rise
        assert "+" in rise
        assert FALL in fall
        assert "-15" in fall or "-14" in fall
        assert "what each step costs: apache" in text.lower()
    assert max(len(line) for line in shown(report, 80).splitlines()) <= 80
    assert "added_us" in render_json(report)


def with_services(rounds: tuple[RoundRecord, ...]) -> tuple[RoundRecord, ...]:
    """Each round: 1000 answers, 2000 statements, 10 connections; its memory grows."""
    found = rounds
    for number in range(1, 6):
        use = ServiceUse("mariadb", 1000, 2000, 4000, 10, number << 20)
        found = alter(found, "swoole", numbers=[number], services=(use, ServiceUse("redis", 1000, 0, None, 1, None)))
    return found


def test_services_are_reported_per_answer_of_all_rounds() -> None:
    report = report_of(*with_services(rounds_of("other", swoole=1000.0)))
    mariadb, redis = next(row for row in report.contestants if row.name == "swoole").services
    assert mariadb.answers == 5000
    assert (mariadb.statements_per_answer, mariadb.rows_per_answer, mariadb.connections_per_answer) == (2, 4, 0.01)
    assert mariadb.memory_bytes == 5 << 20
    assert (redis.rows_per_answer, redis.memory_bytes) == (None, None)
    text = shown(report, 80)
    table = text[text.index("what the services did") :]
    line = next(line for line in table.splitlines() if "mariadb" in line)
    assert line.split() == ["swoole", "-", "mariadb", "2.00", "4.00", "0.010", "5.00"]


NEED = ServiceNeed(statements=1, rows=2, connections=0)


@pytest.mark.parametrize(
    ("statements", "rows", "connections", "said"),
    [
        (1000, 2000, 5, None),
        (1019, 2039, 5, None),
        (1021, 2000, 5, "mariadb executed 1.02 statements per answer, expected 1"),
        (0, 0, 5, "mariadb executed 0.00 statements per answer, expected 1"),
        (1000, 1000, 5, "mariadb sent 1.00 rows per answer, expected 2"),
        (1000, None, 5, None),
        (1000, 2000, CONNECTIONS_SPARE + 20, None),
        (1000, 2000, CONNECTIONS_SPARE + 21, "mariadb accepted 0.15 connections per answer, expected 0"),
    ],
)
def test_counters_that_do_not_agree_with_a_thousand_answers_are_named(
    statements: int, rows: int | None, connections: int, said: str | None
) -> None:
    asked = ServiceTally(Counters(statements, rows, connections), answers=1000)
    assert disagreement("mariadb", NEED, asked, spare=0) == said


def test_requests_that_were_not_counted_are_allowed_for() -> None:
    tally = ServiceTally(Counters(1080, 2160, 0), answers=1000)
    assert disagreement("mariadb", NEED, tally, spare=60) is None
    assert disagreement("mariadb", NEED, tally, spare=59) is not None
