"""The machine, and whether it is fit to measure on."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairlap import doctor, host
from fairlap.host import CpuLayout, CpuUse

STAT = """\
cpu  30 0 10 100 20 0 0 8 0 0
cpu0 10 0 10 50 10 0 0 0 0 0
cpu1 20 0 0 50 10 0 0 8 5 0
intr 1 2 3
"""


def test_the_fingerprint_is_stored_and_read_back():
    found = host.fingerprint()
    assert host.HostFingerprint.from_json(found.as_json()) == found
    assert json.loads(found.as_json())["cpus"] == os.cpu_count()
    assert found.memory_bytes > 100_000_000
    assert found.kernel == os.uname().release


def test_cpu_times_are_read_per_cpu_in_microseconds():
    (first, zero), (second, one) = host.parse_cpu_times(STAT).cpus
    assert (first, second) == (0, 1)
    assert zero == CpuUse(total_us=800_000, idle_us=600_000, steal_us=0)
    assert one == CpuUse(total_us=880_000, idle_us=600_000, steal_us=80_000)


def test_what_happened_between_two_readings_is_told_for_the_cpus_asked_for():
    earlier = host.parse_cpu_times(STAT)
    later = host.parse_cpu_times(STAT.replace("cpu1 20 0 0 50 10 0 0 8", "cpu1 20 0 0 140 10 0 0 18"))
    assert later.since(earlier, (0,)) == CpuUse(0, 0, 0)
    assert later.since(earlier, (0,)).steal_share is None
    use = later.since(earlier, (1,))
    assert (use.idle_share, use.steal_share) == (0.9, 0.1)
    assert later.since(earlier) == use


def test_what_is_neither_idle_nor_known_is_told_by_the_clock_and_not_by_what_was_accounted():
    earlier = host.parse_cpu_times(STAT, at_us=1_000_000)
    later = host.parse_cpu_times(STAT.replace("cpu1 20 0 0 50 10 0 0 8", "cpu1 20 0 0 55 15 0 0 18"), at_us=2_000_000)
    use = later.since(earlier, (1,))
    # of 1,000 ms: 100 ms idle or waiting for a disk, 100 ms stolen, 500 ms known; ticks saw 200 ms in all
    assert use == CpuUse(total_us=200_000, idle_us=100_000, steal_us=100_000, elapsed_us=1_000_000)
    assert use.share_beyond(500_000) == pytest.approx(0.3)
    assert use.share_beyond(900_000) == pytest.approx(-0.1), "told in steps: one reading may be too low"
    assert later.since(earlier).elapsed_us == 2_000_000, "two CPUs"
    assert earlier.since(earlier).share_beyond(0) is None


def test_a_spinning_cpu_is_seen():
    cpu = max(os.sched_getaffinity(0))
    before, began = host.read_cpu_times(), time.monotonic()
    child = subprocess.Popen(["taskset", "-c", str(cpu), "sh", "-c", "while :; do :; done"])
    try:
        time.sleep(0.5)
        use, elapsed_us = host.read_cpu_times().since(before, (cpu,)), (time.monotonic() - began) * 1e6
    finally:
        child.kill()
        child.wait()
    assert use.idle_share < 0.5
    assert use.share_beyond(0) > 0.5
    assert 0.7 * elapsed_us < use.total_us < 1.3 * elapsed_us


@pytest.mark.parametrize(
    ("workers", "cores", "layout"),
    [
        (1, [(0,)], CpuLayout((0,), (0,), shared=True)),
        (1, [(0, 1)], CpuLayout((0, 1), (0, 1), shared=True)),
        (1, [(0,), (1,)], CpuLayout((0,), (1,), shared=False)),
        (4, [(0,), (1,)], CpuLayout((0,), (1,), shared=False)),
        (1, [(0,), (1,), (2,), (3,)], CpuLayout((0,), (1, 2), shared=False)),
        (3, [(0,), (1,), (2,), (3,)], CpuLayout((0, 1, 2), (3,), shared=False)),
        (1, [(0, 4), (1, 5), (2, 6)], CpuLayout((0,), (1, 5), shared=False)),
        (2, [(0, 4), (1, 5), (2, 6), (3, 7)], CpuLayout((0, 4), (1, 2, 5, 6), shared=False)),
        (3, [(0, 4), (1, 5), (2, 6), (3, 7)], CpuLayout((0, 1, 4), (2, 3, 6, 7), shared=False)),
    ],
)
def test_cpus_are_split_by_whole_cores(workers, cores, layout):
    assert host.split_cpus(workers, cores) == layout
    if not layout.shared:
        siblings = {cpu: core for core in cores for cpu in core}
        assert not {siblings[cpu] for cpu in layout.server} & {siblings[cpu] for cpu in layout.generator}


@pytest.mark.parametrize(
    ("cores", "generator", "services", "apart"),
    [
        ([(0, 1)], (0, 1), (0, 1), False),
        ([(0,), (1,)], (1,), (1,), False),
        ([(0,), (1,), (2,)], (1,), (2,), True),
        ([(0,), (1,), (2,), (3,), (4,)], (1, 2), (3, 4), True),
        ([(0, 4), (1, 5), (2, 6), (3, 7)], (1, 5), (3, 7), True),
    ],
)
def test_services_are_never_on_the_cpus_of_the_server_and_apart_where_cores_suffice(cores, generator, services, apart):
    layout = host.split_cpus(1, cores, services=True)
    assert (layout.generator, layout.services, layout.services_apart) == (generator, services, apart)
    assert layout.shared or not set(layout.services) & set(layout.server)


def test_only_cpus_that_this_process_may_use_are_chosen():
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {max(before)})
        assert host.choose_cpus(1) == CpuLayout((max(before),), (max(before),), shared=True)
    finally:
        os.sched_setaffinity(0, before)


def test_lists_of_cpus_are_understood():
    assert host.parse_cpu_list("0-2,5\n") == (0, 1, 2, 5)
    assert host.parse_cpu_list("7") == (7,)


@pytest.mark.skipif(host.why_asleep() is not None, reason="idle CPUs cannot be kept awake here")
def test_no_idle_cpu_sleeps_while_they_are_kept_awake():
    deeper = sorted(Path("/sys/devices/system/cpu").glob("cpu[0-9]*/cpuidle/state[1-9]*/usage"))
    assert deeper
    with host.awake():
        time.sleep(0.1)  # until those that slept have woken up
        before = [path.read_text() for path in deeper]
        time.sleep(0.1)  # as long as a lap; without a bound, each idle CPU goes to sleep every few milliseconds
        assert [path.read_text() for path in deeper] == before


def test_where_idle_cpus_cannot_be_kept_awake_a_race_goes_on_and_the_doctor_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(host, "WAKE_UP_BOUND", tmp_path / "none")
    with host.awake():
        assert not host.WAKE_UP_BOUND.exists()
    assert host.why_asleep() is not None
    found = {check.name: check for check in doctor.examine()}["idle CPUs"]
    assert (found.verdict, found.fix is None) == ("warning", False)


def test_the_doctor_examines_everything_and_says_what_to_do(tmp_path):
    checks = doctor.examine(state_dir=tmp_path)
    names = [check.name for check in checks]
    assert len(set(names)) == len(names)
    assert {"CPUs", "CPU governor", "steal", "cgroup version", "freezing", "network", "user", "leftovers"} <= set(names)
    for check in checks:
        assert check.value
        assert check.meaning
        assert check.verdict in ("good", "warning", "bad")
        # Processes need no engine: without one all is well, and installing one is only advice.
        assert check.verdict != "good" or check.fix is None or check.name == "container engine"


def test_nothing_heavy_is_imported_with_the_doctor_or_the_host():
    program = "import sys, fairlap.doctor; print([m for m in ('psutil', 'numpy', 'scipy', 'rich') if m in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=30)
    assert done.stdout.strip() == "[]", done.stderr
