"""`fairlap --help` and `fairlap help`: every command in one group, and the texts that people need."""

import re
from pathlib import Path

import pytest

from fairlap.cli import app
from fairlap.cli.groups import GROUPS
from fairlap.cli.help import TOPICS
from support import ROOT, Fairlap


@pytest.fixture
def fairlap(tmp_path: Path) -> Fairlap:
    return Fairlap(ROOT, tmp_path / "results")


def test_every_command_is_in_one_group_and_whole(fairlap: Fairlap) -> None:
    named = [name for names in GROUPS.values() for name in names]
    registered = [*app.registered_commands, *app.registered_groups]
    assert sorted(named) == sorted(str(command.name) for command in registered)
    shown = fairlap.in_process("--help").out
    for title in GROUPS:
        assert f"\n{title}:\n" in shown
    assert "..." not in shown.replace("[ARGS]...", ""), "no sentence is cut"


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_a_page_of_a_terminal(fairlap: Fairlap, topic: str) -> None:
    shown = fairlap.in_process("help", topic.upper()).out
    assert 10 <= len(shown.splitlines()) <= 30
    for page in re.findall(r"docs/[a-z-]+\.md", shown):
        assert (ROOT / page).is_file(), page


def test_help_of_a_command_is_its_own_and_of_anything_else_names_the_topics(fairlap: Fairlap) -> None:
    assert (
        fairlap.in_process("help", "compare").out.splitlines()[2:]
        == fairlap.in_process("compare", "--help").out.splitlines()[2:]
    )
    assert "method, fairlap.toml, isolation, ci" in fairlap.in_process("help").out
    unknown = fairlap.in_process("help", "nothing")
    assert (unknown.code, "there is no topic or command 'nothing'" in unknown.err) == (2, True)
