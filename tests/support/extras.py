"""What a fresh machine does not have: how tests ask for it, what hides it, and which tests touch it.

`make test-deps` installs it all. With `pytest --hide-extras` (`make test-bare`) Fairlap and the tests look for
programs as if none of it were there, and what touches none of it is left out.
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
    *("autoload.php", "mariadb*", "mysqld*", "mysql_install_db", "postgres", "pg_ctl", "initdb", "redis-*"),
    *("memcached", "ab", "wrk", "h2load", "oha", "hey", "k6", "autocannon", "chromium"),
    *("podman", "docker", "runc", "mmdebstrap"),
)
"""Patterns of programs, files and extensions of PHP that `make test-deps` brings, and of engines that do the same."""

TOUCHES = re.compile(
    r"\b(need|need_\w+|browser|doctor|engine|missing|lacking|built|prepare|TOOLS|redis|mariadb)\b"
    r"|\"(doctor|list|check|prepare|serve|images|classic|--generator)\""
)
"""Words in the source of a test, or of a fixture that it uses, by which it may look for any of that."""

told: set[str] = set()
"""What was missing, one line each; told at the end of the tests."""


def need(condition: bool, what: str) -> None:
    """Skip where a component is missing. In CI nothing may be missing, except what `--hide-extras` hides."""
    if condition:
        return
    told.add(what)
    if os.environ.get("CI") == "true" and not os.environ.get(HIDDEN):
        pytest.fail(f"CI must have {what}")
    pytest.skip(f"{what} is missing here")


def need_program(name: str, install: str) -> str:
    """The path of a program; skips without it."""
    found = find_program(name)
    need(found is not None, f"{name} ({install})")
    return str(found)


def need_tool(name: str) -> str:
    """The path of another load generator; skips without it."""
    return need_program(name, TOOLS[name].install)


def need_service(name: ServiceName) -> None:
    """Skip where a service cannot run."""
    lacks = missing_service(name)
    need(lacks is None, "" if lacks is None else f"{lacks[0]} ({lacks[1]})")


def need_contestant(contestant: Contestant) -> None:
    """Skip where a contestant cannot run."""
    not_here = missing(contestant)
    need(not not_here, f"what {contestant.name} needs: {'; '.join(item.reason for item in not_here)}")


def hide() -> None:
    """From now on, nobody who looks for programs as Fairlap does finds any of it: neither here nor in a `fairlap`."""
    os.environ[HIDDEN] = ",".join(EXTRAS)


def touches(item: pytest.Item) -> bool:
    """Whether a test may look for any of it: by its own source, and by that of the fixtures it uses."""
    fixtures = [each for found in item._fixtureinfo.name2fixturedefs.values() for each in found]
    sources = [item.function, *(each.func for each in fixtures if each.func.__module__ != "conftest")]
    return any(TOUCHES.search(inspect.getsource(source)) for source in sources) or "browser" in item.fixturenames
