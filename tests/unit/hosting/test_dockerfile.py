"""Which images a Dockerfile is based on, and what a stand-in for one is made of."""

import pytest

from fairlap.hosting.container.dockerfile import bases, full_name
from fairlap.hosting.container.stand_ins import recipe_for


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FROM golang:1.24.2\nRUN x\n", ("golang:1.24.2",)),
        ("from --platform=linux/amd64 node:20 as build\nFROM build\nFROM debian\n", ("node:20", "debian")),
        ("FROM a AS one\nFROM one\nCOPY --from=one /x /y\nCOPY --from=0 /x /y\nCOPY --from=c:1 /x /y\n", ("a", "c:1")),
        ('ARG V=1.2\nARG W="3"\nFROM "x:${V}-$W"\n', ("x:1.2-3",)),
        ("ARG V\nFROM x:${V:-7}\n", ("x:7",)),
        ("# FROM no\nFROM scratch\nFROM a \\\n  AS b\nCOPY --chown=1 --from=B / /\n", ("a",)),
        ("FROM a\nARG V=1\nFROM a\n", ("a",)),
    ],
)
def test_the_images_that_a_file_is_based_on(text: str, found: tuple[str, ...]) -> None:
    assert bases(text, {}) == found


def test_an_argument_of_the_build_takes_the_place_of_its_default() -> None:
    assert bases("ARG V=1\nFROM x:$V\n", {"V": "2", "OTHER": "3"}) == ("x:2",)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("golang:1.24", "docker.io/library/golang:1.24"),
        ("docker.io/golang", "docker.io/library/golang:latest"),
        ("oven/bun:1.2", "docker.io/oven/bun:1.2"),
        ("gcr.io/distroless/cc", "gcr.io/distroless/cc:latest"),
        ("localhost:5000/x", "localhost:5000/x:latest"),
        ("debian@sha256:ab", "docker.io/library/debian@sha256:ab"),
    ],
)
def test_a_name_in_full(short: str, full: str) -> None:
    assert full_name(short) == full


@pytest.mark.parametrize(
    ("image", "has"),
    [
        ("golang:1.24.2", r"go1\.24\.2(\.[0-9]+)?\.linux"),
        ("golang", r"go[0-9]+(\.[0-9]+)+\.linux"),
        ("node:20.16-slim", "@20.16 npm"),
        ("oven/bun:1.2", "bun-linux-x64@1.2 "),
        ("rust:1.91-slim-bookworm", "--default-toolchain 1.91 "),
        ("openjdk:11.0.3-jdk-slim", "openjdk-21-jdk"),
        ("amazoncorretto:25", "openjdk-25-jdk"),
        ("maven:3.9.9-eclipse-temurin-24-noble", "openjdk-25-jdk"),
        ("maven:3.6.1-jdk-11-slim", "openjdk-21-jdk"),
        ("python:3.13-slim", "python3-venv"),
        ("mysql:9", "sid main"),
        ("mongo:8.0", "secantusdb=="),
        ("python:3.9-bullseye", "--ignore-installed pip"),
    ],
)
def test_a_stand_in_has_the_version_that_is_asked_for(image: str, has: str) -> None:
    lines = recipe_for(image)
    assert lines is not None
    assert has in "\n".join(lines)


@pytest.mark.parametrize(
    "image", ["ubuntu:24.04", "ruby:4.0", "mysql:8", "mongo:4", "mcr.microsoft.com/dotnet/sdk:10.0", "me/golang:1.24"]
)
def test_of_others_no_stand_in_is_known(image: str) -> None:
    assert recipe_for(image) is None
