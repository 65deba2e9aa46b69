"""Calls of gRPC as requests and right answers: fairload writes their messages."""

import re
import subprocess
from pathlib import Path

from fairlap.catalog import Asked
from fairlap.errors import UsageError
from fairlap.hosting.programs import find_fairload

_METHOD = re.compile(r"[\w.]+/\w+")


def call_of(method: str, message: str, right: str, proto: Path | None) -> Asked:
    """Return a call, and the only right answer to it.

    Args:
        method: SERVICE/METHOD.
        message: its message: JSON with `proto`, otherwise in hex.
        right: the message of the only right answer, in the same form.
        proto: the file that describes the service.

    Raises:
        UsageError: it is no method, the file does not describe it, or a message is none.
    """
    if _METHOD.fullmatch(method) is None:
        raise UsageError(f"{method!r} is no method", hint="write it as --grpc package.Service/Method")
    return Asked.model_validate(
        {
            "protocol": "h2c",
            "method": "POST",
            "path": f"/{method}",
            "headers": {"Content-Type": "application/grpc", "TE": "trailers"},
            "hex": _hex(method, message, proto),
            "expect": {"headers": {"grpc-status": "0"}, "hex": _hex(method, right, proto, "--answer")},
        }
    )


def _hex(method: str, text: str, proto: Path | None, *more: str) -> str:
    described = () if proto is None else (f"--proto={proto}",)
    command = (str(find_fairload()), "message", *described, *more, "--", method, text)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UsageError(done.stderr.strip().removeprefix("fairload: "))
    return done.stdout.strip()
