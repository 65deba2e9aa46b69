"""HttpArena's crud (docs/suites.md): items of PostgreSQL through asyncpg, read one by one through a cache."""

import te
from arena import Item
from arena_db import item
from cachetools import TTLCache
from fastapi import HTTPException
from fastapi.responses import Response
from pydantic import BaseModel

ITEMS = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count FROM items"
PAGE = f"{ITEMS} WHERE category = $1 ORDER BY id LIMIT $2 OFFSET $3"
CHANGE = "UPDATE items SET name = $2, price = $3, quantity = $4 WHERE id = $1 RETURNING id"
ADD = """INSERT INTO items (id, name, category, price, quantity, active, tags, rating_score, rating_count)
    VALUES ($1, $2, $3, $4, $5, true, '["bench"]', 0, 0)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, price = excluded.price, quantity = excluded.quantity"""
# Of each process: with several, a change shows in the others when what they have is 200 ms old.
cache: TTLCache[int, bytes] = TTLCache(maxsize=100_000, ttl=0.2)


class Changes(BaseModel):
    name: str
    price: int
    quantity: int


class Added(BaseModel):
    id: int
    name: str
    category: str
    price: int
    quantity: int


class Page(BaseModel):
    items: list[Item]
    total: int
    page: int
    limit: int


def shown(body: bytes, known: str) -> Response:
    return Response(body, media_type="application/json", headers={"X-Cache": known})


@te.database.api_route("/crud/items/{number}", methods=te.METHODS, response_class=Response)
async def one(number: int):
    body = cache.get(number)
    if body is not None:
        return shown(body, "HIT")
    row = await te.pool.fetchrow(f"{ITEMS} WHERE id = $1", number)
    if row is None:
        raise HTTPException(404)
    cache[number] = body = item(row).model_dump_json().encode()
    return shown(body, "MISS")


@te.database.put("/crud/items/{number}")
async def change(number: int, changes: Changes) -> Changes:
    changed = await te.pool.fetchval(CHANGE, number, changes.name, changes.price, changes.quantity)
    cache.pop(number, None)
    if changed is None:
        raise HTTPException(404)
    return changes


@te.database.api_route("/crud/items", methods=te.METHODS)
async def page(category: str, page: int, limit: int) -> Page:
    items = [item(row) for row in await te.pool.fetch(PAGE, category, limit, (page - 1) * limit)]
    return Page(items=items, total=len(items), page=page, limit=limit)


@te.database.post("/crud/items", status_code=201)
async def add(new: Added) -> Added:
    await te.pool.execute(ADD, new.id, new.name, new.category, new.price, new.quantity)
    cache.pop(new.id, None)
    return new
