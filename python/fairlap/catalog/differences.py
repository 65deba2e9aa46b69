"""Two JSON values, compared."""


def json_difference(expected: object, got: object, place: str, *, subset: bool) -> str | None:
    """Return the JSON path of the first difference; `None` for equal values (100 == 100.0, true != 1).

    With `subset`, objects may have members that are not expected.
    """
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *(key for key in got if key not in expected and not subset)]:
            if key not in got or key not in expected:
                return f"{place}.{key} ({'missing' if key in expected else 'unexpected'})"
            if deeper := json_difference(expected[key], got[key], f"{place}.{key}", subset=subset):
                return deeper
        return None
    if isinstance(expected, list) and isinstance(got, list):
        for index, (left, right) in enumerate(zip(expected, got, strict=False)):
            if deeper := json_difference(left, right, f"{place}[{index}]", subset=subset):
                return deeper
        return None if len(expected) == len(got) else f"{place} (expected {len(expected)} elements, got {len(got)})"
    if _is_number(expected) and _is_number(got):
        return None if expected == got else place
    return None if type(expected) is type(got) and expected == got else place


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
