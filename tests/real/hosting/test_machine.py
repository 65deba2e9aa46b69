"""What the machine can isolate, and which ports are free."""

import os
import socket
from pathlib import Path

import pytest

from fairlap.errors import UsageError
from fairlap.hosting import cgroup
from hosting_helpers import (
    needs_root,
)


@needs_root
def test_detection_finds_what_this_machine_has_and_leaves_nothing(tmp_path):
    from fairlap.hosting.isolation import Isolation, detect

    found = detect()
    assert found.user == "own user"
    assert Isolation.from_json(found.as_json()) == found
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert detect(paths=[closed]).user == "own user, may read all files"
    assert not list(Path("/sys/fs/cgroup").glob(f"*/fairlap/probe-{os.getpid()}*")), "others may be looking, too"
    assert found.uses_cgroups == (cgroup.find().layout is not None)


def test_ports_that_are_chosen_are_distinct_free_and_no_connection_takes_them():
    from fairlap.hosting.ports import ephemeral_range, free_ports, require_free

    ports = free_ports(50)
    assert len(set(ports)) == 50
    assert all(port < ephemeral_range()[0] for port in ports)
    for port in ports:
        require_free(port)


def test_a_taken_port_is_refused_and_its_owner_named():
    from fairlap.hosting.ports import require_free

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(UsageError, match=rf"port {port} is taken by .* \(pid {os.getpid()}\)"):
            require_free(port)
    require_free(port)
