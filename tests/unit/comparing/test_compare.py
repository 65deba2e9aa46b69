"""What `fairlap compare` concludes and says, from simulated rounds."""

import json
import math
import random
from collections.abc import Sequence
from dataclasses import replace

import jsonschema
import pytest
from rich.console import Console

from fairlap.comparing import CompareReport, Question, SideDocument, compare_interleaved, compare_runs, compare_unraced
from fairlap.errors import UsageError
from fairlap.render.comparison import (
    render_comparison_markdown,
    render_comparison_terminal,
    sentence,
)
from fairlap.render.json_document import render_json
from fairlap.report import Interval, LatencyIntervals, RateRow, build_report
from fairlap.samples import Flag, RatePurpose, RoundRecord, Skip
from fairlap.store import StoredRun
from sample_factory import Racer, alter, alter_laps, outcomes, run_record, simulate
from support import ROOT

OLD = "gin-at-3f2a1bc"
PER_S = 40_000.0


def question(threshold: float = 0.02, *, kind: str = "contestant", notes: tuple[str, ...] = ()) -> Question:
    """`gin` against an older gin; nothing is known of git."""
    sides = [
        SideDocument(typed=typed, kind=kind, commit=None, changed=None, run="20260801-120000-ab12")  # type: ignore[arg-type]
        for typed in ("gin@HEAD~1", "gin")
    ]
    return Question(sides[0], sides[1], threshold, 0.02, notes)


def race_of_two(
    ratio: float, *, seed: int = 1, rounds: int = 6, start_spread: float = 0.004
) -> tuple[RoundRecord, ...]:
    """Rounds in which `gin` has `ratio` times the throughput of the old one."""
    racers = [
        Racer(OLD, PER_S, start_spread=start_spread, startup_ms=200.0),
        Racer("gin", PER_S * ratio, start_spread=start_spread, cpu_us=20.0),
    ]
    found = simulate(random.Random(seed), racers, rounds=rounds, cycles=20)
    return tuple(replace(record, duration_s=10.0) for record in found)


def stored(
    rounds: Sequence[RoundRecord], *, skips: tuple[Skip, ...] = (), run: str = "20260801-120000-ab12"
) -> StoredRun:
    """A finished run of these rounds."""
    names = tuple(turn.contestant for turn in rounds[0].contestants) if rounds else (OLD, "gin", "reference")
    record = run_record(run, contestants=names, rounds=len(rounds), precision=0.02, looks=())
    return StoredRun(record, skips, (), tuple(rounds), "2026-08-01T12:10:00Z", False)


def interleaved(rounds: Sequence[RoundRecord], threshold: float = 0.02) -> CompareReport:
    return compare_interleaved(question(threshold), build_report(stored(rounds)), OLD, "gin")


def terminal(report: CompareReport, width: int = 80) -> str:
    console = Console(width=width, force_terminal=False)
    with console.capture() as captured:
        console.print(render_comparison_terminal(report))
    return captured.get()


@pytest.mark.parametrize(
    ("ratio", "threshold", "conclusion", "passed"),
    [
        (0.95, 0.02, "regression", False),
        (0.95, 0.10, "slower", True),
        (1.05, 0.02, "faster", True),
        (1.0, 0.02, "tie", True),
    ],
)
def test_the_change_is_judged_from_base_to_new(ratio: float, threshold: float, conclusion: str, passed: bool) -> None:
    report = interleaved(race_of_two(ratio), threshold)
    (change,) = report.changes
    assert (report.conclusion, report.passed) == (conclusion, passed)
    assert (change.base.name, change.new.name) == (OLD, "gin")
    assert change.low < change.ratio < change.high
    assert change.low < ratio < change.high


def test_the_order_of_names_does_not_turn_the_answer_round() -> None:
    rounds = race_of_two(0.95)
    forth = compare_interleaved(question(), build_report(stored(rounds)), OLD, "gin").changes[0]
    back = compare_interleaved(question(), build_report(stored(rounds)), "gin", OLD).changes[0]
    assert forth.verdict == "slower"
    assert back.verdict == "faster"
    assert back.ratio == pytest.approx(1 / forth.ratio)
    assert (back.low, back.high) == (pytest.approx(1 / forth.high), pytest.approx(1 / forth.low))


def test_a_slowdown_below_the_threshold_passes_although_it_is_sure() -> None:
    report = interleaved(race_of_two(1 / 1.04), threshold=0.08)
    assert report.changes[0].verdict == "slower"
    assert report.passed
    assert "within the threshold of 8.0 %" in sentence(report, report.changes[0])


def test_the_threshold_applies_only_to_a_slowdown() -> None:
    report = interleaved(race_of_two(0.95))
    just_below = 1 / report.changes[0].ratio - 1
    assert interleaved(race_of_two(0.95), just_below * 1.001).conclusion == "slower"
    assert interleaved(race_of_two(0.95), just_below * 0.999).conclusion == "regression"


def test_what_is_not_decided_passes_but_says_so() -> None:
    report = interleaved(race_of_two(0.97, rounds=3, start_spread=0.05))
    assert (report.conclusion, report.passed) == ("undecided", True)
    text = sentence(report, report.changes[0])
    assert "NOT DECIDED YET" in text
    assert "slower" in text
    assert "--budget" in text


def test_an_invalid_side_does_not_pass() -> None:
    rounds = alter_laps(race_of_two(1.05), "gin", outcomes=outcomes(9000, wrong_body=3))
    report = interleaved(rounds)
    assert (report.conclusion, report.passed) == ("failed", False)
    text = sentence(report, report.changes[0])
    assert "gin invalid" in text
    assert "wrong" in text
    assert "no comparison was possible" in text


def test_a_failed_side_does_not_pass() -> None:
    rounds = alter(race_of_two(1.05), OLD, numbers=[1], failure="ended with status 1", stage="start", samples=())
    report = interleaved(rounds)
    assert not report.passed
    assert f"{OLD} failed: " in sentence(report, report.changes[0])


def test_a_side_that_cannot_be_built_does_not_pass() -> None:
    skip = Skip(OLD, "", "failed", "build: go build ended with status 1", "fairlap prepare gin")
    report = compare_unraced(question(), "hello-json", skip, "gin")
    assert (report.conclusion, report.passed) == ("failed", False)
    text = terminal(report, width=200)
    assert f"{OLD} failed: build: go build ended with status 1 (fix: fairlap prepare gin)" in text
    assert report.ground is None
    assert "FAILED" in render_comparison_markdown(report)


def test_the_sentence_has_size_interval_effort_and_verdict() -> None:
    report = interleaved(race_of_two(0.95))
    (change,) = report.changes
    slower, least, most = (1 / value - 1 for value in (change.ratio, change.high, change.low))
    assert sentence(report, change) == (
        f"{OLD} -> gin: {slower:.1%} slower [{least:.1%}, {most:.1%}], 6 rounds in 60 s: "
        "REGRESSION beyond the threshold of 2.0 %"
    ).replace("%", " %").replace("  %", " %")


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_shows_both_sides_whole(width: int) -> None:
    shown = terminal(interleaved(race_of_two(0.95)), width)
    assert max(len(line) for line in shown.splitlines()) <= width
    for words in ("requests per second", "CPU µs per request", "memory MiB", "start-up ms", "new / base", OLD):
        assert words in shown
    assert "interleaved in one heat" in " ".join(shown.split())
    assert "gin@HEAD~1 -> gin" in shown


def test_response_times_are_shown_where_both_sides_have_them() -> None:
    base = (at_rate("share-50", 4_200.0), at_rate("absolute", 4_200.0))
    shown = with_rates(base, (at_rate("share-50", 4_200.0), at_rate("absolute", None)))
    assert "p99 ms at 50 % load" in shown
    assert "4.20" in shown
    assert "p50 ms" not in shown, "nobody has enough samples for it"
    assert "9,000/s" not in shown, "the new side has too few samples for it"
    assert "p99" not in with_rates((), ())


@pytest.mark.parametrize(("factor", "quotient"), [(3.9, "1.00"), (4.1, "-")])
def test_a_response_time_with_too_wide_an_interval_is_not_determined_and_not_compared(
    factor: float, quotient: str
) -> None:
    shown = with_rates((at_rate("share-50", 4_200.0),), (at_rate("share-50", 4_200.0, factor),))
    (cells,) = (line.split() for line in shown.splitlines() if line.startswith("p99 ms at 50 % load"))
    assert cells[-1] == quotient
    explained = "n.d.: not determined" in " ".join(shown.split())
    assert ("n.d." in cells) == explained == (quotient == "-")


def with_rates(base: tuple[RateRow, ...], new: tuple[RateRow, ...]) -> str:
    """What a terminal shows of two equal sides with these rates."""
    report = interleaved(race_of_two(1.0))
    (change,) = report.changes
    sides = {
        "base": change.base.model_copy(update={"rates": base}),
        "new": change.new.model_copy(update={"rates": new}),
    }
    return terminal(report.model_copy(update={"changes": (change.model_copy(update=sides),)}))


def at_rate(purpose: RatePurpose, p99_us: float | None, factor: float = 1.0) -> RateRow:
    """A row at 9,000 requests per second; the bounds of its p99 differ by that factor."""
    p99 = None if p99_us is None else Interval(p99_us, p99_us / factor**0.5, p99_us * factor**0.5, 6)
    return RateRow(
        purpose=purpose,
        rate_per_s=9_000.0,
        share=None,
        response_us=LatencyIntervals(p50=None, p90=None, p99=p99, p999=None),
        due=1000,
        unsent=0,
        achieved_share=1.0,
        blocked_p99_us=None,
        own_p99_us=None,
        cpu_us_per_request=None,
        rounds=6,
        laps=6,
        disturbed=0,
    )


def test_flags_and_versions_are_below_the_table() -> None:
    rounds = alter(race_of_two(1.0), "gin", flags=(Flag("foreign-cpu", "others took 12 %"),), version="2.0.0")
    shown = terminal(interleaved(rounds), 200)
    assert "ok *" in shown
    assert "* foreign-cpu: others took 12 %" in shown
    assert "(gin)" in shown
    assert f"versions · {OLD}: 1.2.3 · gin: 2.0.0" in shown


def test_nothing_foreign_is_taken_for_markup() -> None:
    rounds = alter(race_of_two(1.0), "gin", version="<b>|`x`\x1b[31m")
    report = interleaved(rounds)
    markdown = render_comparison_markdown(report)
    assert "\\<b\\>\\|\\`x\\`" in markdown
    assert "\x1b" not in markdown
    assert "\x1b" not in terminal(report)


def test_the_document_keeps_its_published_schema() -> None:
    schema = json.loads((ROOT / "schemas" / "compare.json").read_text())
    skip = Skip(OLD, "", "skipped", "go>=1.25: not found", "apt-get install golang-go")
    reports = [interleaved(race_of_two(0.95)), compare_unraced(question(), "hello-json", "gin", skip)]
    for report in reports:
        document = json.loads(render_json(report))
        jsonschema.validate(document, schema)
        assert document["conclusion"] == report.conclusion


# two stored runs


def two_runs(ratio: float, seed: int, *, spread: float = 0.01, rounds: int = 6) -> tuple[StoredRun, StoredRun]:
    """Two runs of `gin` and `echo`; in the second the machine is 30 % slower, and gin has `ratio` times its score."""
    dice = random.Random(seed)
    before = [Racer("gin", PER_S, start_spread=spread), Racer("echo", 50_000.0, start_spread=spread)]
    after = [Racer("gin", PER_S * ratio, start_spread=spread), Racer("echo", 50_000.0, start_spread=spread)]
    runs = [simulate(dice, racers, rounds=rounds, cycles=8) for racers in (before, after)]
    slow = tuple(_slowed(record, 0.7) for record in runs[1])
    return stored(runs[0]), stored(slow, run="20260802-120000-cd34")


def _slowed(record: RoundRecord, factor: float) -> RoundRecord:
    return replace(
        record,
        contestants=tuple(
            replace(
                turn,
                samples=tuple(
                    replace(
                        lap,
                        throughput_per_s=lap.throughput_per_s * factor,
                        latency_mean_us=None if lap.latency_mean_us is None else lap.latency_mean_us / factor,
                    )
                    for lap in turn.samples
                ),
            )
            for turn in record.contestants
        ),
    )


def of_runs(pair: tuple[StoredRun, StoredRun], scenarios: Sequence[str] | None = None) -> CompareReport:
    return compare_runs(question(kind="run"), pair[0], pair[1], scenarios)


def test_two_runs_are_compared_through_their_scores() -> None:
    report = of_runs(two_runs(0.9, seed=3))
    found = {change.new.name: change for change in report.changes}
    assert set(found) == {"gin", "echo"}, "the reference is the yardstick, not compared"
    assert found["gin"].conclusion == "regression"
    assert found["gin"].low < 0.9 < found["gin"].high
    assert found["echo"].conclusion in ("tie", "undecided")
    assert (report.conclusion, report.passed, report.interleaved) == ("regression", False, False)


def test_the_sentence_of_runs_says_that_they_were_not_interleaved() -> None:
    report = of_runs(two_runs(0.9, seed=3))
    assert sentence(report, report.changes[0]).startswith(f"{report.changes[0].new.name}: ")
    assert "not interleaved" in render_comparison_markdown(report)
    shown = terminal(report)
    assert "not interleaved" in " ".join(shown.split())
    assert "regression" in shown
    jsonschema.validate(json.loads(render_json(report)), json.loads((ROOT / "schemas" / "compare.json").read_text()))


def test_equal_runs_give_false_alarms_no_more_often_than_promised() -> None:
    races = 150
    alarms = sum(
        any(change.verdict in ("faster", "slower") for change in of_runs(two_runs(1.0, seed, spread=0.03)).changes)
        for seed in range(races)
    )
    # 5 % of 150 is 7.5; more than 15 would have a chance below 0.5 % if each race had one of 5 %.
    assert alarms <= 15


def test_the_interval_holds_the_truth_as_often_as_promised() -> None:
    races = 150
    held = 0
    for seed in range(races):
        change = next(item for item in of_runs(two_runs(0.97, seed, spread=0.02)).changes if item.new.name == "gin")
        held += change.low <= 0.97 <= change.high
    assert held >= 0.90 * races


def test_one_round_of_a_run_decides_nothing() -> None:
    before, after = two_runs(0.5, seed=1)
    report = of_runs((replace(before, rounds=before.rounds[:1]), after))
    assert {change.conclusion for change in report.changes} == {"undecided"}
    assert all(change.p_adjusted is None for change in report.changes)


def test_runs_of_different_ground_are_refused() -> None:
    before, after = two_runs(1.0, seed=1)
    other = replace(after, run=replace(after.run, method_version=after.run.method_version - 1))
    with pytest.raises(UsageError, match="cannot be compared") as refused:
        of_runs((before, other))
    assert "NAME@REVISION" in (refused.value.hint or "")


def test_runs_with_another_reference_are_refused() -> None:
    before, after = two_runs(1.0, seed=1)
    other = replace(after, rounds=alter(after.rounds, "reference", version="0.2.0"))
    with pytest.raises(UsageError, match=r"reference contestants differ \(0.1.0 and 0.2.0\)"):
        of_runs((before, other))


def test_runs_without_a_common_contestant_are_refused() -> None:
    before, after = two_runs(1.0, seed=1)
    strangers = simulate(random.Random(1), [Racer("koa", 1e4)], rounds=3)
    with pytest.raises(UsageError, match="no contestant in common"):
        of_runs((before, replace(after, rounds=strangers)))
    with pytest.raises(UsageError, match="no contestant in common in products"):
        of_runs((before, after), ["products"])


def test_who_was_skipped_in_both_runs_is_left_out_and_who_in_one_does_not_pass() -> None:
    before, after = two_runs(1.0, seed=1)
    skip = Skip("koa", "hello-json", "skipped", "node>=20: not found", None)
    both = of_runs((replace(before, skips=(skip,)), replace(after, skips=(skip,))))
    assert {change.new.name for change in both.changes} == {"gin", "echo"}
    assert any("koa" in note for note in both.notes)
    skip = Skip("gin", "hello-json", "failed", "build: no", None)
    gone = tuple(
        replace(record, contestants=tuple(turn for turn in record.contestants if turn.contestant != "gin"))
        for record in after.rounds
    )
    one = of_runs((before, replace(after, rounds=gone, skips=(skip,))))
    assert not one.passed
    assert next(change for change in one.changes if change.new.name == "gin").conclusion == "failed"


def test_bounds_that_cannot_be_written_down_are_none() -> None:
    before, after = two_runs(1.0, seed=1, rounds=2)
    wild = tuple(_slowed(record, factor) for record, factor in zip(after.rounds, (1e-300, 1.0), strict=True))
    only_gin = tuple(
        replace(
            record,
            contestants=tuple(
                turn if turn.contestant == "gin" else calm
                for turn, calm in zip(record.contestants, tame.contestants, strict=True)
            ),
        )
        for record, tame in zip(wild, after.rounds, strict=True)
    )
    change = next(item for item in of_runs((before, replace(after, rounds=only_gin))).changes if item.new.name == "gin")
    assert change.high is None
    assert change.verdict == "undecided"
    assert math.isfinite(change.ratio)
