"""What reports, comparisons and histories say of the machines of a cluster; a single machine changes nothing."""

import csv
import io
import json
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fairlap.comparing import Question, SideDocument, compare_runs
from fairlap.errors import UsageError
from fairlap.history import build_history
from fairlap.pages.report import report_page
from fairlap.pages.site import ALONE
from fairlap.render.comparison import render_comparison_markdown
from fairlap.render.csv import render_csv, render_samples_csv
from fairlap.render.json_document import render_json
from fairlap.render.markdown import render_markdown
from fairlap.report import Row, RunReport, build_report
from fairlap.report.detail import build_detail
from fairlap.samples import Machine, RoundRecord
from fairlap.statistics.ground import same_ground
from fairlap.store import Store, StoredRun
from report_factory import shown, stored_of
from sample_factory import Racer, alter, alter_laps, run_record, simulate

EPYC, XEON = "EPYC 7763, 4 CPUs", "Xeon 8488C, 8 CPUs"


def cluster(*server_kinds: str) -> tuple[Machine, ...]:
    """Servers 10.0.0.1, 10.0.0.2 ... of these kinds, two generators, services."""
    servers = [Machine(f"10.0.0.{number}", "server", kind, "{}") for number, kind in enumerate(server_kinds, start=1)]
    others = [Machine(f"10.0.1.{number}", "generator", XEON, "{}") for number in (1, 2)]
    return (*servers, *others, Machine("10.0.2.1", "services", EPYC, "{}"))


def rounds_on(*machines: str, likes: dict[str, float] | None = None) -> tuple[RoundRecord, ...]:
    """Rounds of a and b, one on each of the machines; a is faster by its share (a log) of what a machine likes."""
    dice = random.Random(11)
    found: list[RoundRecord] = []
    for number, machine in enumerate(machines, start=1):
        speed = 40_000 * math.exp((likes or {}).get(machine, 0.0))
        field = [Racer("a", speed, start_spread=0.002), Racer("b", 40_000.0, start_spread=0.002)]
        (record,) = simulate(dice, field, rounds=1)
        found.append(replace(record, round=number, machine=machine))
    return tuple(found)


def stored_on(
    rounds: Sequence[RoundRecord], machines: Sequence[Machine], run: str = "20260801-120000-ab12"
) -> StoredRun:
    return StoredRun(run_record(run), (), (), tuple(rounds), "now", False, machines=tuple(machines))


MIXED = stored_on(
    alter_laps(rounds_on("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.2", "10.0.0.1"), "a", start_skew_us=84.6),
    cluster(EPYC, XEON),
)
WARNING = f"3 rounds on {EPYC}; 2 rounds on {XEON}: absolute numbers mix them"


def row(report: RunReport, name: str) -> Row:
    return next(found for found in report.contestants if found.name == name)


def reasons(report: RunReport, name: str) -> dict[str, str]:
    return {flag.name: flag.reason for flag in row(report, name).flags}


def page_of(stored: StoredRun) -> str:
    """The page, with plain spaces."""
    return report_page(build_report(stored), build_detail(stored), ALONE).replace("\N{NO-BREAK SPACE}", " ")


# --- kinds -------------------------------------------------------------------------------------------------------


def test_a_row_of_two_kinds_of_machine_says_so_and_keeps_its_rank():
    report = build_report(MIXED)
    for name in ("a", "b", "reference"):
        assert reasons(report, name)["mixed-machines"].startswith(WARNING)
        assert row(report, name).status == "ok"
    assert [(of.name, of.kind, of.rounds) for of in row(report, "a").machines] == [
        ("10.0.0.1", EPYC, 3),
        ("10.0.0.2", XEON, 2),
    ]
    assert row(report, "a").rank is not None


def test_two_machines_of_one_kind_are_not_mixed_and_a_round_that_failed_does_not_count():
    alike = build_report(replace(MIXED, machines=cluster(EPYC, EPYC)))
    assert "mixed-machines" not in reasons(alike, "a")
    failed = alter(MIXED.rounds, "a", numbers=[2, 4], stage="lap", failure="exited with code 139")
    report = build_report(replace(MIXED, rounds=failed))
    assert "mixed-machines" not in reasons(report, "a")
    assert [of.rounds for of in row(report, "a").machines] == [3]
    assert "mixed-machines" in reasons(report, "b")


def test_every_form_of_a_report_tells_mixed_machines():
    report = build_report(MIXED)
    assert WARNING in " ".join(shown(report, 160).split())
    assert "mixed-machines" in " ".join(shown(report, 80).split())
    assert WARNING in render_markdown(report)
    assert WARNING in page_of(MIXED)
    assert WARNING in render_json(report)
    for line in csv.DictReader(io.StringIO(render_csv(report))):
        assert line["flags"] == "mixed-machines"
        assert line["machines"] == "10.0.0.1: 3; 10.0.0.2: 2"
        assert line["machine_kinds"] == f"{EPYC}; {XEON}"


# --- machines that do not agree, rounds that are too few on each -------------------------------------------------


def test_machines_that_treat_a_pair_differently_are_reported_with_both_ratios():
    names = ["10.0.0.1", "10.0.0.2"] * 4
    rounds = rounds_on(*names, likes={"10.0.0.1": 0.04, "10.0.0.2": -0.04})
    report = build_report(stored_on(rounds, cluster(EPYC, EPYC)))
    (pair,) = report.comparisons
    assert [(of.machine_a, of.machine_b, of.rounds) for of in pair.by_machine] == [
        ("10.0.0.1", "10.0.0.1", 4),
        ("10.0.0.2", "10.0.0.2", 4),
    ]
    first, second = (of.ratio for of in pair.by_machine)
    assert pair.machines_p_adjusted is not None
    assert pair.machines_p_adjusted < 0.001
    told = f"{first:.3f} on 10.0.0.1, {second:.3f} on 10.0.0.2"
    assert reasons(report, "a") == {"machines-disagree": f"machines disagree on its ratio to b: {told}"}
    turned = f"{1 / first:.3f} on 10.0.0.1, {1 / second:.3f} on 10.0.0.2"
    assert reasons(report, "b") == {"machines-disagree": f"machines disagree on its ratio to a: {turned}"}
    assert all(found.status == "ok" for found in report.contestants)
    assert "machines-disagree" in render_markdown(report)
    calm = build_report(stored_on(rounds_on(*names), cluster(EPYC, EPYC)))
    assert (reasons(calm, "a"), reasons(calm, "b")) == ({}, {})
    assert calm.comparisons[0].machines_p_adjusted is not None


def test_rounds_that_are_scattered_over_machines_have_no_interval_and_say_why():
    report = build_report(stored_on(rounds_on("10.0.0.1", "10.0.0.2"), cluster(EPYC, EPYC)))
    (pair,) = report.comparisons
    assert (pair.low, pair.high, pair.p_adjusted, pair.verdict) == (None, None, None, "undecided")
    assert pair.ratio is not None
    reason = "too few rounds on the same machine for an interval of its ratio to b"
    assert reasons(report, "a") == {"scattered-rounds": reason}
    one = build_report(stored_on(rounds_on("10.0.0.1"), cluster(EPYC, EPYC)))
    assert reasons(one, "a") == {}, "a single round never has an interval"


# --- where it was measured ---------------------------------------------------------------------------------------

PROVENANCE = (
    f"machines: 2 servers (1 {EPYC}; 1 {XEON}), 2 generators ({XEON}), 1 for services ({EPYC}) · "
    "generators started at most 85 µs apart"
)


def test_every_form_of_a_report_tells_its_machines_and_the_largest_skew():
    report = build_report(MIXED)
    assert report.start_skew_us_max == 84.6
    assert PROVENANCE in " ".join(shown(report, 160).split())
    assert PROVENANCE in render_markdown(report)
    page = page_of(MIXED)
    assert PROVENANCE.split(" · ")[0] in page
    assert "started a lap at most 85 µs apart" in page
    assert "server 10.0.0.2" in page
    assert "EPYC 7763" in page
    found = json.loads(render_json(report))
    assert [(machine["name"], machine["site"], machine["kind"]) for machine in found["machines"]] == [
        (machine.name, machine.site, machine.kind) for machine in MIXED.machines
    ]
    samples = list(csv.DictReader(io.StringIO(render_samples_csv(MIXED))))
    assert {(line["round"], line["machine"]) for line in samples} >= {("1", "10.0.0.1"), ("2", "10.0.0.2")}
    assert {line["start_skew_us"] for line in samples if line["contestant"] == "a"} == {"84.6"}


def test_the_skew_of_a_lap_that_does_not_count_is_not_reported():
    spoilt = alter(MIXED.rounds, "a", failure="exited with code 139", stage="lap")
    assert build_report(replace(MIXED, rounds=spoilt)).start_skew_us_max is None


def test_a_single_machine_is_reported_as_before():
    stored = stored_of(50_000.0, 49_000.0)
    report = build_report(stored)
    for text in (shown(report, 160), render_markdown(report), page_of(stored)):
        assert "machines:" not in text
        assert "Machines of the cluster" not in text
        assert "EPYC 7763" in text
    assert (report.machines, report.start_skew_us_max) == ((), None)
    assert all(found.machines == () for found in report.contestants)
    assert all((pair.by_machine, pair.machines_p_adjusted) == ((), None) for pair in report.comparisons)


# --- runs of other machines --------------------------------------------------------------------------------------

ON_ONE = rounds_on(*["10.0.0.1"] * 4)


def compared(base: StoredRun, new: StoredRun) -> str:
    sides = [
        SideDocument(typed=stored.run.run, kind="run", commit=None, changed=None, run=stored.run.run)
        for stored in (base, new)
    ]
    return render_comparison_markdown(compare_runs(Question(sides[0], sides[1], 0.02, 0.02), base, new))


def test_runs_whose_server_machines_are_of_one_kind_are_compared():
    base = stored_on(ON_ONE, cluster(EPYC), "base")
    others = tuple(replace(machine, name=f"{machine.name}9") for machine in cluster(EPYC, EPYC))
    text = compared(base, stored_on([replace(record, machine="10.0.0.19") for record in ON_ONE], others, "new"))
    assert "EPYC 7763, 4 CPUs" in text


@pytest.mark.parametrize(
    ("machines", "reason"),
    [
        (cluster(XEON), f"kind of server machine: {EPYC} and {XEON}"),
        (cluster(EPYC, XEON), f"kind of server machine: {EPYC} and {EPYC}; {XEON}"),
        ((), "machines: of a cluster and a single one"),
        (
            (Machine("10.0.0.1", "server", EPYC, "{}"), Machine("10.0.0.1", "generator", EPYC, "{}")),
            "generator on the server's machine: no and yes",
        ),
    ],
)
def test_runs_of_other_machines_are_not_compared(machines: tuple[Machine, ...], reason: str):
    base = cluster(EPYC)
    (difference,) = same_ground(run_record(), run_record("other"), (base, machines))
    assert str(difference) == reason
    with pytest.raises(UsageError) as caught:
        compared(stored_on(ON_ONE, base, "base"), stored_on(ON_ONE, machines, "new"))
    assert reason in caught.value.line()


def test_the_leading_machine_does_not_matter_on_a_cluster():
    other = run_record("other", host_json='{"cpu_model": "laptop", "cpus": 2}')
    assert same_ground(run_record(), other, (cluster(EPYC), cluster(EPYC))) == ()
    assert same_ground(run_record(), other) != ()


def test_a_history_breaks_where_the_server_machines_become_others(tmp_path: Path):
    with Store.open(tmp_path / "fairlap.db") as store:
        for number, kinds in enumerate([(EPYC,), (EPYC, EPYC), (XEON,)]):
            run = f"run-{number}"
            store.begin_run(run_record(run, started_at=f"2026-08-0{number + 1}T00:00:00Z"))
            for machine in cluster(*kinds):
                store.add(run, machine)
            for record in ON_ONE:
                store.add_round(run, record)
            store.finish_run(run, "now", interrupted=False)
        (series,) = build_history(store, "a").series
    assert [[point.run for point in segment.points] for segment in series.segments] == [["run-0", "run-1"], ["run-2"]]
    assert list(map(str, series.segments[1].break_reasons)) == [f"kind of server machine: {EPYC} and {XEON}"]
