"""Examines a machine before Fairlap can run there. Sent by value, so it uses only Python's standard library."""

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Mapping

Facts = dict[str, str | None]


def examine_node(requirements: Mapping[str, str]) -> tuple[Facts, dict[str, str | None]]:
    """Return facts (python, auth_mode of Ray, user, setsid), and packages with another version than required.

    `requirements` maps names to versions; a missing package has the version `None`.
    """
    differing: dict[str, str | None] = {}
    for name, version in requirements.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            differing[name] = None
        else:
            if found != version:
                differing[name] = found
    facts: Facts = {
        "python": platform.python_version(),
        "setsid": shutil.which("setsid"),
        "auth_mode": os.environ.get("RAY_AUTH_MODE"),
        "user": str(os.geteuid()),
    }
    return facts, differing
