"""TechEmpower's tests (docs/suites.md) on Flask: rows of PostgreSQL through psycopg; te_mariadb.py has those of MariaDB."""

import os
from random import randint

from flask import Flask, abort, render_template, request
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

ROWS = 10_000
WORLDS = 'SELECT id, randomnumber AS "randomNumber" FROM world'
UPDATE = """UPDATE world SET randomnumber = fresh.number
    FROM unnest(%s::integer[], %s::integer[]) AS fresh (id, number) WHERE world.id = fresh.id"""

app = Flask(__name__)
app.json.sort_keys = False
pool = None
cache: list[dict] = []


def open_pool() -> None:
    """Called in each worker: connections cannot be shared between processes. MARIADB_HOST or PGHOST says where it is."""
    global pool, write
    size = int(os.environ["THREADS"])
    if os.environ.get("MARIADB_HOST"):
        import te_mariadb  # only here: SQLAlchemy takes 12 MB

        pool, write = te_mariadb.Pool(size), te_mariadb.write
    elif os.environ.get("PGHOST"):
        options = {"row_factory": dict_row, "autocommit": True, "prepare_threshold": 0}
        pool = ConnectionPool(kwargs=options, min_size=1, max_size=size, open=True)
    else:
        return
    with pool.connection() as connection:
        cache.extend(connection.execute(f"{WORLDS} ORDER BY id").fetchall())


def database():
    return abort(404) if pool is None else pool.connection()


def count(name: str) -> int:
    """How many rows the query string asks for: 1 to 500, and 1 if it is no number."""
    return min(max(request.args.get(name, 1, type=int), 1), 500)


def read(connection, many: int) -> list[dict]:
    return [connection.execute(f"{WORLDS} WHERE id = %s", (randint(1, ROWS),)).fetchone() for _ in range(many)]


def write(connection, rows: list[dict]) -> None:
    connection.execute(UPDATE, ([row["id"] for row in rows], [row["randomNumber"] for row in rows]))


@app.get("/json")
def json():
    return {"message": "Hello, World!"}


@app.get("/plaintext")
def plaintext():
    return app.response_class("Hello, World!", mimetype="text/plain")


@app.get("/db")
def db():
    with database() as connection:
        return read(connection, 1)[0]


@app.get("/queries")
def queries():
    with database() as connection:
        return read(connection, count("queries"))


@app.get("/updates")
def updates():
    with database() as connection:
        rows = sorted(read(connection, count("queries")), key=lambda row: row["id"])  # no two updates wait for each other
        for row in rows:
            row["randomNumber"] = randint(1, ROWS)
        write(connection, rows)
    return rows


@app.get("/cached-queries")
def cached():
    return [cache[randint(0, ROWS - 1)] for _ in range(count("count"))] if cache else abort(404)


@app.get("/fortunes")
def fortunes():
    with database() as connection:
        rows = connection.execute("SELECT id, message FROM fortune").fetchall()
    rows.append({"id": 0, "message": "Additional fortune added at request time."})
    return render_template("fortunes.html", rows=sorted(rows, key=lambda row: row["message"]))
