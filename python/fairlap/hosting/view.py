"""A contestant's own view of the machine: temporary files, IPC, host name and processes that are nobody else's.

util-linux makes it, in the chain that starts a contestant (launch.py): `unshare` and `mount` keep its pid, so its end,
its signals and its memory stay its own. Reasons against bubblewrap, which forks: docs/decisions/0017.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from fairlap.hosting.programs import find_program
from fairlap.hosting.user import first_unreadable

View = Literal["own", "shared"]
"""`own`: what it writes to /tmp and /var/tmp lies in memory, is bounded, and is seen by nobody else; /dev/shm, System V
IPC and host name are its own; other users' processes are invisible."""

TEMPORARY_BYTES = 256 << 20
"""What a contestant may write to /tmp and /var/tmp together; it counts as its memory."""
SHARED_MEMORY_BYTES = 64 << 20
"""Of /dev/shm; as podman and docker do by default."""
MOST_FILES = 100_000

_UNSHARE = ("--mount", "--ipc", "--uts", "--propagation=private")
_SCRIPT = """
set -e
trap '[ $? = 0 ] || exit 125' EXIT
own=nosuid,nodev,nr_inodes=$3
mount -t tmpfs -o "$own,size=$1,mode=0755" fairlap /mnt
for folder in /tmp /var/tmp; do
    if [ -d "$folder" ]; then
        mkdir -p "/mnt$folder/new" "/mnt$folder/work"
        chmod 1777 "/mnt$folder/new"
        mount -t overlay -o "nosuid,nodev,lowerdir=$folder,upperdir=/mnt$folder/new,workdir=/mnt$folder/work" \
            fairlap "$folder"
    fi
done
umount --lazy /mnt
mount -t tmpfs -o "$own,size=$2,mode=1777" fairlap /dev/shm
mount -t proc -o nosuid,nodev,noexec,hidepid=invisible fairlap /proc
cd "$PWD"
shift 3
trap - EXIT
exec "$@"
"""


def enter_own_view() -> tuple[list[str], list[str]]:
    """Return the two steps of a chain that give the rest of it a view of its own; each hands on to the next."""
    unshare = [str(find_program("unshare")), *_UNSHARE, "--"]
    script = ["/bin/sh", "-c", _SCRIPT, "fairlap", str(TEMPORARY_BYTES), str(SHARED_MEMORY_BYTES), str(MOST_FILES)]
    return unshare, script


def why_no_own_view(paths: Sequence[Path]) -> str | None:
    """Return why contestants cannot have a view of their own with readable `paths`, by trying; `None` if they can."""
    if os.geteuid() != 0:
        return "only root can mount (fix: run as root)"
    if find_program("unshare") is None or find_program("mount") is None:
        return "unshare or mount is not installed (fix: install util-linux and mount)"
    unshare, script = enter_own_view()
    why = first_unreadable([*unshare, *script], paths)
    if why is None:
        return None
    named = f"{why} cannot be read in it" if why in map(str, paths) else why.partition("\n")[0]
    return f"{named} (fix: allow mounts and overlayfs)"
