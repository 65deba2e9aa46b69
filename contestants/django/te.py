"""TechEmpower's tests (docs/suites.md) on Django: rows of PostgreSQL or MariaDB through its ORM."""

import os
from pathlib import Path
from random import randint

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, models
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.gzip import gzip_page
from te_mariadb import DATABASE as MARIADB

ROWS = 10_000
POSTGRESQL = {
    "ENGINE": "django.db.backends.postgresql",
    "NAME": os.environ.get("PGDATABASE"),
    "USER": os.environ.get("PGUSER"),
    "PASSWORD": os.environ.get("PGPASSWORD"),
    "HOST": os.environ.get("PGHOST"),
    "PORT": os.environ.get("PGPORT"),
    "OPTIONS": {"pool": {"min_size": 1, "max_size": int(os.environ.get("THREADS", 32))}},
}
here = [database for database in (POSTGRESQL, MARIADB) if database["HOST"]]
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": here[0]} if here else {},
    LOGGING_CONFIG=None,
    ROOT_URLCONF=__name__,
    SECRET_KEY="no session, no signature",
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [Path(__file__).parent / "templates"]}],
    USE_I18N=False,
    USE_TZ=False,
)
django.setup()


class World(models.Model):
    randomnumber = models.IntegerField()

    class Meta:
        app_label = "te"
        db_table = "world"

    def document(self) -> dict:
        return {"id": self.id, "randomNumber": self.randomnumber}


class Fortune(models.Model):
    message = models.CharField(max_length=2048)

    class Meta:
        app_label = "te"
        db_table = "fortune"


cache: list[dict] = []


def fill_cache() -> None:
    """Called in each worker."""
    if here:
        cache.extend(world.document() for world in World.objects.order_by("id"))
        connection.close()  # this thread serves nobody


def count(text: str | None) -> int:
    """How many rows a query string asks for: 1 to 500, and 1 if it is no number."""
    return min(max(int(text), 1), 500) if text and text.isdecimal() else 1


def read(many: int) -> list[World]:
    return [World.objects.get(id=randint(1, ROWS)) for _ in range(many)]


def json(request):
    return JsonResponse({"message": "Hello, World!"})


def plaintext(request):
    return HttpResponse("Hello, World!", content_type="text/plain")


@gzip_page
def items(request):
    return JsonResponse([{"id": n, "name": f"Item {n}", "price": n * 100} for n in range(1, 51)], safe=False)


def db(request):
    return JsonResponse(read(1)[0].document())


def queries(request):
    return JsonResponse([world.document() for world in read(count(request.GET.get("queries")))], safe=False)


def updates(request):
    worlds = sorted(read(count(request.GET.get("queries"))), key=lambda world: world.id)  # no two updates wait for each other
    for world in worlds:
        world.randomnumber = randint(1, ROWS)
    World.objects.bulk_update({world.id: world for world in worlds}.values(), ["randomnumber"])
    return JsonResponse([world.document() for world in worlds], safe=False)


def cached(request):
    return JsonResponse([cache[randint(0, ROWS - 1)] for _ in range(count(request.GET.get("count")))], safe=False)


def fortunes(request):
    rows = [*Fortune.objects.all(), Fortune(id=0, message="Additional fortune added at request time.")]
    return render(request, "fortunes.html", {"rows": sorted(rows, key=lambda row: row.message)})


urlpatterns = [path("json", json), path("plaintext", plaintext), path("items", items)]
if here:
    urlpatterns += [
        path("db", db),
        path("queries", queries),
        path("updates", updates),
        path("cached-queries", cached),
        path("fortunes", fortunes),
    ]
app = WSGIHandler()
