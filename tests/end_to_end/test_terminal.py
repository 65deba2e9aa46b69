"""What a person sees who races on a terminal: the stage, a bar, the time left, and then the table."""

from conftest import Fairlap


def test_a_race_on_a_terminal_shows_its_progress_and_ends_with_the_table(fairlap: Fairlap) -> None:
    options = ("--contestants", "good,wrong-body", "--rounds", "2", "--cycles", "4")
    done = fairlap.on_terminal("run", "misbehaving", *options)
    assert done.code == 1, done.err
    assert "round 2 of 2" in done.err
    assert "left" in done.err
    assert "wrong-body: verify:" in done.err, "failures are said at once, above the bar"
    assert "requests" in done.out
    assert "good" in done.out
