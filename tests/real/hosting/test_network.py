"""The private network, each time in a process of its own: entering one cannot be undone."""

import os
import subprocess
import sys
import textwrap

import pytest

from extras import need_program
from hosting_helpers import IS_ROOT, needs_root


def run(source: str, *, nobody: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    drop = ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin", "--ambient-caps=-all"] if nobody else []
    return subprocess.run(
        [*drop, sys.executable, "-c", textwrap.dedent(source)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
    )


@needs_root
def test_in_a_private_network_there_is_nothing_but_a_loopback_that_works():
    done = run("""
        import socket, subprocess
        from fairlap.hosting.network import enter_private_network, is_private
        outside = socket.create_server(("127.0.0.1", 0))
        port = outside.getsockname()[1]
        enter_private_network()
        assert is_private()
        assert [name for _, name in socket.if_nameindex() if name not in ("lo", "sit0", "tunl0", "ip6tnl0")] == []
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1)
        except ConnectionRefusedError:
            pass
        else:
            raise SystemExit("the listener outside can be reached")
        inside = socket.create_server(("127.0.0.1", port))
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        listing = subprocess.run(["cat", "/proc/net/dev"], capture_output=True, text=True).stdout
        assert "lo:" in listing and "eth" not in listing
        """)
    assert done.returncode == 0, done.stderr


@needs_root
def test_a_contestant_in_a_private_network_is_recorded_so(tmp_path):
    done = run(f"""
        from dataclasses import replace
        from pathlib import Path
        from fairlap.hosting.isolation import detect
        from fairlap.hosting.network import enter_private_network
        from fairlap.hosting.hosts import Place
        from fairlap.hosting.process import ProcessHost
        isolation = detect(wanted="private namespace")
        assert isolation.network == "private namespace", isolation
        enter_private_network()
        assert detect(wanted="private namespace").network == "private namespace"
        folder = Path({str(tmp_path)!r})
        with ProcessHost(isolation, Place("test-network", (0,), None, folder, folder)) as host:
            hosted = host.start("subject", ["sleep", "60"], Path("/"), {{}}, 1)
            own = Path("/proc/self/ns/net").readlink()
            assert Path(f"/proc/{{hosted.pid}}/ns/net").readlink() == own
        """)
    assert done.returncode == 0, done.stderr


OWN = """
    import socket, sys
    from contextlib import ExitStack
    from dataclasses import replace
    from pathlib import Path
    from fairlap.hosting.hosts import Place
    from fairlap.hosting.hosting import PROCESSES
    from hosting_helpers import wait_until

    SAYS = "import socketserver, sys; "
    SAYS += "handler = type('Says', (socketserver.BaseRequestHandler,), "
    SAYS += "{'handle': lambda self: self.request.sendall(sys.argv[1].encode())}); "
    SAYS += "socketserver.TCPServer((sys.argv[2], 8080), handler).serve_forever()"

    def answer(address="127.0.0.1", port=8080):
        try:
            with socket.create_connection((address, port), timeout=1) as connection:
                return connection.recv(100).decode()
        except OSError as error:
            return type(error).__name__

    def start(stack, wanted, folder, *names):
        # The interpreter of the tests may be one that only the caller can read.
        isolation = replace(PROCESSES.settle((), "test-own", wanted), user="caller", view="shared")
        assert isolation.network == wanted, isolation
        place = Place("test-own", (0,), None, Path(folder), Path(folder))
        host = stack.enter_context(PROCESSES.host(isolation, place, ()))
        found = [host.start(name, [sys.executable, "-c", SAYS, name, "0.0.0.0"], Path("/"), {}, 8080) for name in names]
        for hosted, name in zip(found, names, strict=True):
            with hosted.network.visit():
                wait_until(lambda: answer() == name)
        return isolation, found
"""


@needs_root
def test_two_contestants_have_the_same_port_and_do_not_reach_each_other(tmp_path):
    done = run(
        textwrap.dedent(OWN)
        + textwrap.dedent(f"""
        with ExitStack() as stack:
            _, (a, b) = start(stack, "own namespace", {str(tmp_path)!r}, "a", "b")
            assert answer() == "ConnectionRefusedError", "nobody listens outside"
            with a.network.visit():
                assert answer() == "a" and socket.if_nameindex()[0][1] == "lo"
                listening = Path("/proc/thread-self/net/tcp").read_text().count(" 0A ")
                assert listening == 1, "it sees the other's port"
            assert answer() == "ConnectionRefusedError", "the visit has ended"
            network = a.network.path.readlink()
            assert network != b.network.path.readlink() != Path("/proc/self/ns/net").readlink()
            assert network == Path(f"/proc/{{a.pid}}/ns/net").readlink()
            a.stop()
            own = [Path(f"/proc/self/fd/{{file}}").readlink() for file in range(3, 100)
                   if Path(f"/proc/self/fd/{{file}}").is_symlink()]
            assert network not in own, "it is still held"
        """)
    )
    assert done.returncode == 0, done.stderr


@needs_root
def test_a_linked_contestant_reaches_services_and_nobody_else(tmp_path):
    need_program("ip", "apt-get install iproute2")
    done = run(
        textwrap.dedent(OWN)
        + textwrap.dedent(f"""
        from fairlap.hosting.network import SERVICES_ADDRESS
        with ExitStack() as stack:
            isolation, (a, b) = start(stack, "own namespace linked to services", {str(tmp_path)!r}, "a", "b")
            place = Place("test-services", (0,), None, Path({str(tmp_path)!r}), Path({str(tmp_path)!r}))
            services = stack.enter_context(PROCESSES.services_host(isolation, place))
            assert services.listens_on == SERVICES_ADDRESS
            command = [sys.executable, "-c", SAYS, "service", services.listens_on]
            services.start("service", command, Path("/"), {{}}, 8080)
            wait_until(lambda: answer(SERVICES_ADDRESS) == "service")
            addresses = []
            for hosted in (a, b):
                with hosted.network.visit(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                    assert answer(SERVICES_ADDRESS) == "service"
                    probe.connect((SERVICES_ADDRESS, 1))
                    addresses.append(probe.getsockname()[0])
            assert answer(addresses[1]) == "b", "where the links end, both are reached"
            with a.network.visit():
                assert answer(addresses[0]) == "a"
                assert answer(addresses[1]) != "b", "one contestant reaches another"
                import subprocess
                subprocess.run(["ip", "route", "add", "default", "via", SERVICES_ADDRESS, "dev", "eth0"], check=True)
                assert answer(addresses[1]) != "b", "what is between them forwards"
        """)
    )
    assert done.returncode == 0, done.stderr


@needs_root
def test_a_command_inside_a_served_contestant_sees_its_network(tmp_path):
    done = run(f"""
        import os, sys
        from pathlib import Path
        from fairlap.hosting.isolation import detect
        from fairlap.hosting.leftovers import find_served
        from fairlap.hosting.network import enter_private_network
        from fairlap.hosting.hosts import Place
        from fairlap.hosting.process import ProcessHost
        folder = Path({str(tmp_path)!r})
        pid = os.fork()
        if pid == 0:
            enter_private_network()
            place = Place("manual-net", (0,), None, folder, folder, kind="manual")
            host = ProcessHost(detect(wanted="private namespace"), place)
            host.start("subject", ["sleep", "60"], Path("/"), {{}}, 1)
            host.detach()
            os._exit(0)
        assert os.waitpid(pid, 0)[1] == 0
        served = find_served(folder, "subject")
        try:
            only_lo = "test $(tail -n +3 /proc/net/dev | cut -d: -f1 | grep -v -E 'sit0|tunl0' | tr -d ' ') = lo"
            assert served.run_inside(["/bin/sh", "-c", only_lo]) == 0
        finally:
            assert served.stop().how == "TERM"
        """)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not IS_ROOT, reason="needs setpriv to drop a capability")
def test_what_is_not_permitted_is_said_and_mended():
    done = run(
        """
        from fairlap.errors import UsageError
        from fairlap.hosting.isolation import detect
        from fairlap.hosting.network import enter_private_network, is_private
        try:
            enter_private_network()
        except UsageError as error:
            assert "not permitted" in error.line(), error.line()
        else:
            raise SystemExit("it was permitted")
        isolation = detect()
        assert isolation.network == "host loopback"
        assert any("loopback" in reason and "fix" in reason for reason in isolation.reasons)
        """,
        nobody=True,
    )
    assert done.returncode == 0, done.stderr


def test_it_refuses_to_leave_threads_in_the_old_network():
    done = run("""
        import threading
        from fairlap.hosting.network import enter_private_network
        done = threading.Event()
        threading.Thread(target=done.wait, daemon=True).start()
        try:
            enter_private_network()
        except RuntimeError as error:
            assert "first thread" in str(error)
        else:
            raise SystemExit("it went ahead")
        done.set()
        """)
    assert done.returncode == 0, done.stderr
