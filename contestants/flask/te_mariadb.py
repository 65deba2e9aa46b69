"""MariaDB as the database of TechEmpower's tests: PyMySQL in SQLAlchemy's pool."""

import os
from contextlib import closing

import pymysql
from pymysql.cursors import DictCursor
from sqlalchemy.pool import QueuePool


class Connection(pymysql.Connection):
    """Asked as one of psycopg's."""

    def execute(self, statement: str, values: tuple = ()) -> DictCursor:
        cursor = self.cursor()
        cursor.execute(statement, values)
        return cursor


def connect() -> Connection:
    return Connection(
        host=os.environ["MARIADB_HOST"],
        port=int(os.environ["MARIADB_PORT"]),
        user=os.environ["MARIADB_USER"],
        password=os.environ["MARIADB_PASSWORD"],
        database=os.environ["MARIADB_DATABASE"],
        autocommit=True,
        cursorclass=DictCursor,
    )


class Pool:
    def __init__(self, size: int) -> None:
        # Connections come back without an open transaction: there is nothing to reset.
        self.connections = QueuePool(connect, pool_size=size, max_overflow=0, reset_on_return=None)

    def connection(self) -> closing:
        return closing(self.connections.connect())


def write(connection: Connection, rows: list[dict]) -> None:
    connection.begin()
    try:
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE world SET randomNumber = %(randomNumber)s WHERE id = %(id)s", rows)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
