"""TechEmpower's tests (docs/suites.md): rows of PostgreSQL through asyncpg."""

import os
from contextlib import asynccontextmanager
from random import randint

import asyncpg
import jinja2
from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import BaseModel

ROWS = 10_000
POOL = 32  # connections of each process, as many as PHP-FPM has
WORLDS = 'SELECT id, randomnumber AS "randomNumber" FROM world'
UPDATE = """UPDATE world SET randomnumber = fresh.number
    FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id"""
METHODS = ["GET", "HEAD"]

plain = APIRouter()
database = APIRouter()
page = jinja2.Environment(autoescape=True).from_string("""<!DOCTYPE html>
<html><head><title>Fortunes</title></head><body><table>
<tr><th>id</th><th>message</th></tr>
{% for id, message in rows %}<tr><td>{{ id }}</td><td>{{ message }}</td></tr>
{% endfor %}</table></body></html>
""")
cache: list["World"] = []
pool: asyncpg.Pool | None = None


class Message(BaseModel):
    message: str


class World(BaseModel):
    id: int
    randomNumber: int  # noqa: N815


@asynccontextmanager
async def tests(app):
    """Keep a pool as long as the application lives, if there is a database; PGHOST and the like say where."""
    global pool
    if not os.environ.get("PGHOST"):
        yield
        return
    async with asyncpg.create_pool(min_size=1, max_size=POOL) as pool:
        cache.extend(World(**row) for row in await pool.fetch(f"{WORLDS} ORDER BY id"))
        app.include_router(database)
        yield


def count(text: str | None) -> int:
    """How many rows a query string asks for: 1 to 500, and 1 if it is no number."""
    try:
        return min(max(int(text or 1), 1), 500)
    except ValueError:
        return 1


def shown(rows) -> HTMLResponse:
    rows = [*rows, (0, "Additional fortune added at request time.")]
    return HTMLResponse(page.render(rows=sorted(rows, key=lambda row: row[1])))


async def read(connection, many: int) -> list[World]:
    statement = await connection.prepare(f"{WORLDS} WHERE id = $1")
    return [World(**await statement.fetchrow(randint(1, ROWS))) for _ in range(many)]


@plain.api_route("/json", methods=METHODS)
async def json() -> Message:
    return Message(message="Hello, World!")


@plain.api_route("/plaintext", methods=METHODS, response_class=PlainTextResponse)
async def plaintext():
    return PlainTextResponse("Hello, World!")


@database.api_route("/db", methods=METHODS)
async def db() -> World:
    async with pool.acquire() as connection:
        return (await read(connection, 1))[0]


@database.api_route("/queries", methods=METHODS)
async def worlds(queries: str | None = None) -> list[World]:
    async with pool.acquire() as connection:
        return await read(connection, count(queries))


@database.api_route("/updates", methods=METHODS)
async def updates(queries: str | None = None) -> list[World]:
    async with pool.acquire() as connection:
        rows = sorted(await read(connection, count(queries)), key=lambda row: row.id)  # no two updates wait for each other
        for row in rows:
            row.randomNumber = randint(1, ROWS)
        await connection.execute(UPDATE, [row.id for row in rows], [row.randomNumber for row in rows])
    return rows


@database.api_route("/cached-queries", methods=METHODS)
async def cached(count_: str | None = Query(None, alias="count")) -> list[World]:
    return [cache[randint(0, ROWS - 1)] for _ in range(count(count_))]


@database.api_route("/fortunes", methods=METHODS, response_class=HTMLResponse)
async def fortunes():
    return shown([tuple(row) for row in await pool.fetch("SELECT id, message FROM fortune")])
