"""A contestant's own view of the machine: temporary files, IPC, host name, processes and control groups.

Folders with what is none of its business (homes, results, other builds) are covered, and what it needs of them shown.

util-linux makes it, in the chain that starts a contestant (launch.py): `unshare` and `mount` keep its pid, so its end,
its signals and its memory stay its own. Reasons against bubblewrap, which forks: docs/decisions/0017. The list of
processes is made before (namespaces.py).
"""

import os
import shlex
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Literal

from fairlap.hosting.namespaces import first_unreadable, why_not_root
from fairlap.hosting.programs import find_program

View = Literal["own", "shared"]
"""`own`: what it writes to /tmp and /var/tmp lies in memory, is bounded, and is seen by nobody else; /dev/shm, System V
IPC, host name, list of processes and control groups are its own."""

TEMPORARY_BYTES = 256 << 20
"""What a contestant may write to /tmp and /var/tmp together; it counts as its memory."""
SHARED_MEMORY_BYTES = 64 << 20
"""Of /dev/shm; as podman and docker do by default."""
MOST_FILES = 100_000

PRIVATE_FOLDERS = tuple(folder for folder in map(Path, ("/home", "/root", "/run")) if folder.is_dir())
"""Of the machine's users and services: no server needs them, but for programs."""

_UNSHARE = ("--mount", "--ipc", "--uts", "--cgroup", "--propagation=private")
_BEGIN = """
set -e
trap '[ $? = 0 ] || exit 125' EXIT
own=nosuid,nodev,nr_inodes=$3
mount -t tmpfs -o "$own,size=$1,mode=0755" fairlap /mnt
"""
_TEMPORARY = """
mkdir -p /mnt/tmp/new /mnt/tmp/work /mnt/var/tmp/new /mnt/var/tmp/work
chmod 1777 /mnt/tmp/new /mnt/var/tmp/new
for folder in /tmp /var/tmp; do
    [ ! -d "$folder" ] || mount -t overlay \
        -o "nosuid,nodev,lowerdir=$folder,upperdir=/mnt$folder/new,workdir=/mnt$folder/work" fairlap "$folder"
done
"""
_GROUPS = r"""
groups=$(sed -n 's#^.* \(/sys/fs/cgroup.* cgroup2*\) r[ow],#fairlap \1 ro,nosuid,nodev,noexec,#p' /proc/self/mounts)
if [ "$groups" ]; then
    # In a user namespace, the old ones stay below the new ones: they belong to the machine.
    umount --lazy --recursive /sys/fs/cgroup 2> /dev/null || :
    mount -t tmpfs -o mode=0755 fairlap /sys/fs/cgroup
    mkdir -p $(echo "$groups" | cut -d " " -f 2)
    echo "$groups" > /mnt/groups
    mount --all --fstab /mnt/groups
fi
"""
"""Each hierarchy is mounted again, so that its folder shows the contestant's own group: that is where the runtimes of
Java, Go and .NET look for their limits."""
_END = """
umount --lazy /mnt
mount -t tmpfs -o "$own,size=$2,mode=1777" fairlap /dev/shm
mount -t proc -o nosuid,nodev,noexec,hidepid=invisible fairlap /proc
cd "$PWD"
shift 3
trap - EXIT
exec "$@"
"""


def to_show(paths: Iterable[Path], search: str, covered: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return what must be shown of folders that are `covered`, or that other users cannot enter, so that `paths` can be
    read.

    What belongs to a program PREFIX/bin/NAME lies below PREFIX. Programs in the folders of `search`, a PATH, are shown,
    too, because one program may start another.
    """
    needed = {_prefix(Path(entry), covered) for entry in search.split(os.pathsep) if Path(entry).is_dir()}
    for path in paths:
        needed |= {path} if path.is_dir() else {_prefix(step.parent, covered) for step in _steps(path)}
    hidden = {path for path in needed if _closed(path, covered) is not None}
    return tuple(sorted(path for path in hidden if hidden.isdisjoint(path.parents)))


def _steps(path: Path) -> Iterator[Path]:
    """Yield a file, what it links to, what that links to, and so on."""
    yield path
    while path.is_symlink():
        path = Path(os.path.normpath(path.parent / path.readlink()))
        yield path


def _prefix(folder: Path, covered: Sequence[Path]) -> Path:
    """Return the folder above a folder of programs; that folder itself where others cannot enter the one above."""
    above = folder.parent
    return above if not _is_closed(above, covered) and _closed(above, covered) is not None else folder


def _closed(path: Path, covered: Sequence[Path]) -> Path | None:
    """Return the outermost folder above `path` that is covered, or that other users cannot enter."""
    return next((each for each in reversed(path.parents) if _is_closed(each, covered)), None)


def _is_closed(folder: Path, covered: Sequence[Path]) -> bool:
    return folder in covered or not folder.stat().st_mode & stat.S_IXOTH


def enter_own_view(shown: Sequence[Path] = (), covered: Sequence[Path] = ()) -> tuple[list[str], list[str]]:
    """Return the two steps of a chain that give the rest of it a view of its own; each hands on to the next.

    Of folders that are `covered`, or that other users cannot enter, it has what is `shown` (`to_show`), nothing else.
    """
    unshare = [str(find_program("unshare")), *_UNSHARE, "--"]
    limits = (str(TEMPORARY_BYTES), str(SHARED_MEMORY_BYTES), str(MOST_FILES))
    return unshare, ["/bin/sh", "-c", _script(shown, covered), "fairlap", *limits]


def try_own_view(shown: Sequence[Path] = (), covered: Sequence[Path] = ()) -> list[str]:
    """Return the start of a command line that enters such a view with a list of processes of its own.

    Empty where there is nothing to try: without root, or the programs that make a view.
    """
    if os.geteuid() != 0 or _lacks_a_program():
        return []
    unshare, script = enter_own_view(shown, covered)
    return [unshare[0], "--pid", "--fork", "--kill-child=KILL", "--", *unshare, *script]


def _lacks_a_program() -> bool:
    return any(find_program(name) is None for name in ("unshare", "mount"))


def _script(shown: Sequence[Path], covered: Sequence[Path]) -> str:
    kept = {path: Path("/mnt/shown", str(number)) for number, path in enumerate(shown)}
    closed = {*covered, *(folder for path in shown if (folder := _closed(path, covered)) is not None)}
    # The outer ones first: what is shown may hold something to cover, and that something to show.
    steps = [*((path, False) for path in sorted(closed)), *((path, True) for path in shown)]
    steps.sort(key=lambda step: len(step[0].parts))
    lines = [_BEGIN, *_bind(kept), _TEMPORARY]
    for is_shown, each in groupby(steps, key=itemgetter(1)):
        paths = [path for path, _ in each]
        lines += _bind({kept[path]: path for path in paths}) if is_shown else map(_cover, paths)
    return "\n".join((*lines, _GROUPS, _END))


def _bind(folders: Mapping[Path, Path]) -> list[str]:
    """Show folders at other places as well. Each command is a process, which takes a millisecond."""
    if not folders:
        return []
    make = shlex.join(["mkdir", "-p", *map(str, folders.values())])
    return [make, *(shlex.join(["mount", "--rbind", str(at), str(to)]) for at, to in folders.items())]


def _cover(folder: Path) -> str:
    quoted = shlex.quote(str(folder))
    return f"[ ! -d {quoted} ] || mount -t tmpfs -o nosuid,nodev,size=1m,mode=0755 fairlap {quoted}"


def why_no_own_view(paths: Sequence[Path], shown: Sequence[Path] = (), covered: Sequence[Path] = ()) -> str | None:
    """Return why contestants cannot have a view of their own with readable `paths`, by trying; `None` if they can."""
    if os.geteuid() != 0:
        return why_not_root()
    if _lacks_a_program():
        return "unshare or mount is not installed (fix: install util-linux and mount)"
    why = first_unreadable(try_own_view(shown, covered), paths)
    if why is None:
        return None
    named = f"{why} cannot be read in it" if why in map(str, paths) else why.partition("\n")[0]
    return f"{named} (fix: allow mounts and overlayfs; without root, let nothing be mounted below /tmp)"
