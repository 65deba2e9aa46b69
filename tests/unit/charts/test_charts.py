"""Pictures of a run show the numbers of its report, and nothing without numbers."""

import random
from dataclasses import replace

import pytest

from chart_factory import LONG, NASTY, Drawing, raced, stored
from fairlap.charts import ladder_figures, picture, run_figures
from fairlap.charts.figure import Figure
from fairlap.charts.layout import cut
from fairlap.charts.ranking import bands_of, brackets_of, lines_of
from fairlap.report import ClassicBeside, ClassicRatio, Interval, Ladder, LadderStep, RunReport, build_report
from fairlap.report.detail import WarmupMedian, build_detail
from report_factory import full_report, report_of
from sample_factory import CALM, Machine, Racer, alter_laps, simulate, stalled

FULL = full_report()


def figures_of(name: str) -> dict[str, Figure]:
    run = NASTY[name]
    report = build_report(run)
    found = run_figures(report, build_detail(run), "hello-json")
    return {figure.name.partition("-")[2]: figure for figure in found}


def figure_of(report: RunReport, name: str) -> Figure:
    found = run_figures(report, build_detail(NASTY["nothing"]), "hello-json")
    return next(figure for figure in found if figure.name == f"s1-{name}")


def ranked(drawing: Drawing) -> list[tuple[str, float, float | None, float | None]]:
    """Name, score, and both ends of its interval, read off the axis of a ranking from top to bottom."""
    axis = drawing.across("throughput relative to the reference")
    found = []
    for dot in drawing.of("circle", fill="var(--accent)"):
        x, y = dot.middle
        ends = [line for line in drawing.of("line", stroke="var(--accent)") if line.number("y1") == y]
        low, high = [axis.value(ends[0].number(key)) for key in ("x1", "x2")] if ends else (None, None)
        found.append((y, (dot.hint.partition(", rank ")[0], axis.value(x), low, high)))
    return [row for _, row in sorted(found)]


def test_the_ranking_draws_score_and_interval_of_everyone_with_a_rank() -> None:
    rows = [row for row in FULL.contestants if row.rank is not None and row.score is not None]
    found = ranked(Drawing(figure_of(FULL, "ranking")))
    assert [name for name, *_ in found] == [row.name for row in rows]
    for (_, *numbers), row in zip(found, rows, strict=True):
        assert row.score is not None
        assert numbers == pytest.approx([row.score.value, row.score.low, row.score.high], abs=1e-4)


def test_an_interval_without_end_is_cut_and_marked_so_that_the_others_can_be_seen() -> None:
    report = report_of(60_000.0, 50_000.0, 40_000.0)
    rows = [
        row.model_copy(update={"score": Interval(value=0.5, low=0.0001, high=900.0, n=2)}) if row.name == "b" else row
        for row in report.contestants
    ]
    drawing = Drawing(figure_of(report.model_copy(update={"contestants": tuple(rows)}), "ranking"))
    highs = {name: high for name, _, _, high in ranked(drawing)}
    assert highs["b"] is not None and highs["b"] < 1.6
    score = next(row.score for row in rows if row.name == "a")
    assert score is not None and highs["a"] == pytest.approx(score.high, rel=1e-3)
    assert [hint for hint in drawing.hints if "goes on" in hint] == ["b: the interval goes on"]


def test_the_ranking_comes_first_and_names_are_unique() -> None:
    for name, run in NASTY.items():
        found = run_figures(build_report(run), build_detail(run), "hello-json")
        assert found[0].name == "s1-ranking", name
        assert len({figure.name for figure in found}) == len(found)


def test_the_ranking_shows_who_has_no_rank_with_the_reason() -> None:
    drawing = Drawing(figure_of(FULL, "ranking"))
    assert "failed: round 2 at lap: exited with code 139" in drawing.texts
    assert "skipped: php extension swoole is missing" in drawing.texts
    assert any(text.startswith("invalid: ") for text in drawing.texts)
    without = [row for row in FULL.contestants if row.rank is None and not row.is_reference]
    assert len(drawing.of("path", stroke="var(--warn)")) == len(without)


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
    drawing = Drawing(figure_of(FULL, "ranking"))
    flagged = [mark for mark in drawing.marks if " flagged: " in mark.hint]
    names = {mark.hint.partition(" flagged: ")[0] for mark in flagged}
    assert names == {row.name for row in FULL.contestants if row.flags and row.status == "ok"}
    labels = {mark.text: mark.number("y") for mark in drawing.of("text")}
    for mark in flagged:
        assert abs(labels[mark.hint.partition(" flagged: ")[0]] - mark.middle[1]) < 5


def test_a_single_round_has_dots_and_says_that_it_has_no_intervals() -> None:
    drawing = Drawing(figures_of("one round")["ranking"])
    assert [row[2:] for row in ranked(drawing)] == [(None, None), (None, None)]
    assert "one round: no intervals" in drawing.texts


def test_points_are_at_throughput_and_response_time_at_half_load() -> None:
    drawing = Drawing(figures_of("four orders")["latency"])
    across, upwards = drawing.across("requests per second"), drawing.upwards("p99 of response time")
    rows = [row for row in build_report(NASTY["four orders"]).contestants if not row.is_reference]
    assert len(drawing.of("circle")) == len(rows) == 3
    for row in rows:
        rate = row.rate("share-50")
        assert rate is not None and rate.response_us.p99 is not None and row.throughput_per_s is not None
        [x, y] = next(mark for mark in drawing.of("circle") if mark.hint.startswith(f"{row.name}: ")).middle
        assert across.value(x) == pytest.approx(row.throughput_per_s.value, rel=1e-3)
        assert upwards.value(y) == pytest.approx(rate.response_us.p99.value / 1000, rel=1e-3)


def test_without_rates_response_times_are_those_of_full_load_and_say_so() -> None:
    run = stored(raced(Racer("a", 40_000.0), Racer("b", 30_000.0), rates=False))
    found = {figure.name: figure for figure in run_figures(build_report(run), build_detail(run), "hello-json")}
    assert "at full load" in found["s1-latency"].description
    assert "at full load" in found["s1-percentiles"].description


def test_without_histograms_there_are_no_pictures_of_response_times() -> None:
    assert {"latency", "percentiles"}.isdisjoint(figures_of("no latency"))


def test_who_has_no_curve_for_a_restless_machine_is_named() -> None:
    run = stored(stalled(raced(Racer("a", 40_000.0), Racer("b", 30_000.0), Racer("c", 20_000.0)), "b", 1, 2))
    found = {figure.name: figure for figure in run_figures(build_report(run), build_detail(run), "hello-json")}
    assert "No curve for b: response times withheld." in found["s1-percentiles"].description
    assert {mark.hint for mark in Drawing(found["s1-percentiles"]).of("path")} == {"a", "c"}
    assert "Not determined: b." in found["s1-latency"].description


def test_percentile_curves_have_the_points_of_the_detail() -> None:
    detail = build_detail(NASTY["four orders"]).of_scenario("hello-json")
    drawing = Drawing(figures_of("four orders")["percentiles"])
    odds = drawing.across("percentile", lambda label: 1 / (1 - float(label) / 100), log=True)
    upwards = drawing.upwards("response time")
    for name in ("slow", "middle", "fast"):
        [curve] = [mark for mark in drawing.of("path") if mark.hint == name]
        points = detail[name].half_load
        assert [odds.value(x) for x, _ in curve.spots] == pytest.approx(
            [1 / (1 - point.percentile / 100) for point in points], rel=2e-3
        )
        assert [upwards.value(y) for _, y in curve.spots] == pytest.approx(
            [point.value_us / 1000 for point in points], rel=2e-3
        )


def bars_of(drawing: Drawing, title: str) -> dict[str, tuple[float, float]]:
    """Where the bar of each contestant begins and ends on the axis of that title."""
    axis = drawing.across(title)
    return {
        mark.hint.partition(": ")[0]: (
            axis.value(mark.number("x")),
            axis.value(mark.number("x") + mark.number("width")),
        )
        for mark in drawing.of("rect")
    }


def test_bars_are_as_long_as_the_cpu_time_and_begin_at_zero() -> None:
    found = bars_of(Drawing(figure_of(FULL, "cpu")), "microseconds of CPU")
    expected = {
        row.name: (0.0, row.cpu_us_per_request.value)
        for row in FULL.contestants
        if row.status == "ok" and row.cpu_us_per_request
    }
    assert found.keys() == expected.keys()
    for name, ends in expected.items():
        assert found[name] == pytest.approx(ends, rel=1e-3, abs=1e-9)


def test_what_was_not_observed_is_no_bar() -> None:
    rounds = alter_laps(raced(Racer("a", 40_000.0), Racer("b", 30_000.0)), "a", server_cpu_us=None)
    run = stored(rounds)
    found = {figure.name: figure for figure in run_figures(build_report(run), build_detail(run), "hello-json")}
    assert bars_of(Drawing(found["s1-cpu"]), "microseconds of CPU").keys() == {"b", "reference"}


def test_a_search_that_found_nothing_says_none_and_has_no_bar() -> None:
    found = figure_of(FULL, "capacity")
    drawing = Drawing(found)
    assert bars_of(drawing, "requests per second").keys() == {"gin", "uwebsockets"}
    assert "none of those tried" in drawing.texts
    assert ("fastapi", "none of those tried") in found.table.rows


def test_cycles_show_less_spread_relative_to_the_others_than_as_measured() -> None:
    lines = Drawing(figures_of("many")["cycles"]).of("path")
    assert len(lines) == 2 * 25
    heights = [[y for line in half for _, y in line.spots] for half in (lines[:25], lines[25:])]
    raw, relative = (max(found) - min(found) for found in heights)
    assert max(heights[0]) < min(heights[1]), "below each other"
    assert relative < 0.5 * raw


@pytest.mark.parametrize("machine", [Machine(), CALM])
def test_whoever_else_was_in_the_heat_makes_no_spread_and_the_sentence_says_what_the_table_has(
    machine: Machine,
) -> None:
    dice = random.Random(7)
    records = []
    for number in range(1, 7):
        other = Racer("b", 90_000.0) if number % 2 else Racer("c", 4000.0)
        (record,) = simulate(dice, [Racer("a", 40_000.0), other], rounds=1, cycles=40, machine=machine)
        records.append(replace(record, round=number))
    run = stored(tuple(records))
    report = build_report(run)
    found = next(
        figure
        for figure in run_figures(report, build_detail(run), "hello-json")
        if figure.title == "What the machine did, and what is left of it"
    )
    raw, left = (float(cell.partition(" ")[0]) for cell in next(row for row in found.table.rows if row[0] == "a")[2:])
    assert left < 4, "two laps of 2 %, although the others of a differ by a factor of 20"
    assert (left < raw) is (machine is not CALM)
    nothing_gained = "here the division takes nothing away" in found.description
    assert nothing_gained is (machine is CALM)


def test_a_stall_is_cut_at_the_edge_of_the_plot_and_not_drawn_over_others() -> None:
    assert cut([(0, 5), (2, 5), (4, 25), (6, 5)], 0, 15) == [[(0, 5), (2, 5), (3, 15)], [(5, 15), (6, 5)]]
    assert cut([(0, -10), (10, 20)], 0, 10) == [[(pytest.approx(10 / 3), 0), (pytest.approx(20 / 3), 10)]]
    assert cut([(0, 20), (5, 20), (6, 30)], 0, 10) == []
    heights = [y for line in Drawing(figures_of("many")["cycles"]).of("path") for _, y in line.spots]
    assert min(heights) >= 0 and max(heights) <= 120 + 64 + 120


def test_thinned_traces_say_how_many_cycles_are_one_point() -> None:
    assert "the median of" in figures_of("many")["cycles"].description.rpartition("Each point is")[2]
    assert "Each point is" not in figures_of("one contestant")["cycles"].description


def test_warm_up_draws_its_laps_and_a_gap_where_a_logarithm_has_no_place() -> None:
    run = NASTY["four orders"]
    ratios = {"slow": (0.0001, 0.0, 0.0002, 0.0003), "middle": (0.2, 0.3, 0.4, 0.4), "fast": (0.5, 0.7, 0.8, 0.9)}
    detail = build_detail(run)
    warm = tuple(
        one.model_copy(
            update={
                "warmup": tuple(
                    WarmupMedian(at_s=0.25 * lap, ratio=ratio, rounds=5)
                    for lap, ratio in enumerate(ratios.get(one.name, ()), start=1)
                )
            }
        )
        for one in detail.contestants
    )
    found = run_figures(build_report(run), detail.model_copy(update={"contestants": warm}), "hello-json")
    drawing = Drawing(next(figure for figure in found if figure.name == "s1-warmup"))
    across, upwards = drawing.across("seconds of load"), drawing.upwards("throughput relative to the reference")
    lines = {mark.hint: mark for mark in drawing.of("path") if mark.hint}
    assert lines.keys() == ratios.keys()
    for name, line in lines.items():
        known = [(0.25 * lap, ratio) for lap, ratio in enumerate(ratios[name], start=1) if ratio]
        assert [across.value(x) for x, _ in line.spots] == pytest.approx([at_s for at_s, _ in known], rel=1e-3)
        assert [upwards.value(y) for _, y in line.spots] == pytest.approx([ratio for _, ratio in known], rel=5e-3)
        assert line.attributes["d"].count("M") == (2 if name == "slow" else 1)


def test_scaling_draws_the_measured_points() -> None:
    drawing = Drawing(figures_of("names")["scaling"])
    across, upwards = drawing.across("connections"), drawing.upwards("requests per second")
    [row] = [row for row in build_report(NASTY["names"]).contestants if row.name == LONG]
    assert row.scaling is not None
    dots = [mark.middle for mark in drawing.hinted(f"{LONG}, ")]
    expected = [(point.connections, point.throughput_per_s.value) for point in row.scaling.points]
    assert len(dots) == len(expected)
    for (x, y), point in zip(dots, expected, strict=True):
        assert (across.value(x), upwards.value(y)) == pytest.approx(point, rel=2e-3)


def test_then_and_now_draws_both_ratios_and_the_repetition() -> None:
    assert FULL.published is not None
    again = ClassicRatio(
        name="gin", scenario="hello-json", connections=64, ratio_then=None, ratio_classic=0.7, ratio_laps=None
    )
    beside = ClassicBeside(run="r", generator="ab", common="uwebsockets", contestants=(again,), agreement=())
    found = figure_of(FULL.model_copy(update={"classic": beside}), "then")
    [gin] = [entry for entry in FULL.published.contestants if entry.name == "gin"]
    drawing = Drawing(found)
    axis = drawing.across("throughput relative to uwebsockets")
    ratios = [axis.value(mark.middle[0]) for mark in drawing.hinted("gin, ")]
    assert gin.ratio_now is not None
    assert ratios == pytest.approx([gin.ratio_then, 0.7, gin.ratio_now.value], rel=1e-3)
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
    drawing = Drawing(found)
    bars = bars_of(drawing, "microseconds for each answer")
    assert bars.keys() == {"basic", "query"}
    assert bars["query"] == pytest.approx((100.0, 900.0), rel=1e-3)
    assert "no valid row" in drawing.texts


def test_a_run_without_a_ladder_has_no_waterfall() -> None:
    assert ladder_figures(FULL) == ()


def test_the_picture_has_title_winner_and_conditions() -> None:
    drawing = Drawing(picture(FULL, "hello-json"))
    shown = sorted(drawing.of("text"), key=lambda mark: mark.number("y"))
    assert (shown[0].text, shown[0].attributes["font-weight"]) == ("Hello World as JSON", "bold")
    assert shown[1].text.startswith("uwebsockets is the fastest: ")
    assert "2026-08-01 · EPYC 7763 · 4 CPUs · 64 connections · 5 rounds" in shown[-1].text


@pytest.mark.parametrize("name", NASTY)
def test_every_picture_has_words_and_a_table_of_even_rows(name: str) -> None:
    for figure in figures_of(name).values():
        assert figure.title and figure.description.endswith(".")
        assert {len(row) for row in figure.table.rows} <= {len(figure.table.columns)}
