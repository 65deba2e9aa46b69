"""`fairlap run` on simulated time: what is in the report of one round, and the files that it writes."""

import json
from pathlib import Path

import pytest

from rehearsed import RehearsedFairlap


def test_one_round_gives_numbers_but_no_intervals_and_no_verdicts(rehearsed: RehearsedFairlap) -> None:
    race = ("run", "misbehaving", "--contestants", "good,good-twin", "--rounds", "1", "--cycles", "10")
    done = rehearsed(*race, "--json", "-")
    done.all_raced()
    assert done.row("good")["throughput_per_s"]["value"] > 0
    assert done.row("good")["throughput_per_s"]["low"] is None
    assert {comparison["verdict"] for comparison in done.document["comparisons"]} == {"undecided"}


def test_a_race_on_a_machine_with_all_isolation_may_require_it(rehearsed: RehearsedFairlap) -> None:
    race = ("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "10")
    rehearsed(*race, "--require-isolation", "--json", "-").all_raced()


def test_json_and_markdown_files_are_written_whole(rehearsed: RehearsedFairlap, tmp_path: Path) -> None:
    files = ("--json", str(tmp_path / "run.json"), "--markdown", str(tmp_path / "run.md"))
    done = rehearsed("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", *files)
    assert done.code in (0, 1), done.err
    assert json.loads((tmp_path / "run.json").read_text())["contestants"]
    assert "| " in (tmp_path / "run.md").read_text()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--latency-precision", "10%"],
            "--latency-precision: '10%' is not two shares, of p50 and of p99 (write them as 10%,25%)",
        ),
        (["--latency-precision", "10%,often"], "--latency-precision: 'often' is not a share (write it as 2% or 0.02)"),
        (["--latency-precision", "5%,9%", "--no-rates"], "needs laps at fixed rates (add --rates)"),
    ],
)
def test_an_unusable_precision_of_response_times_is_one_line(
    rehearsed: RehearsedFairlap, options: list[str], says: str
) -> None:
    done = rehearsed("run", "misbehaving", "--contestants", "good", *options)
    assert done.code == 2
    assert says in done.err


def test_response_times_are_compared_and_as_precise_as_asked(rehearsed: RehearsedFairlap) -> None:
    race = ("run", "misbehaving", "--contestants", "good,good-twin", "--budget", "90s", "--precision", "50%")
    rough, fine = (
        rehearsed(*race, "--seed", "3", "--latency-precision", precision, "--json", "-").document
        for precision in ("40%,60%", "0.1%,0.1%")
    )
    laps = [
        next(
            rate["laps"]
            for row in document["contestants"]
            for rate in row["rates"]
            if (row["name"], rate["purpose"]) == ("good", "share-50")
        )
        for document in (rough, fine)
    ]
    assert laps[0] < laps[1], "more laps for narrower intervals"
    assert {pair["percentile"] for pair in fine["response_comparisons"]} == {"p50", "p99"}
    assert {pair["verdict"] for pair in fine["response_comparisons"]} <= {"tie", "undecided"}, "they are equal"
