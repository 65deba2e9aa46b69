"""What a machine must have before Fairlap's own code can run there: sent by value, so only Python's library is used."""

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Mapping

Facts = dict[str, str | None]


def examine_node(requirements: Mapping[str, str]) -> tuple[Facts, dict[str, str | None]]:
    """What this machine is, and which of the packages (name to version) it has in another version (`None`: not at all).

    The facts: python, auth_mode (of Ray), user, setsid.
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
