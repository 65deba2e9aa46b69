"""The paragraph that says where the published order, the classic repetition and laps agree."""

from fairlap.report.agreement import agreement
from fairlap.report.classic_models import ClassicRow
from report_factory import report_of


def row(name: str, then: float | None, here: float | None, status: str = "ok") -> ClassicRow:
    values = dict.fromkeys(ClassicRow.model_fields)
    values |= {"name": name, "scenario": "hello-json", "connections": 100, "status": status, "doubts": ()}
    return ClassicRow.model_validate(values | {"then_per_s": then, "answers_per_s": here})


def test_an_order_that_is_the_published_one_is_counted() -> None:
    said = agreement([row("a", 300, 30), row("b", 200, 20), row("c", 100, 10)], None, keepalive=True, differs=())
    assert said[0] == "3 of 3 pairs are in the published order."


def test_a_pair_the_other_way_round_is_named_with_both_ratios() -> None:
    said = agreement([row("a", 300, 20), row("b", 200, 40)], None, keepalive=False, differs=())
    assert "0 of 1 pairs are in the published order; reversed: a to b (then 1.50, here 0.50)." in said[0]
    assert "with a connection per request" in said[-1]


def test_less_than_two_percent_is_no_order() -> None:
    assert agreement([row("a", 300, 100), row("b", 299, 50)], None, keepalive=True, differs=()) == ()
    (first, _) = agreement([row("a", 300, 100), row("b", 200, 101)], None, keepalive=True, differs=())
    assert first.startswith("1 of 1 pairs are")


def test_rows_without_a_number_say_nothing() -> None:
    assert agreement([row("a", 300, None, "failed"), row("b", 200, 10)], None, keepalive=True, differs=()) == ()


def test_laps_name_what_they_turn_round_and_what_they_do_not_tell_apart() -> None:
    laps = report_of(200.0, 100.0, 100.0)
    rows = [row("a", None, 50), row("b", None, 100), row("c", None, 160)]
    said = agreement(rows, laps, keepalive=True, differs=())
    assert said[0].startswith("Laps reverse 2 of 3 pairs: a to b (classic 0.50, laps 2.0")
    assert "a to c (classic 0.31, laps 2.0" in said[0]
    assert said[0].endswith("1 not shown to differ by laps: b to c (0.62).")
    assert "one pass has no interval" in said[1]
