"""MongoDB, over TCP, in a container only: Debian has none.

Statements are database commands as JSON documents, one after another. TechEmpower's contestants do
not log in, so nobody has to: they may do what the server allows.

Source: https://www.mongodb.com/docs/manual/reference/command/
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from fairlap.hosting.services.model import BOUND_S, Access, Counters, Service, ServiceError

SCRIPT = """
set -eu
mkdir data
exec mongod --dbpath "$PWD/data" --port "$1" --bind_ip "$2" --nounixsocket --wiredTigerCacheSizeGB 0.25
"""

Document = dict[str, Any]
"""As MongoDB answers it."""


def _ready(access: Access) -> bool:
    _ask(access, "admin", [{"ping": 1}])
    return True


def _run(access: Access, statements: bytes) -> str:
    """Return the documents that were found (their first batch), each on a line, with its members sorted by name."""
    answers = _ask(access, access.account.database, _commands(statements.decode()))
    found = [row for answer in answers if "cursor" in answer for row in answer["cursor"]["firstBatch"]]
    return "".join(f"{json.dumps(_whole(row), sort_keys=True, default=str)}\n" for row in found)


def _whole(row: Document) -> Document:
    """Return a document with whole numbers as such: some drivers write every number as a double."""
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in row.items()
    }


def _commands(text: str) -> Iterator[Document]:
    """Raises ServiceError when the text is something else."""
    decoder, rest = json.JSONDecoder(), text.strip()
    while rest:
        try:
            command, end = decoder.raw_decode(rest)
        except ValueError as error:
            raise ServiceError(f"mongodb: a command is no JSON: {error}") from error
        yield command
        rest = rest[end:].lstrip()


def _counters(access: Access, table: str | None) -> Counters:
    return counters_of(_status(access))


def counters_of(status: Document) -> Counters:
    """Return the counters in an answer to `serverStatus`. Servers that stand in for MongoDB count no documents."""
    operations, documents = status["opcounters"], status.get("metrics", {}).get("document")
    return Counters(
        statements=sum(operations[name] for name in ("query", "insert", "update", "delete")),
        rows=None if documents is None else documents["returned"],
        connections=status["connections"]["totalCreated"],
        reads=operations["query"],
        rows_written=None if documents is None else sum(documents[name] for name in ("inserted", "updated", "deleted")),
    )


def _stand_in(access: Access) -> str | None:
    process = _status(access)["process"]
    return None if process == "mongod" else process


def _status(access: Access) -> Document:
    (status,) = _ask(access, "admin", [{"serverStatus": 1}])
    return status


def _ask(access: Access, database: str, commands: Iterable[Document]) -> list[Document]:
    from pymongo import MongoClient  # only now: it takes as long to import as all of Fairlap
    from pymongo.errors import PyMongoError

    try:
        with MongoClient[Document](
            access.host,
            access.port,
            directConnection=True,
            serverMonitoringMode="poll",  # one connection to look at the server, and one to ask it
            serverSelectionTimeoutMS=5000,
            socketTimeoutMS=int(BOUND_S * 1000),
        ) as client:
            return [client[database].command(command) for command in commands]
    except PyMongoError as error:
        raise ServiceError(f"mongodb: {error}") from error


SERVICE = Service(
    name="mongodb",
    programs=(),
    install="--isolation container",
    script=SCRIPT,
    socket="none",
    ready=_ready,
    run=_run,
    counters=_counters,
    stand_in=_stand_in,
    own=Counters(statements=0, rows=0, connections=2, reads=0),
)
