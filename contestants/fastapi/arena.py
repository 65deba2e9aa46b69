"""HttpArena's profiles (docs/suites.md); the data set is read once."""

import mimetypes
from pathlib import Path as File
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request
from fastapi.responses import PlainTextResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, TypeAdapter

METHODS = ["GET", "HEAD"]
# Python 3.11 knows these two only where the system has a table of types.
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("image/webp", ".webp")

profiles = APIRouter()
static = StaticFiles(directory="static")


class Rating(BaseModel):
    score: int
    count: int


class Item(BaseModel):
    id: int
    name: str
    category: str
    price: int
    quantity: int
    active: bool
    tags: list[str]
    rating: Rating


class Totalled(Item):
    total: int


class Counted(BaseModel):
    count: int
    items: list[Totalled]


ITEMS = TypeAdapter(list[Item]).validate_json(File("arena-dataset.json").read_bytes())


@profiles.api_route("/pipeline", methods=METHODS, response_class=PlainTextResponse)
async def pipeline():
    return PlainTextResponse("ok")


@profiles.api_route("/baseline11", methods=METHODS, response_class=PlainTextResponse)
async def baseline(a: int, b: int):
    return PlainTextResponse(str(a + b))


@profiles.post("/baseline11", response_class=PlainTextResponse)
async def baseline_with_body(a: int, b: int, number: Annotated[int, Body(media_type="text/plain")]):
    return PlainTextResponse(str(a + b + number))


@profiles.post("/upload", response_class=PlainTextResponse)
async def upload(request: Request):
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
    return PlainTextResponse(str(size))


@profiles.api_route("/json/{count}", methods=METHODS)
async def counted(count: Annotated[int, Path(ge=0)], m: int) -> Counted:
    items = [Totalled(**dict(item), total=item.price * item.quantity * m) for item in ITEMS[:count]]
    return Counted(count=len(items), items=items)
