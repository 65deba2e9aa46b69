"""Which two runs stand on the same ground."""

import json
from dataclasses import replace

import pytest

from fairlap.samples import METHOD_VERSION
from fairlap.statistics.ground import same_ground
from sample_factory import run_record

HOST = {"cpu_model": "EPYC 7763", "kernel": "6.8.0-31-generic", "cpus": 4, "hostname": "one", "memory_bytes": 1}
KIND = {"cpu": "affinity", "user": "nobody", "reasons": ["it is so"]}
GROUND = run_record(host_json=json.dumps(HOST), isolation_json=json.dumps(KIND))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"method_version": METHOD_VERSION + 1}, f"method version: {METHOD_VERSION} and {METHOD_VERSION + 1}"),
        ({"host_json": json.dumps({**HOST, "cpu_model": "Xeon"})}, "CPU model: EPYC 7763 and Xeon"),
        ({"host_json": json.dumps({**HOST, "kernel": "6.9"})}, "kernel: 6.8.0-31-generic and 6.9"),
        ({"host_json": json.dumps({**HOST, "governor": "powersave"})}, "frequency governor: unknown and powersave"),
        ({"isolation_json": json.dumps({**KIND, "user": "root"})}, "isolation (user): nobody and root"),
        ({"connections": 8}, "connections: 64 and 8"),
        ({"keepalive": False}, "keep-alive: yes and no"),
        ({"workers": 2}, "workers: 1 and 2"),
        ({"suite_json": '{"load": {"pipeline": 16}}'}, "requests at once on a connection: 1 and 16"),
        (
            {"suite_json": '{"load": {"pipelines": {"te-plaintext": 16}}}'},
            "requests at once on a connection in te-plaintext: 1 and 16",
        ),
        ({"suite_json": '{"load": {"engine": "io_uring"}}'}, "engine: epoll and io_uring"),
    ],
)
def test_runs_on_different_ground_are_not_compared(changes: dict[str, object], reason: str):
    (difference,) = same_ground(GROUND, replace(GROUND, **changes))  # type: ignore[arg-type]
    assert str(difference) == reason


def test_runs_on_the_same_ground_are_compared_whatever_else_differs():
    other = replace(
        GROUND,
        run="another",
        seed=7,
        rounds=9,
        lap_ms=25,
        host_json=json.dumps({**HOST, "hostname": "two", "memory_bytes": 2}),
        isolation_json=json.dumps({**KIND, "reasons": []}),
    )
    assert same_ground(GROUND, other) == ()
