"""Pictures of a run show the numbers of its report, and nothing without numbers."""

import pytest

from chart_factory import LONG, NASTY, data_of, drawn, raced, stored
from fairlap.charts import ladder_figures, picture, run_figures
from fairlap.charts.figure import Figure
from fairlap.charts.groups import bands_of, brackets_of, lines_of
from fairlap.report import ClassicBeside, ClassicRatio, Interval, Ladder, LadderStep, RunReport, build_report
from fairlap.report.detail import build_detail
from report_factory import full_report, report_of
from sample_factory import Racer, alter_laps

FULL = full_report()


def figures_of(name: str) -> dict[str, Figure]:
    run = NASTY[name]
    report = build_report(run)
    found = run_figures(report, build_detail(run), "hello-json")
    return {figure.name.partition("-")[2]: figure for figure in found}


def figure_of(report: RunReport, name: str) -> Figure:
    found = run_figures(report, build_detail(NASTY["nothing"]), "hello-json")
    return next(figure for figure in found if figure.name == f"s1-{name}")


def test_the_ranking_draws_score_and_interval_of_everyone_with_a_rank() -> None:
    expected = [
        (row.name, row.score.value, row.score.low, row.score.high)
        for row in FULL.contestants
        if row.rank is not None and row.score is not None
    ]
    assert list(drawn(figure_of(FULL, "ranking"), "name", "value", "low", "high"))[-7:] == expected


def test_an_interval_without_end_is_cut_and_marked_so_that_the_others_can_be_seen() -> None:
    report = report_of(60_000.0, 50_000.0, 40_000.0)
    rows = [
        row.model_copy(update={"score": Interval(value=0.5, low=0.0001, high=900.0, n=2)}) if row.name == "b" else row
        for row in report.contestants
    ]
    wild = report.model_copy(update={"contestants": tuple(rows)})
    highs = {name: high for name, high in drawn(figure_of(wild, "ranking"), "name", "high") if isinstance(high, float)}
    assert highs["b"] < 1.6
    assert highs["a"] == next(row.score.high for row in rows if row.name == "a" and row.score)
    marks = [text for (text,) in drawn(figure_of(wild, "ranking"), "words") if "goes on" in str(text)]
    assert marks == ["b: the interval goes on"]


def test_the_ranking_comes_first_and_names_are_unique() -> None:
    for name, run in NASTY.items():
        found = run_figures(build_report(run), build_detail(run), "hello-json")
        assert found[0].name == "s1-ranking", name
        assert len({figure.name for figure in found}) == len(found)


def test_the_ranking_shows_who_has_no_rank_with_the_reason() -> None:
    texts = [str(text) for (text,) in drawn(figure_of(FULL, "ranking"), "text")]
    assert "failed: round 2 at lap: exited with code 139" in texts
    assert "skipped: php extension swoole is missing" in texts
    assert any(text.startswith("invalid: ") for text in texts)


def test_contestants_that_are_not_shown_to_differ_have_a_bracket_and_a_band() -> None:
    lines, _, _ = lines_of(FULL.rows_of("hello-json"))
    ranked = [line for line in lines if line.row.rank is not None]
    brackets = brackets_of(FULL, "hello-json", ranked)
    members = [[line.row.name for line in bracket.lines] for bracket in brackets]
    assert sorted(map(sorted, members)) == [["fastify", "gin"], ["hapi", "koa"]]
    assert [bracket.tied for bracket in brackets] == [True, False]
    assert bands_of(brackets, lines) == brackets


def test_groups_that_overlap_have_brackets_and_no_band() -> None:
    report = report_of(40_000.0, 39_500.0, 30_000.0)
    letters = {"a": "a", "b": "ab", "c": "b"}
    rows = tuple(row.model_copy(update={"letters": letters.get(row.name)}) for row in report.contestants)
    report = report.model_copy(update={"contestants": rows})
    lines, _, _ = lines_of(report.rows_of("hello-json"))
    brackets = brackets_of(report, "hello-json", [line for line in lines if line.row.rank is not None])
    assert [[line.row.name for line in bracket.lines] for bracket in brackets] == [["a", "b"], ["b", "c"]]
    assert bands_of(brackets, lines) == []


def test_flags_are_marked_on_the_row_that_has_them() -> None:
    words = [str(text) for (text,) in drawn(figure_of(FULL, "ranking"), "words")]
    flagged = {text.partition(" flagged: ")[0] for text in words if " flagged: " in text}
    assert flagged == {row.name for row in FULL.contestants if row.flags and row.status == "ok"}


def test_a_single_round_has_dots_and_says_that_it_has_no_intervals() -> None:
    found = figures_of("one round")["ranking"]
    assert [row[1:] for row in drawn(found, "name", "low", "high")] == [(None, None), (None, None)]
    assert ("one round: no intervals",) in list(drawn(found, "text"))


def test_points_are_at_throughput_and_response_time_at_half_load() -> None:
    found = {
        name: rest
        for name, *rest in drawn(figures_of("four orders")["latency"], "name", "throughput_per_s", "response_ms")
    }
    for row in build_report(NASTY["four orders"]).contestants:
        if row.is_reference:
            continue
        rate = row.rate("share-50")
        assert rate is not None and rate.response_us.p99 is not None and row.throughput_per_s is not None
        assert found[row.name] == [row.throughput_per_s.value, rate.response_us.p99.value / 1000]


def test_without_rates_response_times_are_those_of_full_load_and_say_so() -> None:
    run = stored(raced(Racer("a", 40_000.0), Racer("b", 30_000.0), rates=False))
    found = {figure.name: figure for figure in run_figures(build_report(run), build_detail(run), "hello-json")}
    assert "at full load" in found["s1-latency"].description
    assert "at full load" in found["s1-percentiles"].description


def test_without_histograms_there_are_no_pictures_of_response_times() -> None:
    assert {"latency", "percentiles"}.isdisjoint(figures_of("no latency"))


def test_percentile_curves_have_the_points_of_the_detail() -> None:
    run = NASTY["four orders"]
    detail = build_detail(run).of_scenario("hello-json")
    found = list(drawn(figures_of("four orders")["percentiles"], "name", "percentile", "ms"))
    for name in ("slow", "middle", "fast"):
        expected = [(name, point.percentile, point.value_us / 1000) for point in detail[name].half_load]
        assert [row for row in found if row[0] == name] == expected


def test_bars_are_as_long_as_the_cpu_time_and_begin_at_zero() -> None:
    found = {name: (zero, value) for name, zero, value in drawn(figure_of(FULL, "cpu"), "name", "zero", "value")}
    expected = {
        row.name: (0.0, row.cpu_us_per_request.value)
        for row in FULL.contestants
        if row.status == "ok" and row.cpu_us_per_request
    }
    assert found == expected


def test_what_was_not_observed_is_no_bar() -> None:
    rounds = alter_laps(raced(Racer("a", 40_000.0), Racer("b", 30_000.0)), "a", server_cpu_us=None)
    run = stored(rounds)
    found = {figure.name: figure for figure in run_figures(build_report(run), build_detail(run), "hello-json")}
    assert {name for (name, _) in drawn(found["s1-cpu"], "name", "zero")} == {"b", "reference"}


def test_a_search_that_found_nothing_says_none_and_has_no_bar() -> None:
    found = figure_of(FULL, "capacity")
    assert {name for (name, _) in drawn(found, "name", "zero")} == {"gin", "uwebsockets"}
    assert ("none of those tried",) in list(drawn(found, "text"))
    assert ("fastapi", "none of those tried") in found.table.rows


def test_cycles_show_less_spread_relative_to_the_others_than_as_measured() -> None:
    changes: dict[int, list[float]] = {0: [], 1: []}
    for panel, rows in data_of(figures_of("many")["cycles"]):
        changes[panel] += [float(str(row["change"])) for row in rows if row.get("change") is not None]
    raw, relative = changes.values()
    assert max(relative) - min(relative) < 0.5 * (max(raw) - min(raw))


def test_thinned_traces_say_how_many_cycles_are_one_point() -> None:
    assert "the median of" in figures_of("many")["cycles"].description.rpartition("Each point is")[2]
    assert "Each point is" not in figures_of("one contestant")["cycles"].description


def test_scaling_draws_the_measured_points() -> None:
    found = figures_of("names")["scaling"]
    [row] = [row for row in build_report(NASTY["names"]).contestants if row.name == LONG]
    assert row.scaling is not None
    expected = [(LONG, point.connections, point.throughput_per_s.value) for point in row.scaling.points]
    points = [point for *point, _ in drawn(found, "name", "connections", "per_s", "words") if point[0] == LONG]
    assert [tuple(point) for point in points] == expected


def test_then_and_now_draws_both_ratios_and_the_repetition() -> None:
    assert FULL.published is not None
    again = ClassicRatio(
        name="gin", scenario="hello-json", connections=64, ratio_then=None, ratio_classic=0.7, ratio_laps=None
    )
    beside = ClassicBeside(run="r", generator="ab", common="uwebsockets", contestants=(again,), agreement=())
    found = figure_of(FULL.model_copy(update={"classic": beside}), "then")
    [gin] = [entry for entry in FULL.published.contestants if entry.name == "gin"]
    ratios = [value for name, value in drawn(found, "name", "ratio") if name == "gin"]
    assert gin.ratio_now is not None
    assert ratios == [gin.ratio_then, 0.7, gin.ratio_now.value]
    [row] = [row for row in found.table.rows if row[0] == "gin"]
    assert row[2] == "0.700"


def test_waterfalls_go_from_the_step_below_to_the_own_time_of_each() -> None:
    def at(value: float) -> Interval:
        return Interval(value=value, low=value * 0.99, high=value * 1.01, n=3)

    steps = (
        LadderStep(scenario="ladder-basic", adds_to=None, answer_us=at(100.0), added_us=None),
        LadderStep(scenario="ladder-query", adds_to="ladder-basic", answer_us=at(900.0), added_us=at(800.0)),
        LadderStep(scenario="ladder-cache", adds_to="ladder-query", answer_us=None, added_us=None),
    )
    report = FULL.model_copy(update={"ladders": (Ladder(contestant="gin", steps=steps),)})
    [found] = ladder_figures(report)
    bars = list(drawn(found, "step", "start_us", "answer_us"))
    assert ("query", 100.0, 900.0) in bars
    assert "cache" not in {name for name, _, _ in bars}
    assert ("no valid row",) in list(drawn(found, "text"))


def test_a_run_without_a_ladder_has_no_waterfall() -> None:
    assert ladder_figures(FULL) == ()


def test_the_picture_has_title_winner_and_conditions() -> None:
    found = picture(FULL, "hello-json").view
    assert found["title"]["text"] == ["Hello World as JSON"]
    assert " ".join(found["title"]["subtitle"]).startswith("uwebsockets is the fastest: ")
    texts = " ".join(str(text) for (text,) in drawn(picture(FULL, "hello-json"), "text"))
    assert "2026-08-01 · EPYC 7763 · 4 CPUs · 64 connections · 5 rounds" in texts


@pytest.mark.parametrize("name", NASTY)
def test_every_picture_has_words_and_a_table_of_even_rows(name: str) -> None:
    for figure in figures_of(name).values():
        assert figure.title and figure.description.endswith(".")
        assert {len(row) for row in figure.table.rows} <= {len(figure.table.columns)}
