"""The routes of the dashboard. Pages are rendered in threads, one at a time; nothing is ever written."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Hashable, Iterable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from functools import partial

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fairlap.dashboard.cache import Page, Pages
from fairlap.dashboard.feed import Feed, event
from fairlap.dashboard.guard import Guard
from fairlap.dashboard.results import RUNS_TO_CHOOSE, Results, state_of
from fairlap.dashboard.site import Site
from fairlap.errors import UsageError
from fairlap.pages.compare import Choice
from fairlap.pages.live import LIVE_SCRIPT
from fairlap.pages.paths import EVENTS, SEPARATOR, pair_page, part, runs_page
from fairlap.pages.runs import plain_page
from fairlap.pages.site import SCRIPT, STYLE, Place, asset
from fairlap.store import RunSummary

HTML, JSON = "text/html; charset=utf-8", "application/json; charset=utf-8"
ASSETS = {
    STYLE: "text/css; charset=utf-8",
    SCRIPT: "text/javascript; charset=utf-8",
    LIVE_SCRIPT: "text/javascript; charset=utf-8",
}
NOT_FOUND = "There is no page at this address."
MOST_DIGITS = 7
"""Of the number of a page."""


class EventStream(Response):
    """Streams texts until they end or the client disconnects."""

    def __init__(self, texts: Callable[[], AsyncGenerator[str]]) -> None:
        super().__init__(media_type="text/event-stream", headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._texts = texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async with anyio.create_task_group() as tasks:
            if scope["method"] != "HEAD":
                tasks.start_soon(self._until_gone, receive, tasks.cancel_scope)
                async with aclosing(self._texts()) as texts:
                    async for text in texts:
                        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            tasks.cancel_scope.cancel()

    @staticmethod
    async def _until_gone(receive: Receive, scope: anyio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        scope.cancel()


class Dashboard:
    def __init__(self, results: Results) -> None:
        self.results = results
        self.feed = Feed(results)
        self._site = Site(results, served=True)
        self._pages = Pages()
        self._builder = anyio.CapacityLimiter(1)

    def routes(self) -> list[Route]:
        return [
            Route("/", self.index),
            Route("/index.html", self.index),
            Route("/runs/{name}.html", self.run),
            Route("/runs/{name}.json", self.run_json),
            Route("/compare.html", self.choose),
            Route("/compare/{name}.html", self.compared),
            Route("/history.html", self.histories),
            Route("/history/{name}.html", self.history),
            Route("/live.html", self.live),
            Route(f"/{EVENTS}", self.events),
            Route("/static/{name}", self.asset),
            Route("/favicon.ico", _no_icon),
        ]

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Run the watcher of the feed as long as the server."""
        async with anyio.create_task_group() as tasks:
            self.feed.tasks = tasks
            yield
            self.feed.close()
            tasks.cancel_scope.cancel()

    async def index(self, request: Request) -> Response:
        asked = request.query_params.get("page", "1")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < MOST_DIGITS else 0
        if not 1 <= number <= await anyio.to_thread.run_sync(self._pages_of_runs):
            raise HTTPException(404, "The list of runs has no such page.")
        return _answer(request, Page.of(await self._build(self._site.index, number), HTML))

    def _pages_of_runs(self) -> int:
        """Return the number of pages of the list; one if the results cannot be read, which that page says."""
        try:
            return self.results.pages()
        except UsageError:
            return 1

    async def run(self, request: Request) -> Response:
        found, key = await self._find(request.path_params["name"])
        return await self._made(request, ("run", key), HTML, partial(self._site.run, found))

    async def run_json(self, request: Request) -> Response:
        found, key = await self._find(request.path_params["name"])
        return await self._made(request, ("json", key), JSON, partial(self._site.run_json, found))

    async def compared(self, request: Request) -> Response:
        """Answer with the comparison of two runs, or of two contestants of a run."""
        parts = request.path_params["name"].split(SEPARATOR)
        if len(parts) == 2:
            (base, of_base), (new, of_new) = [await self._find(name) for name in parts]
            key = ("runs", of_base, of_new)
            return await self._made(request, key, HTML, partial(self._site.runs_compared, base, new))
        if len(parts) != 3:
            raise HTTPException(404, NOT_FOUND)
        run, of_run = await self._find(parts[0])
        names = {part(name): name for name in run.contestants}
        if parts[1] == parts[2] or not {parts[1], parts[2]} <= names.keys():
            raise HTTPException(404, "This run does not have these two contestants.")
        a, b = names[parts[1]], names[parts[2]]
        return await self._made(request, ("pair", of_run, a, b), HTML, partial(self._site.pair, run, a, b))

    async def choose(self, request: Request) -> Response:
        """Answer with two forms, or redirect a completed form to its comparison."""
        base, new, run, a, b = (request.query_params.get(name, "") for name in ("base", "new", "run", "a", "b"))
        summaries = {found.run: found for found in await anyio.to_thread.run_sync(self.results.summaries)}
        choice, status = _choice(Choice((), base, new, run, (), a, b), summaries), 200
        if not choice.trouble:
            if choice.base and choice.new:
                return RedirectResponse(runs_page(choice.base, choice.new), status_code=303)
            if choice.run and choice.a and choice.b:
                return RedirectResponse(pair_page(choice.run, choice.a, choice.b), status_code=303)
        else:
            status = 404
        lines = await anyio.to_thread.run_sync(partial(self.results.lines, 0, RUNS_TO_CHOOSE))
        text = self._site.choice(replace(choice, runs=lines))
        return _answer(request, Page.of(text, HTML), status=status)

    async def histories(self, request: Request) -> Response:
        return _answer(request, Page.of(await self._build(self._site.histories), HTML))

    async def history(self, request: Request) -> Response:
        summaries = await anyio.to_thread.run_sync(self.results.summaries)
        known = await anyio.to_thread.run_sync(self._site.known)
        name = next((found.name for found in known if part(found.name) == request.path_params["name"]), None)
        if name is None:
            raise HTTPException(404, "No run has a contestant of this name.")
        key = ("history", name, tuple(map(state_of, summaries)))
        return await self._made(request, key, HTML, partial(self._site.history, name))

    async def live(self, request: Request) -> Response:
        return _answer(request, Page.of(await anyio.to_thread.run_sync(self._site.live), HTML))

    async def events(self, request: Request) -> Response:
        """Stream the running race; a client that reconnects names its race in the id of its last event."""
        seen = request.headers.get("last-event-id", "").split(" ")[0] or request.query_params.get("run", "")
        if self.feed.full:
            return EventStream(_too_many)
        return EventStream(partial(self.feed.follow, seen or None))

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404, NOT_FOUND)
        return _answer(request, Page.of(asset(name), ASSETS[name]))

    async def _find(self, name: str) -> tuple[RunSummary, Hashable]:
        """A run and the cache key of its report, which depends on runs of its suite by the other method, too."""
        summaries = await anyio.to_thread.run_sync(self.results.summaries)
        found = next((summary for summary in summaries if part(summary.run) == name), None)
        if found is None:
            raise HTTPException(404, "There is no run of this name.")
        others = [
            state_of(other)
            for other in summaries
            if other.suite_name == found.suite_name and other.method != found.method
        ]
        return found, (state_of(found), *others)

    async def _made(self, request: Request, key: Hashable, kind: str, make: Callable[[], str]) -> Response:
        """The page with this key, from the cache or new."""
        if (page := self._pages.get(key)) is None:
            async with self._builder:
                if (page := self._pages.get(key)) is None:
                    page = Page.of(await anyio.to_thread.run_sync(make), kind)
                    self._pages.put(key, page)
        return _answer(request, page)

    async def _build(self, make: Callable[..., str], *arguments: object) -> str:
        async with self._builder:
            return await anyio.to_thread.run_sync(make, *arguments)


def make_app(dashboard: Dashboard, hosts: Iterable[str]) -> Guard:
    """Return the dashboard as an ASGI application; `hosts` are the accepted Host names."""
    handlers = {HTTPException: _missing, UsageError: _unusable, Exception: _broken}
    app = Starlette(
        routes=dashboard.routes(),
        exception_handlers=handlers,  # type: ignore[arg-type]
        lifespan=dashboard.lifespan,
    )
    return Guard(app, hosts)  # outermost, because Starlette's own answers need the headers, too


def _choice(asked: Choice, summaries: dict[str, RunSummary]) -> Choice:
    """The request with its trouble, if any, and the contestants of the chosen run."""
    for name in (asked.base, asked.new, asked.run):
        if name and name not in summaries:
            return replace(asked, run="", trouble=f"There is no run {name!r}.")
    if asked.base and asked.base == asked.new:
        return replace(asked, trouble="Both runs are the same: choose two different ones.")
    if not asked.run:
        return asked
    run = summaries[asked.run]
    chosen = replace(asked, contestants=tuple(name for name in run.contestants if name != run.reference))
    for name in (asked.a, asked.b):
        if name and name not in run.contestants:
            return replace(chosen, trouble=f"Run {run.run} has no contestant {name!r}.")
    if asked.a and asked.a == asked.b:
        return replace(chosen, trouble="Both contestants are the same: choose two different ones.")
    return chosen


def _answer(request: Request, page: Page, status: int = 200) -> Response:
    """The page, or 304 if it is unchanged. Pages can change, so browsers must ask each time."""
    headers = {"etag": page.tag, "cache-control": "no-cache"}
    if status == 200 and page.tag in [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(page.body, status_code=status, headers=headers | {"content-type": page.kind})


async def _missing(request: Request, error: HTTPException) -> Response:
    return _message(
        request, "Page not found", error.detail if error.detail != "Not Found" else NOT_FOUND, error.status_code
    )


async def _unusable(request: Request, error: UsageError) -> Response:
    return _message(request, "The results cannot be read", error.line(), 503)


async def _broken(request: Request, _error: Exception) -> Response:
    return _message(request, "Internal error", "See the traceback in the terminal where fairlap serve runs.", 500)


def _message(request: Request, title: str, text: str, status: int) -> Response:
    """A page with links that work from an address of any depth."""
    depth = max(0, request.url.path.count("/") - 1)
    page = plain_page(title, text, Place(root="../" * depth, served=True))
    return Response(page, status_code=status, headers={"content-type": HTML, "cache-control": "no-store"})


async def _no_icon(_request: Request) -> Response:
    return Response(status_code=204)


async def _too_many() -> AsyncGenerator[str]:
    yield event("full", "", {})
