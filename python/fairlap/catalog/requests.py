"""Requests and their right answers, as scenarios and projects describe them."""

import json
import random
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, ValidationInfo, model_validator

from fairlap.catalog.rows import Rows

UrlPath = Annotated[str, StringConstraints(pattern=r"^/[\x21-\x7e]*$", max_length=2000)]
Hex = Annotated[str, StringConstraints(pattern=r"^\s*([0-9A-Fa-f]{2}\s*)*$", max_length=2_000_000)]
"""Two digits for each byte; spaces may stand between them."""
ProbePath = Annotated[str, StringConstraints(pattern=r"^(/|\{path\})[\x21-\x7e]*$", max_length=2000)]

Protocol = Literal["http/1.1", "https", "h2c", "h2", "ws", "wss"]
"""`https` is HTTP/1.1 over TLS, `h2` HTTP/2 over TLS, and `h2c` HTTP/2 without; `ws` WebSocket, and `wss` over TLS."""


CODINGS = ("gzip", "deflate", "br")
"""Content codings that bodies are compared without."""


FOLDER = "folder"
"""In the context of a validation, the folder of the file that is read."""


class FileModel(BaseModel):
    """A frozen model that rejects unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Request(FileModel):
    """An HTTP request. HTTP/2 without TLS (`h2c`) servers must know without being asked first.

    `hex` is a body of bytes that need not be text; `size_bytes` one of so many, which look random and are always the
    same.
    """

    protocol: Protocol = "http/1.1"
    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] = "GET"
    path: UrlPath = "/"
    headers: dict[str, str] = {}
    body: str | None = None
    hex: Hex | None = None
    size_bytes: int | None = Field(default=None, ge=1, le=32 << 20)

    @model_validator(mode="after")
    def _one_body(self) -> Self:
        if sum(one is not None for one in (self.body, self.hex, self.size_bytes)) > 1:
            raise ValueError("only one of 'body', 'hex' and 'size_bytes' is allowed")
        return self

    @property
    def payload(self) -> bytes:
        """The bytes of the body; empty without one."""
        if self.size_bytes is not None:
            return random.Random(self.size_bytes).randbytes(self.size_bytes)
        return (self.body or "").encode() if self.hex is None else bytes.fromhex(self.hex)

    @property
    def codings(self) -> tuple[str, ...]:
        """The content codings that an answer may have, as far as they are known here."""
        accepted = next((value for name, value in self.headers.items() if name.lower() == "accept-encoding"), "")
        named = [part.partition(";")[0].strip().lower() for part in accepted.split(",")]
        return tuple(coding for coding in named if coding in CODINGS)

    @property
    def is_call(self) -> bool:
        """Whether it calls a method of gRPC, whose answers have their status in trailers."""
        return any(
            name.lower() == "content-type" and value.startswith("application/grpc")
            for name, value in self.headers.items()
        )

    @property
    def secure(self) -> bool:
        """Whether it is sent over TLS."""
        return self.protocol in ("https", "h2", "wss")

    @property
    def scheme(self) -> Literal["http", "https", "ws", "wss"]:
        """The scheme of its URL."""
        if self.protocol in ("ws", "wss"):
            return self.protocol
        return "https" if self.secure else "http"

    @property
    def is_message(self) -> bool:
        """Whether its body is sent as a message of WebSocket, on a connection that its path is asked for."""
        return self.protocol in ("ws", "wss")

    @property
    def multiplexed(self) -> bool:
        """Whether it is HTTP/2, which has many requests at a time on a connection."""
        return self.protocol in ("h2c", "h2")


class Expect(FileModel):
    """The right answer. A body in a coding that its request accepts is compared decoded.

    At most one of `text`, `hex` (any bytes), `contains`, `json`, `html`, `rows`, `size_bytes`; without, any is right.
    `file` stands for the `hex` of its contents; its path is relative to the file of the scenario. A header
    `content-encoding` asks for one coding.

    With `subset`, objects of the answer may have members beside those of `json`. `html` is a page that contestants may
    write in different ways (`verify/html.py`); each must then always write it in its own way, byte for byte.
    """

    status: int = Field(default=200, ge=100, le=599)
    headers: dict[str, str] = {}
    text: str | None = None
    hex: Hex | None = None
    file: str | None = Field(default=None, min_length=1, exclude=True)
    contains: str | None = Field(default=None, min_length=1)
    json_value: JsonValue = Field(default=None, alias="json")
    subset: bool = False
    html: str | None = Field(default=None, min_length=1)
    rows: Rows | None = None
    size_bytes: int | None = Field(default=None, ge=0)

    @model_validator(mode="before")
    @classmethod
    def _contents(cls, document: object, info: ValidationInfo) -> object:
        if not isinstance(document, dict) or "file" not in document:
            return document
        if "hex" in document or not info.context:
            raise ValueError("'file' stands for 'hex', in the file of a scenario or a project")
        file: Path = info.context[FOLDER] / str(document["file"])
        try:
            return {**document, "hex": file.read_bytes().hex()}
        except OSError as error:
            raise ValueError(f"file {document['file']!r} cannot be read: {error.strerror} ({file})") from error

    @model_validator(mode="after")
    def _one_body(self) -> Self:
        given = (self.text, self.hex, self.contains, self.html, self.rows, self.size_bytes)
        if sum(one is not None for one in given) + self.has_json > 1:
            raise ValueError(
                "only one of 'text', 'hex', 'file', 'contains', 'json', 'html', 'rows' and 'size_bytes' is allowed"
            )
        if self.subset and not self.has_json:
            raise ValueError("'subset' needs 'json'")
        if self.coding not in (None, *CODINGS):
            raise ValueError(f"content-encoding {self.coding!r} is not known here: use {', '.join(CODINGS)}")
        return self

    @property
    def coding(self) -> str | None:
        """The content coding of the body, if it has one."""
        return next((value for name, value in self.headers.items() if name.lower() == "content-encoding"), None)

    def loosely(self) -> "Expect":
        """Return it as TechEmpower looks at an answer in lower case: of rows, only at their form."""
        changes: dict[str, object] = {
            name: value.lower() for name in ("text", "contains", "html") if (value := getattr(self, name)) is not None
        }
        if self.has_json:
            changes["json_value"] = json.loads(json.dumps(self.json_value).lower())
        if self.rows is not None:
            changes["rows"] = self.rows.loosely()
        return self.model_copy(update=changes)

    @property
    def has_json(self) -> bool:
        """Whether a JSON value is expected (`null` included)."""
        return "json_value" in self.model_fields_set


class Asked(Request):
    """A request of the load, with its right answer, and its share among all."""

    expect: Expect
    weight: int = Field(default=1, ge=1, le=1000)


class Login(FileModel):
    """A request that is sent once after each start; `{login}` in the scenario's requests is what its answer has.

    `take` says where: `json:KEY` (`json:user.token` in an object of an object), `cookie:NAME` or `header:NAME`.
    """

    request: Request
    expect: Expect = Expect()
    take: str = Field(pattern=r"^(json|cookie|header):[A-Za-z0-9_.-]+$")


class Probe(Request):
    """A request that is only sent for verification, with its right answer.

    `{path}` in its path stands for the request path of the scenario at this contestant. Without an `expect` of its
    own, that of the scenario applies.
    """

    path: ProbePath = "/"
    expect: Expect | None = None

    def around(self, path: str) -> "Probe":
        """Return the probe with `{path}` replaced."""
        return self.model_copy(update={"path": self.path.replace("{path}", path)})
