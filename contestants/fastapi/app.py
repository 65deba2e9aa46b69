from contextlib import asynccontextmanager

import arena_crud  # noqa: F401 - adds routes to those of the database
import arena_db  # noqa: F401 - adds a route to them, too
import te_mariadb
from arena import profiles, static
from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from ladder import ladder, lifespan
from te import plain, tests
from pydantic import BaseModel
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import Route
from starlette.websockets import WebSocket, WebSocketDisconnect


class Message(BaseModel):
    message: str


class Product(BaseModel):
    id: int
    name: str
    price: int


@asynccontextmanager
async def databases(app: FastAPI):
    async with lifespan(app), tests(app):
        te_mariadb.answer(app)
        yield


app = FastAPI(openapi_url=None, lifespan=databases)
app.include_router(plain)
app.include_router(profiles)
app.mount("/static", static)
METHODS = ["GET", "HEAD"]


@app.api_route("/", methods=METHODS)
async def hello() -> Message:
    return Message(message="Hello World!")


@app.api_route("/text", methods=METHODS, response_class=PlainTextResponse)
async def text():
    return PlainTextResponse("Hello, world!\n")


@app.api_route("/html", methods=METHODS, response_class=HTMLResponse)
async def html():
    headers = {
        "Last-Modified": "Tue, 26 Jul 2016 10:24:27 GMT",
        "E-Tag": "55829c5b-17",
        "Accept-Ranges": "bytes",
    }
    return HTMLResponse("<h1>\nHello World.\n</h1>", headers=headers)


async def items(request: Request) -> JSONResponse:
    return JSONResponse([{"id": n, "name": f"Item {n}", "price": n * 100} for n in range(1, 51)])


# Only here: as a middleware of the whole app, it would cost every other request something.
app.router.routes.append(Route("/items", items, methods=METHODS, middleware=[Middleware(GZipMiddleware)]))


@app.api_route("/ladder/{name}", methods=METHODS, response_class=HTMLResponse)
async def climb(name: str):
    body = await ladder(name)
    return Response(status_code=404) if body is None else HTMLResponse(body)


@app.api_route("/products", methods=METHODS)
async def products() -> list[Product]:
    return [
        Product(id=1, name="Product 1", price=100),
        Product(id=2, name="Product 2", price=200),
        Product(id=3, name="Product 3", price=300),
    ]


@app.websocket("/ws")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass
