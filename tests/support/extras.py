"""Optional components, which a fresh machine does not have: how tests require them, and how to hide them.

`make test-deps` installs them all. With `pytest --hide-extras` (`make test-bare`) Fairlap and the tests do not find
them, and tests that do not use them are left out.
"""

import inspect
import os
import re

import pytest

from fairlap.catalog import Contestant
from fairlap.generators.tools.registry import TOOLS
from fairlap.hosting.programs import HIDDEN, find_program
from fairlap.hosting.requirements import missing
from fairlap.hosting.services.model import ServiceName
from fairlap.hosting.services.running import missing_service

EXTRAS = (
    *("php*", "Zend OPcache", "mysqli", "apcu", "mbstring", "nginx*", "fastcgi_params", "apache2*", "libphp*"),
    *("autoload.php", "mariadb*", "mysqld*", "mysql_install_db", "postgres", "pg_*", "initdb", "redis-*"),
    *("memcached", "ab", "wrk", "h2load", "oha", "hey", "k6", "autocannon", "chromium"),
    *("podman", "docker", "dockerd", "runc", "mmdebstrap", "newuidmap", "java", "javac", "iptables"),
)
"""Patterns of the programs, files and PHP extensions that `make test-deps` installs, and of other container engines."""

TOUCHES = re.compile(
    r"\b(need|need_\w+|browser|doctor|engine|missing|lacking|built|prepare|TOOLS|redis|mariadb)\b"
    r"|\"(doctor|list|check|prepare|serve|images|classic|--generator)\""
)
"""Words in the source of a test or its fixtures that show that it may use an optional component."""

missing_components: set[str] = set()
"""Missing components, printed at the end of the tests."""


def need(condition: bool, what: str) -> None:
    """Skip if a component is missing; in CI that is a failure, unless `--hide-extras` hides it."""
    if condition:
        return
    missing_components.add(what)
    if os.environ.get("CI") == "true" and not os.environ.get(HIDDEN):
        pytest.fail(f"CI must have {what}")
    pytest.skip(f"{what} is missing here")


def need_program(name: str, install: str) -> str:
    """Return the path of a program; skip without it."""
    found = find_program(name)
    need(found is not None, f"{name} ({install})")
    return str(found)


def need_tool(name: str) -> str:
    """Return the path of another load generator; skip without it."""
    return need_program(name, TOOLS[name].install)


def need_service(name: ServiceName) -> None:
    """Skip if a service cannot run."""
    lacks = missing_service(name)
    need(lacks is None, "" if lacks is None else f"{lacks[0]} ({lacks[1]})")


def need_contestant(contestant: Contestant) -> None:
    """Skip if a contestant cannot run."""
    reasons = dict.fromkeys(item.reason for item in missing(contestant))
    need(not reasons, f"what {contestant.name} needs: {'; '.join(reasons)}")


def hide() -> None:
    """Hide all optional components from Fairlap, in this process and in every `fairlap` that it starts."""
    os.environ[HIDDEN] = ",".join(EXTRAS)


def touches(item: pytest.Item) -> bool:
    """Whether a test may use an optional component, judging by its source and that of its fixtures."""
    fixtures = [each for found in item._fixtureinfo.name2fixturedefs.values() for each in found]
    sources = [item.function, *(each.func for each in fixtures if each.func.__module__ != "conftest")]
    return any(TOUCHES.search(inspect.getsource(source)) for source in sources) or "browser" in item.fixturenames
