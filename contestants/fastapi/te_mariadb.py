"""TechEmpower's tests of databases on MariaDB, through asyncmy, over the connections that the ladder keeps."""

import asyncio
from random import randint

import ladder
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from te import METHODS, ROWS, World, count, shown

database = APIRouter()
# Who waits for a connection of asyncmy's pool may be overtaken again and again.
turns = asyncio.Semaphore(ladder.POOL)


def answer(app) -> None:
    """Answer the tests, if there is a database."""
    if ladder.pool is not None:
        app.include_router(database)


async def read(cursor, many: int) -> list[World]:
    rows = []
    for _ in range(many):
        await cursor.execute("SELECT id, randomNumber FROM world WHERE id = %s", (randint(1, ROWS),))
        number, drawn = await cursor.fetchone()
        rows.append(World(id=number, randomNumber=drawn))
    return rows


@database.api_route("/db", methods=METHODS)
async def db() -> World:
    async with turns, ladder.pool.acquire() as connection, connection.cursor() as cursor:
        return (await read(cursor, 1))[0]


@database.api_route("/queries", methods=METHODS)
async def worlds(queries: str | None = None) -> list[World]:
    async with turns, ladder.pool.acquire() as connection, connection.cursor() as cursor:
        return await read(cursor, count(queries))


@database.api_route("/updates", methods=METHODS)
async def updates(queries: str | None = None) -> list[World]:
    async with turns, ladder.pool.acquire() as connection, connection.cursor() as cursor:
        rows = sorted(await read(cursor, count(queries)), key=lambda row: row.id)  # no two updates wait for each other
        await connection.begin()
        for row in rows:
            row.randomNumber = randint(1, ROWS)
            await cursor.execute("UPDATE world SET randomNumber = %s WHERE id = %s", (row.randomNumber, row.id))
        await connection.commit()
    return rows


@database.api_route("/fortunes", methods=METHODS, response_class=HTMLResponse)
async def fortunes():
    async with turns, ladder.pool.acquire() as connection, connection.cursor() as cursor:
        await cursor.execute("SELECT id, message FROM fortune", ())
        return shown(await cursor.fetchall())
