"""Every way a contestant can go wrong ends in one marked row with its reason; the heat goes on, nothing is left."""

import pytest

from support import Fairlap, Finished


def race(fairlap: Fairlap, name: str, *more: str) -> Finished:
    done = fairlap("run", "misbehaving", "--contestants", f"good,{name}", "--rounds", "1", "--json", "-", *more)
    assert done.code == 1, done.err
    assert done.raced("good")["throughput_per_s"]["value"] > 0, "the heat goes on"
    return done


@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [
        ("crash-at-start", "failed", "ended with exit status 3"),
        ("wrong-body", "failed", "body"),
        ("wrong-status", "failed", "status"),
        ("port-taken", "failed", "ended with exit status"),
        ("build-fails", "failed", "build"),
        ("missing-program", "skipped", "no-such-program"),
    ],
)
def test_what_is_wrong_at_the_start_marks_the_row(fairlap: Fairlap, name: str, status: str, reason: str) -> None:
    more = ("good",) if status == "skipped" else ()
    done = fairlap(
        "run", "misbehaving", "--contestants", ",".join(("good", name, *more)), "--rounds", "1", "--json", "-"
    )
    if status == "skipped":
        done.all_raced()
    else:
        assert done.code == 1, done.err
    row = done.row(name)
    assert row["status"] == status
    assert reason in row["reason"], row["reason"]
    assert "\n" not in row["reason"], "one line"
    assert row["rank"] is None
    assert row["throughput_per_s"] is None or row["throughput_per_s"]["value"] is None
    assert name in done.err, "it is said at once, too"
    done.raced("good")


def test_an_answer_that_is_wrong_under_load_only_makes_the_row_invalid(fairlap: Fairlap) -> None:
    row = race(fairlap, "wrong-sometimes").row("wrong-sometimes")
    assert row["status"] == "invalid"
    assert "wrong" in row["reason"]
    assert row["rank"] is None
    assert any("wrong_body" in flag["reason"] or "wrong_body" in flag["name"] for flag in row["flags"]), row["flags"]
