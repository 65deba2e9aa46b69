"""Races of a user who is not root: as apart as root's where there are user namespaces, otherwise with fallbacks."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import _pytest
import pytest

from extras import need, need_program
from fairlap.hosting.namespaces import first_unreadable
from fairlap.hosting.ports import free_ports
from fairlap.hosting.user import builder_uid
from fairlap.single.serve import SERVED
from hosting_helpers import NO_OWN_VIEW, PYTHON, needs_root, scratches, wait_until
from left_behind import left_behind, runs_of
from race_helpers import LONG, SOON
from support import MISBEHAVING, ROOT, Fairlap, copy_good

UID = 54_321
PACKAGES = Path(_pytest.__file__).parents[1]
BECOME = ("setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups", "--inh-caps=-all")
ALONE = """
for place in $(findmnt --raw --noheadings --output TARGET | grep '^/tmp/' | tac); do umount --lazy "$place"; done
"""
"""Nothing that other tests have mounted below /tmp may be there: in a user namespace, no overlay lies over that."""
KNOW = """
mount --bind "$1/passwd" /etc/passwd
mount --bind "$1/ranges" /etc/subuid
mount --bind "$1/ranges" /etc/subgid
"""
OTHERS = "racer:2000000:65536\n"
"""A line of /etc/subuid."""

RACE = (
    "run",
    "misbehaving",
    "--contestants",
    "good,stops-rivals",
    "--rounds",
    "1",
    "--cycles",
    "5",
    *SOON,
    "--no-rates",
)

pytestmark = needs_root


def need_namespaces(ids: str) -> None:
    """Skip where the user cannot have a user namespace, or cannot be given ids of others."""
    refusal = first_unreadable([*BECOME, "unshare", "--user", "--map-root-user", "--mount", "--net"], ())
    need(refusal is None, f"a user namespace for users ({refusal})")
    if ids:
        need_program("newuidmap", "apt-get install uidmap")
        need(NO_OWN_VIEW is None, f"mounts ({NO_OWN_VIEW})")


@pytest.fixture
def fairlap_of_a_user(opened: Path) -> Callable[..., Fairlap]:
    """Return Fairlap as a user of this machine without privileges, who may have a range of other user ids."""
    catalog, results, home = opened / "catalog", opened / "results", opened / "home"
    shutil.copytree(MISBEHAVING, catalog, ignore=shutil.ignore_patterns(".build"))
    for folder in (results, home):
        folder.mkdir()
    for folder in (catalog, results, home):
        os.chown(folder, UID, UID)
    users = Path("/etc/passwd").read_text() + f"racer:x:{UID}:{UID}::{home}:/bin/sh\n"
    (opened / "passwd").write_text(users)

    def make(*start: str, ids: str = "") -> Fairlap:
        (opened / "ranges").write_text(ids)
        script = f'{ALONE}{KNOW if ids else ""}shift; exec "$@"'
        known = ("unshare", "--mount", "/bin/sh", "-ec", script, "sh", str(opened)) if NO_OWN_VIEW is None else ()
        path = os.pathsep.join((str(ROOT / ".venv" / "bin"), "/usr/bin", "/bin", "/usr/sbin", "/sbin"))
        env = ("env", f"HOME={home}", f"PATH={path}", f"PYTHONPATH={ROOT / 'python'}:{PACKAGES}")
        # The interpreter of the tests may lie where only root can read.
        python = ("/bin/sh", "-c", f'shift; exec {PYTHON} -B "$@"', "sh")
        return Fairlap(catalog, results, prefix=(*known, *BECOME, *env, *start, *python))

    return make


@pytest.mark.parametrize(
    ("ids", "user"),
    [
        pytest.param(OTHERS, "own user", id="with ids of other users"),
        pytest.param("", "caller", id="with its own id only"),
    ],
)
def test_in_a_user_namespace_contestants_are_as_apart_as_for_root(fairlap_of_a_user, ids: str, user: str) -> None:
    need_namespaces(ids)
    fairlap = fairlap_of_a_user(ids=ids)
    done = fairlap(*RACE, "--json", "-")
    done.all_raced()
    isolation = done.document["isolation"]
    found = {kind: isolation[kind] for kind in ("user", "view", "network", "syscalls", "freezer")}
    assert found == {
        "user": user,
        "view": "own",
        "network": "own namespace",
        "syscalls": "filtered",
        "freezer": "SIGSTOP",
    }, isolation["reasons"]
    assert any("uidmap" in reason for reason in isolation["reasons"]) == (user == "caller")
    assert left_behind(fairlap.results) == []
    owners = {path.lstat().st_uid for path in fairlap.results.rglob("*")}
    assert owners == {UID}, "all files are the caller's"


@pytest.mark.parametrize(("ids", "builder"), [(OTHERS, builder_uid()), ("", UID)], ids=["with ids", "with one"])
def test_builds_are_those_of_another_user_and_belong_to_the_caller(fairlap_of_a_user, ids: str, builder: int) -> None:
    need_namespaces(ids)
    fairlap = fairlap_of_a_user(ids=ids)
    manifest = copy_good(fairlap.catalog / "contestants" / "builds") / "good.toml"
    text = manifest.read_text().replace('"good"', '"builds"')
    build = 'build = [["/bin/sh", "-c", "touch $HOME/cached && id -u > who"]]\nstart '
    manifest.rename(manifest.with_stem("builds")).write_text(text.replace("start ", build, 1))
    done = fairlap("prepare", "builds")
    assert done.code == 0, done.out + done.err
    (who,) = fairlap.catalog.rglob("who")
    assert int(who.read_text()) == builder
    assert who.lstat().st_uid == UID


def test_where_there_are_none_it_works_with_recorded_fallbacks(fairlap_of_a_user) -> None:
    # The filter of contestants also keeps Fairlap from making namespaces.
    fairlap = fairlap_of_a_user(str(ROOT / ".venv" / "bin" / "fairload"), "confine", "--")
    contestants = ("--contestants", "good,crash-at-start")
    done = fairlap("run", "misbehaving", *contestants, "--rounds", "1", *SOON, "--json", "-")
    assert done.code == 1, done.err
    done.raced("good")
    assert done.row("good")["cpu_us_per_request"]["value"] > 0
    assert done.row("crash-at-start")["status"] == "failed"
    isolation = done.document["isolation"]
    assert isolation["freezer"] == "SIGSTOP"
    assert isolation["cpu"] == "affinity"
    assert isolation["user"] == "caller"
    assert isolation["view"] == "shared"
    assert isolation["network"] == "host loopback"
    assert any("there is no user namespace" in reason for reason in isolation["reasons"]), "each fallback says why"
    refused = fairlap("run", "misbehaving", "--contestants", "good", "--require-isolation")
    assert (refused.code, refused.out) == (2, "")
    assert (
        "isolation is weaker than it could be: " in refused.err
        and isolation["reasons"][0].partition(":")[0] in refused.err
    )


def test_what_one_started_for_the_caller_goes_on_without_fairlap_and_is_stopped_by_another(fairlap_of_a_user) -> None:
    need_namespaces(OTHERS)
    fairlap = fairlap_of_a_user(ids=OTHERS)
    port = free_ports(1)[0]
    started = fairlap("start", "good", "--port", str(port))
    assert started.code == 0, started.err
    assert len(left_behind(fairlap.results)) == 1
    stopped = fairlap("stop", "good")
    assert (stopped.code, stopped.out) == (0, "good: ended (TERM)\n"), stopped.err
    assert left_behind(fairlap.results) == []
    assert scratches(f"{SERVED}{port}") == []


def test_a_killed_race_leaves_nothing_without_root(fairlap_of_a_user) -> None:
    need_namespaces(OTHERS)
    fairlap = fairlap_of_a_user(ids=OTHERS)
    with subprocess.Popen(fairlap.command(*LONG), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        wait_until(lambda: len(left_behind(fairlap.results)) == 2)
        running.kill()
    wait_until(lambda: left_behind(fairlap.results) == [])
    (run,) = runs_of(fairlap.results) - {f"{run}-services" for run in runs_of(fairlap.results)}
    wait_until(lambda: scratches(run) == [])
