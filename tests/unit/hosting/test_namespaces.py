"""Commands by which is tried what this machine permits."""

import pytest

from fairlap.hosting import namespaces


def test_a_command_that_does_not_end_is_a_reason_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    assert namespaces.why_failed(["sh", "-c", "read -r word; [ $word = known ]"], "known\n") is None
    assert namespaces.why_failed(["sh", "-c", "echo no right >&2; exit 3"]) == "no right"
    assert namespaces.why_failed(["sh", "-c", "exit 3"]) == "exit status 3"
    monkeypatch.setattr(namespaces, "_BOUND_S", 1.0)
    assert namespaces.first_unreadable(["sh", "-c", "sleep 60", "--"], ()) == "sh did not end within 1 s"
