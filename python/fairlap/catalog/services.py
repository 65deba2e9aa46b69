"""What scenarios need from databases and caches."""

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, StringConstraints, model_validator

from fairlap.catalog.requests import Expect, FileModel

ServiceName = Literal["mariadb", "mysql", "mongodb", "postgresql", "redis", "memcached"]

DATABASES: tuple[ServiceName, ...] = ("postgresql", "mariadb", "mysql", "mongodb")
"""The services that are no caches."""

SERVICE_FIELDS = ("host", "port", "socket", "user", "password", "database")
"""Variables of a service in manifests, for example `{mariadb_host}`."""

SERVICE_VARIABLES = tuple(f"{service}_{field}" for service in get_args(ServiceName) for field in SERVICE_FIELDS)

Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z_][a-z0-9_]*$", max_length=63)]


class Account(FileModel):
    """The account that contestants have at a database, and the port where that listens, if nobody else does."""

    user: Identifier = "fairlap"
    password: str = Field(default="fairlap", pattern=r"^[A-Za-z0-9_.-]+$")
    database: Identifier = "fairlap"
    port: int | None = Field(default=None, ge=1024, le=65_535)


class Change(FileModel):
    """Statements that change the data of a service, the right answer afterwards, and statements that undo them."""

    by: str = Field(min_length=1)
    undo: str = Field(min_length=1)
    expect: Expect


class ServiceNeed(FileModel):
    """What a scenario needs from a service. `seed` names a file of statements in the scenario's folder.

    `statements`, `reads` (those that only read), `rows` (sent), `rows_written` and `connections` are the numbers per
    request that the contract demands: the service's own counters are compared with the answers. With `table`, they are
    those of statements that mention it. A `change` must show in the next answer: it is for scenarios that forbid
    caching between requests. `written` is for requests that change data: a statement that returns the row with the id
    `{id}` as `expect.rows` describes it, which must be as the answer said. With `reseed`, each heat begins with a fresh
    seed. `account` is for contestants with names, passwords or a port of their own in them.
    """

    seed: str | None = None
    reseed: bool = False
    account: Account | None = None
    change: Change | None = None
    written: str | None = Field(default=None, pattern=r"\{id\}")
    table: str | None = Field(default=None, pattern=r"^\w+$")
    statements: float | None = Field(default=None, ge=0)
    reads: float | None = Field(default=None, ge=0)
    rows: float | None = Field(default=None, ge=0)
    rows_written: float | None = Field(default=None, ge=0)
    connections: float | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _seed_again(self) -> Self:
        if self.reseed and self.seed is None:
            raise ValueError("'reseed' needs 'seed'")
        return self
