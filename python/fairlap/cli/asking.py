"""What `fairlap race` asks, and what is right: its options as a question."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.adhoc.question import Wanted
    from fairlap.catalog import Asked, Expect, LoadProfile, Request

LAP_MS = 100

_RIGHT = {"expect_status", "expect_json", "expect_text", "expect_size", "same_answer"}
_BESIDE_FILE = {"path", "method", "header", "body", "body_file", "ws", "grpc", *_RIGHT}
_BESIDE_WS = {"method", "http2", "grpc", *_RIGHT}
_BESIDE_GRPC = {"path", "method", "header", "body", "body_file", *_RIGHT}
_ONLY_GRPC = {"message", "expect_message", "proto"}


def wanted_of(context: typer.Context, *, tls: bool) -> "Wanted":
    """Return what is asked, over TLS or not, and what is right. Raises UsageError."""
    from fairlap.adhoc.question import Wanted

    given = context.params
    if given["grpc"] is None:
        refuse(context, _ONLY_GRPC, "is for --grpc", "drop it, or add --grpc SERVICE/METHOD")
    if given["requests_file"] is not None:
        refuse_beside(context, "--requests-file", _BESIDE_FILE, "the file says what is asked")
        wanted = Wanted.of_file(_of_file(given["requests_file"]))
    elif given["grpc"] is not None:
        refuse_beside(context, "--grpc", _BESIDE_GRPC, "a call has a message and an answer's message")
        wanted = Wanted.of_file((_call(context),))
    elif given["ws"]:
        refuse_beside(context, "--ws", _BESIDE_WS, "a message has a path, and comes back")
        wanted = Wanted.of_message(_request(context))
    else:
        right = _right(given["expect_json"], given["expect_text"], given["expect_size"])
        wanted = Wanted(_request(context), right, given["expect_status"])
    return wanted.over(_kind_of(context), tls=tls)


def _kind_of(context: typer.Context) -> Literal["HTTP/1.1", "HTTP/2", "WebSocket"]:
    """Return the protocol, whether over TLS or not."""
    if context.params["ws"]:
        return "WebSocket"
    return "HTTP/2" if context.params["http2"] or context.params["grpc"] is not None else "HTTP/1.1"


def load_of(context: typer.Context) -> "LoadProfile":
    """Return the load. Raises UsageError when it cannot be."""
    from fairlap.catalog import LoadProfile

    given, kind = context.params, _kind_of(context)
    if not given["keepalive"] and (kind != "HTTP/1.1" or given["pipeline"] > 1):
        who = "--pipeline" if kind == "HTTP/1.1" else kind
        raise UsageError(f"{who} keeps its connections", hint="drop --no-keepalive")
    load = {name: given[name] for name in ("connections", "keepalive", "pipeline")}
    return LoadProfile(**load, lap_ms=LAP_MS)


def typed_in(context: typer.Context) -> set[str]:
    """Return the parameters that are on the command line."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}


def refuse(context: typer.Context, names: Collection[str], why: str, hint: str) -> None:
    """Raise UsageError if one of these parameters was given."""
    typed = typed_in(context)
    for parameter in context.command.params:
        if parameter.name in names and parameter.name in typed:
            raise UsageError(f"{parameter.opts[0]} {why}", hint=hint)


def refuse_beside(context: typer.Context, option: str, others: Collection[str], hint: str) -> None:
    """Raise UsageError if one of these parameters was given beside an option."""
    refuse(context, others, f"and {option} were both given", hint)


def read_text(path: Path, option: str) -> str:
    """Return the text of an option's file. Raises UsageError."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot be read: {error}", where=str(path), hint=f"check {option}") from error


def certificates_of(path: Path) -> str:
    """Return the certificates of a PEM file. Raises UsageError."""
    import ssl

    text = read_text(path, "--cacert")
    try:
        ssl.create_default_context(cadata=text)
    except ssl.SSLError as error:
        raise UsageError("has no certificate", where=str(path), hint="give a file with certificates, PEM") from error
    return text


def _of_file(file: Path) -> "tuple[Asked, ...]":
    from fairlap.adhoc.requests_file import read_requests

    return read_requests(file)


def _call(context: typer.Context) -> "Asked":
    from fairlap.adhoc.calls import call_of

    given = context.params
    for name in ("message", "expect_message"):
        if given[name] is None:
            raise UsageError(f"--grpc needs --{name.replace('_', '-')}", hint="JSON with --proto FILE, otherwise hex")
    return call_of(given["grpc"], given["message"], given["expect_message"], given["proto"])


def _request(context: typer.Context) -> "Request":
    from pydantic import ValidationError

    from fairlap.catalog import Request

    given = context.params
    body = given["body"]
    if body is not None and given["body_file"] is not None:
        raise UsageError("--body and --body-file were both given", hint="drop one of them")
    named: dict[str, str] = {}
    for text in given["header"] or ():
        name, colon, value = text.partition(":")
        if not colon or not name.strip():
            raise UsageError(f"{text!r} is no header", hint="write it as -H 'Accept: application/json'")
        named[name.strip()] = value.strip()
    if given["body_file"] is not None:
        body = read_text(given["body_file"], "--body-file")
    asked = {"method": given["method"].upper(), "path": given["path"], "headers": named, "body": body}
    try:
        return Request.model_validate(asked)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise UsageError(
            f"--{first['loc'][0]} {first['input']}: {first['msg']}", hint="a path begins with /"
        ) from error


def _right(json_text: str | None, text: str | None, size_bytes: int | None) -> "Expect | None":
    from fairlap.catalog import Expect

    given = [option for option in (json_text, text, size_bytes) if option is not None]
    if len(given) > 1:
        raise UsageError("only one of --expect-json, --expect-text and --expect-size says what is right")
    if not given:
        return None
    if json_text is None:
        return Expect(text=text, size_bytes=size_bytes)
    try:
        return Expect.model_validate({"json": json.loads(json_text)})
    except ValueError as error:
        raise UsageError(
            f"--expect-json is not JSON: {error}", hint="""for example --expect-json '{"a": 1}'"""
        ) from error
