"""Limits of open files and processes, always explicit: an engine's defaults may exceed those of this machine."""

import resource

from fairlap.hosting.launch import open_file_limit
from fairlap.hosting.process import OPEN_FILES

_USER_PROCESSES = 32_768
"""podman cannot raise limits here; this one is per user, so for all contestants together."""


def ulimits() -> tuple[str, ...]:
    """Return options of `run`: soft and hard limits are equal, and the same for every contestant."""
    files = open_file_limit(OPEN_FILES)
    _, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    processes = _USER_PROCESSES if hard == resource.RLIM_INFINITY else min(_USER_PROCESSES, hard)
    return ("--ulimit", f"nofile={files}:{files}", "--ulimit", f"nproc={processes}:{processes}")
