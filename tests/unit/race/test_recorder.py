"""What is kept of a turn: flags once of each kind and source, the largest memory, processes that change."""

from fairlap.hosting.body import ProcessCount
from fairlap.hosting.procfs import ProcessKey
from fairlap.race.recorder import Recorder


def test_the_first_flag_of_each_kind_and_source_is_kept() -> None:
    kept = Recorder()
    kept.flag("generator-late", "the first of 10.0.0.3", "10.0.0.3")
    kept.flag("generator-late", "the second of 10.0.0.3", "10.0.0.3")
    kept.flag("generator-late", "the first of 10.0.0.4", "10.0.0.4")
    kept.flag("timeout", "expected an answer, got none")
    kept.flag("timeout", "expected an answer, got none again")
    assert [str(flag) for flag in kept.flags] == [
        "generator-late: the first of 10.0.0.3",
        "generator-late: the first of 10.0.0.4",
        "timeout: expected an answer, got none",
    ]


def test_the_largest_memory_is_kept_and_a_missing_reading_changes_nothing() -> None:
    kept = Recorder()
    for now_bytes in (None, 5, 9, None, 7):
        kept.note_memory(now_bytes)
    assert kept.memory_peak_bytes == 9


def test_a_worker_that_is_lost_or_replaced_is_flagged() -> None:
    first, second, third = (ProcessKey(pid, 1) for pid in (1, 2, 3))
    replaced, lost = Recorder(), Recorder()
    for kept, later in ((replaced, frozenset({first, third})), (lost, frozenset({first}))):
        kept.note_processes(ProcessCount(2, 4, frozenset({first, second})))
        assert kept.flags == []
        kept.note_processes(ProcessCount(len(later), 4, later))
    assert [str(flag) for flag in replaced.flags] == ["restarted: 1 of 2 processes were replaced by others"]
    assert [str(flag) for flag in lost.flags] == ["processes-changed: 2 at the start, 1 at the end"]
