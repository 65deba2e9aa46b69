"""Limits of open files and processes, always said: an engine's own may be more than this machine allows."""

import resource

from fairlap.hosting.launch import open_file_limit
from fairlap.hosting.process import OPEN_FILES

_USER_PROCESSES = 32_768
"""podman cannot give more where it may not raise limits; one user's, so of all contestants together."""


def ulimits() -> tuple[str, ...]:
    """Options of `run`: the same for every contestant, soft as hard."""
    files = open_file_limit(OPEN_FILES)
    _, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    processes = _USER_PROCESSES if hard == resource.RLIM_INFINITY else min(_USER_PROCESSES, hard)
    return ("--ulimit", f"nofile={files}:{files}", "--ulimit", f"nproc={processes}:{processes}")
