"""HttpArena's async-db (docs/suites.md): items of PostgreSQL through asyncpg."""

import json

import te
from arena import Item, Rating
from pydantic import BaseModel

SELECT = """SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE price BETWEEN $1 AND $2 LIMIT $3"""


class Listed(BaseModel):
    count: int
    items: list[Item]


def item(row) -> Item:
    *columns, tags, score, count = row
    names = ("id", "name", "category", "price", "quantity", "active")
    values = dict(zip(names, columns, strict=True))
    return Item(**values, tags=json.loads(tags), rating=Rating(score=score, count=count))


@te.database.api_route("/async-db", methods=te.METHODS)
async def async_db(min: int, max: int, limit: int) -> Listed:
    items = [item(row) for row in await te.pool.fetch(SELECT, min, max, limit)]
    return Listed(count=len(items), items=items)
