"""Rows of a table whose values follow from their ids, so that an answer can be checked that differs each time."""

import json
from functools import cache
from typing import Literal, Self

from pydantic import BaseModel, Field, model_validator

_FACTOR = 4099
"""Mixes the ids; a prime, so that neighbours come to lie far apart."""

Member = Literal["id", "permuted", "any"]


class Rows(BaseModel, extra="forbid", frozen=True):
    """Rows of a table of `of` rows with the ids 1 to `of`, as JSON objects: `count` of them in an array, or one alone.

    `members` says what each member of a row is: its id, the id's place in a fixed order that looks random (`permuted`),
    or any number from 1 to `of`.
    """

    of: int = Field(ge=1, le=10_000_000)
    count: int | None = Field(default=None, ge=1, le=10_000)
    members: dict[str, Member]

    @model_validator(mode="after")
    def _one_id(self) -> Self:
        if list(self.members.values()).count("id") != 1:
            raise ValueError("exactly one of 'members' must be \"id\"")
        return self

    @property
    def example(self) -> object:
        """The first rows of the table, as a right answer has them."""
        rows = [self._row(1 + number % self.of) for number in range(self.count or 1)]
        return rows[0] if self.count is None else rows

    def judge(self, got: object) -> str | None:
        """Return what is wrong with an answer; `None` if nothing is."""
        if self.count is None:
            return self._judge_row(got, "$")
        if not isinstance(got, list) or len(got) != self.count:
            return f"$ is {f'{len(got)} elements' if isinstance(got, list) else 'no array'}, not {self.count} rows"
        return next(filter(None, (self._judge_row(row, f"$[{index}]") for index, row in enumerate(got))), None)

    def loosely(self) -> "Rows":
        """Return them without what only we know of their numbers, with names in lower case."""
        members: dict[str, Member] = {
            name.lower(): "id" if what == "id" else "any" for name, what in self.members.items()
        }
        return self.model_copy(update={"members": members})

    def of_answer(self, body: bytes) -> dict[int, list[int]]:
        """Return the rows of a right answer by their ids, in the order of `members`, but none that it has twice."""
        value = json.loads(body)
        rows = [[int(row[name]) for name in self.members] for row in (value if isinstance(value, list) else [value])]
        ids = [row[list(self.members.values()).index("id")] for row in rows]
        return {number: row for number, row in zip(ids, rows, strict=True) if ids.count(number) == 1}

    def _row(self, number: int) -> dict[str, int]:
        known = {"id": number, "permuted": permuted(number, self.of), "any": 1}
        return {name: known[member] for name, member in self.members.items()}

    def _judge_row(self, row: object, place: str) -> str | None:
        if not isinstance(row, dict):
            return f"{place} is no object"
        if row.keys() != self.members.keys():
            return f"{place} has the members {', '.join(row) or 'none'}, not {', '.join(self.members)}"
        numbers: dict[str, int] = {}
        for name, value in row.items():
            number = _whole(value)
            if number is None or not 1 <= number <= self.of:
                return f"{place}.{name} is {json.dumps(value)}, no number from 1 to {self.of}"
            numbers[name] = number
        number = next(numbers[name] for name, member in self.members.items() if member == "id")
        right = self._row(number)
        for name, member in self.members.items():
            if member == "permuted" and numbers[name] != right[name]:
                return f"{place}.{name} is {numbers[name]}, but {right[name]} belongs to {number}"
        return None


def _whole(value: object) -> int | None:
    """Return a whole number, also one that is written as 7.0; `None` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        return None
    return int(value)


def permuted(number: int, of: int) -> int:
    """Return the place of a number from 1 to `of` in a fixed order that looks random: each place is taken once.

    Multiplying and cubing change no two numbers below a prime p into the same if 3 does not divide p - 1; what comes to
    lie beyond `of` is moved on until it does not (cycle walking: Black and Rogaway, "Ciphers with Arbitrary Finite
    Domains", 2002).
    """
    place = pow(_FACTOR * number, 3, _modulus(of))
    while place > of:
        place = pow(_FACTOR * place, 3, _modulus(of))
    return place


@cache
def _modulus(of: int) -> int:
    """Return the least prime above `of` that is 2 modulo 3."""
    number = of + 1
    while number % 3 != 2 or any(number % factor == 0 for factor in range(2, int(number**0.5) + 1)):
        number += 1
    return number
