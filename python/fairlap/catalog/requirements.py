"""What a manifest may require: a program (with a version), a PHP extension, a file, or one of several of these."""

import re

PROGRAM = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._+-]*)(?:(?P<relation>>=|<=|==|>|<)(?P<version>\d+(?:\.\d+)*))?")
EXTENSION = re.compile(r"php-ext:(?P<name>[A-Za-z0-9_ -]+)")
FILE = re.compile(r"file:(?P<path>/(?!.*\*\*)[^/\x00-\x1f][^\x00-\x1f]*)")
"""An absolute path, with * and ? as in a shell."""


def alternatives(requirement: str) -> list[str]:
    """Split a requirement into its alternatives.

    Raises:
        ValueError: one of them is malformed.
    """
    found = requirement.split("|")
    if not all(any(form.fullmatch(one) for form in (PROGRAM, EXTENSION, FILE)) for one in found):
        raise ValueError(
            f"malformed requirement {requirement!r} (write 'go', 'go>=1.22', 'php-ext:swoole', "
            "'file:/usr/include/x*.h', or several with | between them)"
        )
    return found


def install_key(requirement: str) -> str:
    """Return the key of a requirement in [install]."""
    return re.split(r"[<>=]", requirement, maxsplit=1)[0]
