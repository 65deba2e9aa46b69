"""The ladder of the Swoole seed: each step does what steps before it did, and one thing more (docs/suites.md).

PHP requires and loads its files again for each request; Python imports them once, at its start.
"""

import os
import tempfile
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncmy
from asyncmy.cursors import DictCursor
from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

QUERY = "SELECT * FROM test1"
SLOW = "SELECT SLEEP(0.01)"
POOL = 32  # connections of each process, as many as PHP-FPM has


@dataclass(frozen=True)
class Step:
    text: bool = False
    alone: bool = False
    reads: int = 0
    files: int = 0
    queries: list[str] = field(default_factory=list)


STEPS = {
    "basic": Step(text=True),
    "requires": Step(text=True),
    "classes": Step(text=True),
    "query": Step(alone=True, queries=[QUERY]),
    "pool": Step(queries=[QUERY]),
    "cache": Step(reads=1),
    "app": Step(reads=10_000),
    "files": Step(reads=10_000, files=10),
    "slow": Step(reads=10_000, files=10, queries=[SLOW] * 20),
    "simpler": Step(reads=1_000, files=1, queries=[SLOW] * 3),
    "simple": Step(reads=1_000, queries=[QUERY] * 2),
}

ACCOUNT = {
    "host": os.environ.get("MARIADB_HOST"),
    "port": int(os.environ.get("MARIADB_PORT") or 0),
    "user": os.environ.get("MARIADB_USER"),
    "password": os.environ.get("MARIADB_PASSWORD"),
    "database": os.environ.get("MARIADB_DATABASE"),
    "autocommit": True,
    "stmt_cache_size": 8,  # prepared once for each connection, even without arguments
}
FOLDER = Path(tempfile.mkdtemp(prefix="ladder"))
cache: dict[str, list[dict]] = {}
pool: asyncmy.Pool | None = None


@asynccontextmanager
async def lifespan(app: FastAPI):
    """Keep a pool as long as the application lives, if there is a database."""
    global pool
    if not ACCOUNT["host"]:
        yield
        return
    async with asyncmy.create_pool(minsize=0, maxsize=POOL, **ACCOUNT) as pool:
        yield


async def ladder(name: str) -> str | None:
    """The body of a step's answer; None for an unknown one."""
    step = STEPS.get(name)
    if step is None or not (step.text or pool):
        return None
    if step.text:
        return "ok"
    rows = None
    for _ in range(step.reads):
        rows = cache.get("test1") or await fill()
    if step.files:
        await run_in_threadpool(write_and_read, step.files)
    if step.queries:
        async with asyncmy.connect(**ACCOUNT) if step.alone else pool.acquire() as connection:
            for query in step.queries:
                answer = await ask(connection, query)
                rows = answer if query == QUERY else rows
    return printed(rows)


def write_and_read(files: int) -> None:
    for number in range(files):
        (FOLDER / f"{number}.txt").write_text("some content here")
    for number in range(files):
        (FOLDER / f"{number}.txt").read_text()


async def ask(connection, query: str) -> list[dict]:
    async with connection.cursor(cursor=DictCursor) as cursor:
        await cursor.execute(query, ())
        return await cursor.fetchall()


async def fill() -> list[dict]:
    async with pool.acquire() as connection:
        cache["test1"] = await ask(connection, QUERY)
    return cache["test1"]


def printed(rows: list[dict]) -> str:
    """As PHP's print_r prints them."""
    text = "Array\n(\n"
    for index, row in enumerate(rows):
        fields = "".join(f"            [{key}] => {value}\n" for key, value in row.items())
        text += f"    [{index}] => Array\n        (\n{fields}        )\n\n"
    return f"{text})\n"
