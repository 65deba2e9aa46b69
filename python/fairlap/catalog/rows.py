"""Rows of a table whose values follow from their ids, so that an answer can be checked that differs each time."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, JsonValue, model_validator

from fairlap.catalog.differences import json_difference

_FACTOR = 4099
"""Mixes the ids; a prime, so that neighbours come to lie far apart."""


class Modulo(BaseModel, extra="forbid", frozen=True):
    """The remainder of the id, divided by this."""

    modulo: int = Field(ge=1, le=2**32 - 1)


class Text(BaseModel, extra="forbid", frozen=True):
    """This text, with the id in place of `{id}`."""

    text: str


class Cycle(BaseModel, extra="forbid", frozen=True):
    """The value at the place of that remainder, divided by the number of these values."""

    cycle: list[JsonValue] = Field(min_length=1)


class Members(BaseModel, extra="forbid", frozen=True):
    """An object."""

    members: "dict[str, Member]"


Member = Literal["id", "permuted", "any"] | Modulo | Text | Cycle | Members
Members.model_rebuild()


Id = Annotated[int, BeforeValidator(lambda given: int(given) if str(given).isdigit() else given)] | str
"""That of a row, or a parameter for it. One that a parameter stood for comes as a text."""


class Rows(BaseModel, extra="forbid", frozen=True, populate_by_name=True):
    """Rows of a table of `of` rows with the ids 1 to `of`, as JSON objects: `count` of them in an array, or one alone.

    `members` says what each member of a row is: its id, the id's place in a fixed order that looks random (`permuted`),
    any number from 1 to `of`, or something else that follows from the id. The array may be a member of an object
    (`in`), with its length (`counted`) and other members (`beside`). `between` bounds numbers of the rows of this
    answer; `ids` says which rows it has, in their order (a parameter stands for a number).
    """

    of: int = Field(ge=1, le=10_000_000)
    count: int | None = Field(default=None, ge=1, le=10_000)
    ids: list[Id] = []
    members: dict[str, Member]
    within: str | None = Field(default=None, alias="in")
    counted: str | None = None
    beside: dict[str, JsonValue] = {}
    between: dict[str, tuple[int, int]] = {}

    @model_validator(mode="after")
    def _can_be_checked(self) -> Self:
        if list(self.members.values()).count("id") != 1:
            raise ValueError("exactly one of 'members' must be \"id\"")
        framed = self.counted is not None or self.beside
        if (framed and self.within is None) or (self.within is not None and self.count is None):
            raise ValueError("'counted' and 'beside' need 'in', and that needs 'count'")
        if self.ids and len(self.ids) != (self.count or 1):
            raise ValueError("'ids' must have one for each row of the answer")
        if not self.between.keys() <= self.members.keys():
            raise ValueError("'between' may only name 'members'")
        if next(self._fitting(), None) is None:
            raise ValueError("no row of the table lies 'between' these")
        return self

    @property
    def example(self) -> object:
        """The first rows of the table that may be in an answer, as a right one has them."""
        if self.ids:
            fitting = [self._row(each if isinstance(each, int) else 1) for each in self.ids]
        else:
            fitting = list(islice(self._fitting(), self.count or 1))
        if self.count is None:
            return fitting[0]
        rows = [fitting[number % len(fitting)] for number in range(self.count)]
        if self.within is None:
            return rows
        return {self.within: rows} | ({} if self.counted is None else {self.counted: self.count}) | self.beside

    def judge(self, got: object) -> str | None:
        """Return what is wrong with an answer; `None` if nothing is."""
        if self.count is None:
            return self._judge_row(got, "$", self.ids[0] if self.ids else None)
        place, rows = "$", got
        if self.within is not None:
            place = f"$.{self.within}"
            around = self.beside | ({} if self.counted is None else {self.counted: self.count})
            if not isinstance(got, dict) or got.keys() != {self.within, *around}:
                return f"$ is no object of {' and '.join((self.within, *around))}"
            rows = got[self.within]
            for name, value in around.items():
                if json_difference(value, got[name], "$", subset=False) is not None:
                    return f"$.{name} is {json.dumps(got[name])}, not {json.dumps(value)}"
        if not isinstance(rows, list) or len(rows) != self.count:
            found = f"{len(rows)} elements" if isinstance(rows, list) else "no array"
            return f"{place} is {found}, not {self.count} rows"
        wanted: list[Id | None] = [*self.ids] or [None] * len(rows)
        judged = (self._judge_row(row, f"{place}[{at}]", wanted[at]) for at, row in enumerate(rows))
        return next(filter(None, judged), None)

    def loosely(self) -> "Rows":
        """Return them in lower case, without the places of ids in an order that only we know."""
        lower = Rows.model_validate_json(self.model_dump_json(by_alias=True).lower())
        members: dict[str, Member] = {
            name: "any" if what == "permuted" else what for name, what in lower.members.items()
        }
        return lower.model_copy(update={"members": members})

    def of_answer(self, body: bytes) -> dict[int, list[int]]:
        """Return the rows of a right answer by their ids, in the order of `members`, but none that it has twice.

        For rows that are an array, or alone, whose members are numbers.
        """
        value = json.loads(body)
        rows = [[int(row[name]) for name in self.members] for row in (value if isinstance(value, list) else [value])]
        ids = [row[list(self.members.values()).index("id")] for row in rows]
        return {number: row for number, row in zip(ids, rows, strict=True) if ids.count(number) == 1}

    def _row(self, number: int) -> dict[str, object]:
        return {name: self._value(member, number) for name, member in self.members.items()}

    def _value(self, member: Member, number: int) -> object:
        match member:
            case Modulo():
                return number % member.modulo
            case Text():
                return member.text.replace("{id}", str(number))
            case Cycle():
                return member.cycle[number % len(member.cycle)]
            case Members():
                return {name: self._value(inner, number) for name, inner in member.members.items()}
        return {"id": number, "permuted": permuted(number, self.of), "any": 1}[member]

    def _fitting(self) -> Iterator[dict[str, object]]:
        """Yield the rows of the table that may be in an answer."""
        return (row for number in range(1, self.of + 1) if self._beyond(row := self._row(number)) is None)

    def _beyond(self, row: dict[str, object]) -> str | None:
        """Return the first member of a row that does not lie `between` its bounds; `None` if all do."""
        for name, (low, high) in self.between.items():
            number = _whole(row[name])
            if number is None or not low <= number <= high:
                return name
        return None

    def _judge_row(self, row: object, place: str, wanted: Id | None) -> str | None:
        if not isinstance(row, dict):
            return f"{place} is no object"
        if row.keys() != self.members.keys():
            return f"{place} has the members {', '.join(row) or 'none'}, not {', '.join(self.members)}"
        for name, member in self.members.items():
            number = _whole(row[name])
            if member in ("id", "permuted", "any") and (number is None or not 1 <= number <= self.of):
                return f"{place}.{name} is {json.dumps(row[name])}, no number from 1 to {self.of}"
        number = next(_whole(row[name]) or 0 for name, member in self.members.items() if member == "id")
        if isinstance(wanted, int) and wanted != number:
            return f"{place} is the row {number}, not {wanted}"
        right = self._row(number)
        for name, member in self.members.items():
            if member != "any" and json_difference(right[name], row[name], "$", subset=False) is not None:
                return f"{place}.{name} is {json.dumps(row[name])}, but {json.dumps(right[name])} belongs to {number}"
        beyond = self._beyond(row)
        if beyond is None:
            return None
        low, high = self.between[beyond]
        return f"{place}.{beyond} is {json.dumps(row[beyond])}, not from {low} to {high}"


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
