"""MariaDB as Django's database for TechEmpower's tests, through PyMySQL."""

import os
from concurrent.futures import Executor
from threading import Barrier

import pymysql
from django.db import connection

pymysql.install_as_MySQLdb()  # Django's backend imports the driver by this name

DATABASE = {
    "ENGINE": "django.db.backends.mysql",
    "NAME": os.environ.get("MARIADB_DATABASE"),
    "USER": os.environ.get("MARIADB_USER"),
    "PASSWORD": os.environ.get("MARIADB_PASSWORD"),
    "HOST": os.environ.get("MARIADB_HOST"),
    "PORT": os.environ.get("MARIADB_PORT"),
    "CONN_MAX_AGE": None,  # Django has no pool for this one: each thread keeps its connection
}


def open_connections(pool: Executor, threads: int) -> None:
    """Let each thread of a worker open its connection now: Django asks each for the server's version and settings."""
    together = Barrier(threads, timeout=30)  # so that none of them takes the turn of another

    def open_one(_) -> None:
        connection.ensure_connection()
        together.wait()

    list(pool.map(open_one, range(threads)))
