"""What a Dockerfile says of the images that it is based on.

Source: https://docs.docker.com/reference/dockerfile/ (FROM, ARG, COPY --from).
"""

import re
from collections.abc import Iterator, Mapping

_VARIABLE = re.compile(r"\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))")
_CONTINUED = re.compile(r"\\[ \t]*\n")
_FROM_OPTION = re.compile(r"--from=(\S+)")
_REGISTRY = "docker.io"


def bases(text: str, arguments: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the images of FROM and of `COPY --from`, without stages of the file itself, each once."""
    values: dict[str, str] = {}
    stages: set[str] = {"scratch"}
    found: dict[str, None] = {}
    for instruction, rest in _instructions(text):
        if instruction == "ARG" and len(stages) == 1:
            name, has_default, default = rest.strip().partition("=")
            if has_default or name in arguments:
                values[name] = arguments.get(name, default.strip("\"'"))
        elif instruction == "FROM":
            words = [word for word in _filled(rest, values).replace('"', "").split() if not word.startswith("--")]
            if words and words[0].lower() not in stages:
                found[words[0]] = None
            stages |= {words[2].lower() if len(words) > 2 and words[1].lower() == "as" else f"#{len(stages)}"}
        elif instruction == "COPY" and (option := _FROM_OPTION.search(rest)) is not None:
            source = _filled(option[1], values)
            if source.lower() not in stages and not source.isdecimal():
                found[source] = None
    return tuple(found)


def full_name(image: str) -> str:
    """Return an image's name with registry, path and tag, as an engine completes it."""
    name, separator, digest = image.partition("@")
    first, slash, _ = name.partition("/")
    if not slash or not ("." in first or ":" in first or first == "localhost"):
        name = f"{_REGISTRY}/{name}"
    if name.startswith(f"{_REGISTRY}/") and name.count("/") == 1:
        name = name.replace("/", "/library/", 1)
    if ":" not in name.rpartition("/")[2] and not digest:
        name += ":latest"
    return f"{name}{separator}{digest}"


def _instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction in capitals, and what follows it, without comments."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in _CONTINUED.sub(" ", "\n".join(lines) + "\n").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word:
            yield word.upper(), rest


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: values.get(match[1] or match[3], match[2] or ""), text)
