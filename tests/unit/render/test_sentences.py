"""The sentences of a report: who is fastest and how sure, who is tied, what is open, what was run."""

import re
from dataclasses import replace

import pytest

from fairlap.render.sentences import course_lines, findings, interruption, provenance
from fairlap.render.verdicts import evidence as evidence_of
from fairlap.render.verdicts import fastest as fastest_of
from fairlap.report import PairRow, Row, RunReport, build_report
from fairlap.samples import Skip
from fairlap.statistics import Verdict
from fairlap.store import StoredRun
from report_factory import full_report, report_of, shown, stored_of
from sample_factory import run_record, searched


@pytest.fixture(scope="module")
def report() -> RunReport:
    return full_report()


def test_every_sentence_a_reader_needs_is_there(report: RunReport):
    fastest, evidence, tied, undecided, without = findings(report, "hello-json")
    assert re.fullmatch(r"uwebsockets is the fastest: \d+ % ahead of gin\.", fastest)
    assert re.fullmatch(
        r"Ahead of gin: 95 % interval \d+ % to \d+ %, p < 0\.001 after Holm, 5 rounds\. "
        r"The generator may have limited it, so its lead may be larger\.",
        evidence,
    )
    assert re.fullmatch(
        r"Tied, shown to be within 2\.0 % of each other: (fastify = gin|gin = fastify)\.",
        tied,
    )
    between = r"hapi to koa \(-[\d.]+ % to \+[\d.]+ %\)"
    assert re.match(rf"Not decided yet \(interval of the pair alone\): {between}\. More rounds would decide", undecided)
    assert without == "Without a rank: invalid liar; failed flaky and tuft; skipped swoole."


def test_one_round_decides_nothing_and_says_what_to_do():
    report = report_of(60_000, 40_000, rounds=1)
    fastest, tied, undecided, without = findings(report, "hello-json")
    assert fastest == "Nothing is decided: a single round gives no intervals. Race at least 2 rounds (--rounds)."
    assert tied == "No contestants are tied."
    assert (
        undecided
        == "Not decided yet (interval of the pair alone): a to b. More rounds would decide (--budget, --rounds)."
    )
    assert without == "Nothing was invalid, failed or skipped."
    assert "1?" in shown(report, 100)
    assert "±" not in shown(report, 100)
    with_a_budget = build_report(stored_of(60_000, 40_000, rounds=1, budget_s=5.0))
    fastest, *_ = findings(with_a_budget, "hello-json")
    assert fastest == "Nothing is decided: a single round gives no intervals. More fit into a larger --budget."


@pytest.mark.parametrize(
    ("per_s", "explained"),
    [([30_000.0] * 5, False), ([30_000.0, None, 30_100.0, 29_900.0, 30_000.0], True), ([None] * 5, False)],
)
def test_in_how_many_rounds_a_capacity_was_found_is_explained_where_it_stands(
    per_s: list[float | None], explained: bool
):
    ended = stored_of(60_000, 40_000, slo="p99<10ms")
    table = shown(build_report(replace(ended, rounds=searched(ended.rounds, "a", per_s))), 100)
    assert ("(4 of 5)" in table) == ("(2 of 3: found in 2 of 3 rounds)" in table) == explained
    assert "p99<10ms: the highest rate that keeps it" in table


def test_of_an_interrupted_run_the_rounds_that_it_has_are_said():
    ended = stored_of(60_000, 40_000, rounds=5)
    some, none = (replace(ended, interrupted=True, rounds=ended.rounds[:number]) for number in (2, 0))
    assert interruption(build_report(ended)) is None
    begins = "This run was interrupted or is still running: "
    assert interruption(build_report(some)) == f"{begins}it has at most 2 of 5 rounds."
    assert interruption(build_report(none)) == f"{begins}no round has ended yet."


def test_before_the_first_look_nothing_is_decided():
    going_on = replace(stored_of(60_000, 40_000, rounds=3, looks=(4, 5, 7), budget_s=60.0), ended_at=None)
    fastest, *_ = findings(build_report(going_on), "hello-json")
    assert fastest == "Nothing is decided yet: there are 3 rounds, and the first look is after 4."
    ended = build_report(replace(going_on, ended_at="now"))
    assert findings(ended, "hello-json")[0].startswith("a is the fastest: ")


def test_too_much_noise_decides_nothing():
    fastest, tied, undecided, _ = findings(report_of(40_000, 40_300, 40_600, spread=0.2), "hello-json")
    assert fastest == "Nothing is decided yet after 5 rounds."
    assert tied == "No contestants are tied."
    assert undecided.count(" % to ") == 3


def test_of_many_open_pairs_the_closest_are_named():
    speeds = [40_000 + 100 * number for number in range(5)]
    report = report_of(*speeds, spread=0.2)
    *_, undecided, _ = findings(report, "hello-json")
    count = sum(pair.verdict == "undecided" for pair in report.comparisons)
    assert f"; {count - 5} more pair" in undecided
    assert undecided.count(" % to ") == 5


def test_a_shared_first_place_is_not_a_winner():
    report = report_of(40_000, 40_010, 20_000)
    fastest, tied, decided, _ = findings(report, "hello-json")
    assert re.fullmatch(r"(a and b|b and a) share first place, shown to be within 2.0 % of each other.", fastest)
    assert re.fullmatch(r"Tied, shown to be within 2.0 % of each other: (a = b|b = a)\.", tied)
    assert decided == "Every pair is decided."
    assert [row.letters for row in report.contestants] == [None, "a", "a", "b"]


def test_two_undecided_contestants_are_not_winners():
    fastest, *_ = findings(report_of(40_000, 40_400, 20_000, spread=0.02), "hello-json")
    assert re.fullmatch(r"The fastest is not decided yet: (a or b|b or a)\.", fastest)


def test_a_tie_is_within_the_precision_of_the_run():
    fastest, tied, *_ = findings(report_of(40_000, 42_000, precision=0.1), "hello-json")
    assert tied == "Tied, shown to be within 10 % of each other: b = a."
    assert "share first place" in fastest


def pair(a: str, b: str, verdict: Verdict) -> PairRow:
    return PairRow(
        a=a,
        b=b,
        scenario="s",
        ratio=1.1,
        low=1.0,
        high=1.2,
        p_adjusted=0.01,
        verdict=verdict,
        rounds=5,
        direct_rounds=5,
    )


def test_first_place_alone_is_no_win_over_one_that_is_not_decided():
    field = [
        Row(name=name, scenario="s", is_reference=False, version=None, status="ok", reason=None, hint=None, rank=rank)
        for name, rank in (("a", 1), ("b", 2), ("c", 3))
    ]
    pairs = [pair("a", "b", "faster"), pair("b", "c", "faster"), pair("a", "c", "undecided")]
    method = report_of(40_000).method
    assert fastest_of(field, pairs, method) == "a leads, but is not shown to be faster than c."
    won = [pair("a", "b", "faster"), pair("b", "c", "faster"), pair("a", "c", "faster")]
    assert fastest_of(field, won, method).startswith("a is the fastest: 10 % ahead of b")


def test_how_they_met_is_said():
    met = [pair("a", "b", "faster").model_copy(update={"direct_rounds": direct}) for direct in (5, 3, 0)]
    field = report_of(40_000, 30_000)
    ranked = [row for row in field.contestants if row.rank]
    assert {fastest_of(ranked, [each], field.method) for each in met} == {
        "a is the fastest: 10 % ahead of b, which answers 9.1 % fewer requests."
    }
    said = [evidence_of(ranked, [each]) for each in met]
    assert said[0].endswith("after Holm, 5 rounds.")
    assert said[1].endswith("5 rounds, 2 of them compared through the reference.")
    assert said[2].endswith("5 rounds, compared through the reference.")
    undecided = pair("a", "b", "undecided")
    assert evidence_of(ranked, [undecided]) == "", "there is no lead"


def test_a_single_contestant_is_not_compared():
    report = report_of(40_000)
    assert findings(report, "hello-json") == [
        "a scores 0.400 ±0.6 %; no other contestant has a rank to compare it with.",
        "Nothing was invalid, failed or skipped.",
    ]
    assert "share a letter" not in shown(report, 80)


def test_what_was_run_and_why_it_ended_is_said(report: RunReport):
    measured, plan = course_lines(report, "hello-json")
    assert measured == (
        "measured · 5 rounds, 20 cycles of 250 ms · ended: the budget of 180 s does not allow for another round"
    )
    assert plan.startswith("plan · in round 1: cycles vary by 3.1% at 250 ms")
    assert "after round 3: cycles vary" in plan
    assert "stopped" not in plan
    assert "precision 2.0 % · budget 3 min · looks after 4, 5 and 7 rounds · objective p99<10ms" in provenance(report)


def test_adapted_laps_are_shown_as_they_were():
    facts = stored_of(40_000, 30_000)
    facts = replace(
        facts, rounds=tuple(replace(record, lap_ms=25 * record.round, duration_s=20.5) for record in facts.rounds)
    )
    (measured,) = course_lines(build_report(facts), "hello-json")
    assert measured == "measured · 5 rounds, 20 cycles of 25 to 125 ms, in 1 min 42 s, of which warm-up 11 s"


def test_the_report_says_when_no_contestant_has_a_rank():
    facts = StoredRun(
        run_record(), (Skip("x", "hello-json", "skipped", "no go", "apt install golang"),), (), (), None, False
    )
    report = build_report(replace(facts, run=replace(facts.run, contestants=("x",))))
    assert findings(report, "hello-json")[0] == "No contestant could be ranked."
    text = shown(report, 80)
    assert "x skipped: no go (fix: apt install golang)" in text
    assert "interrupted" in text
