"""Images: built once, rebuilt after a change, listed; and settings of the machine that builds need."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from container_helpers import CONTAINED, LIMITS, engine
from fairlap.catalog import load_catalog
from fairlap.errors import BuildError, UsageError
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import Engine, EngineError
from fairlap.hosting.container.images import (
    BuildStop,
    ImagePlan,
    build_image,
    containerfile_of,
    list_images,
    service_plan,
    tags_of,
)
from fairlap.hosting.container.settings import CA_INSIDE, BuildSettings
from fairlap.hosting.programs import find_program
from fairlap.hosting.services.running import SERVICES
from support import ROOT

PODMAN = Engine("podman", "/usr/bin/podman", "4.3.1")
DOCKER = Engine("docker", "/usr/bin/docker", "27.0")
SMALL = "FROM debian:trixie-slim\nWORKDIR /app\nCOPY words.txt .\nUSER 65534:65534\n"


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[ImagePlan]:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "Containerfile").write_text(SMALL)
    (folder / "words.txt").write_text("one\n")
    name = f"test-{abs(hash(str(tmp_path))) % 10**8}"
    yield ImagePlan(name, folder, folder / "Containerfile", version=("cat", "words.txt"))
    for tag in tags(name):
        engine().run("rmi", tag)


def tags(name: str) -> list[str]:
    return list(tags_of(engine(), name))


ALWAYS_BUSY = "images() { echo 'Error: locating image: image not known' >&2; return 125; }\n"
ONCE_BUSY = """images() {
    [ -e "$0.asked" ] && { echo localhost/fairlap/gin:1; echo localhost/fairlap/gin:2; return 0; }
    : > "$0.asked"
    echo 'Error: locating image: image not known' >&2
    return 125
}
"""


def scripted(folder: Path, images: str) -> Engine:
    """An engine whose `images` is this shell function."""
    program = folder / "podman"
    program.write_text(f'#!/bin/sh\n{images}"$@"\n')
    program.chmod(0o755)
    return Engine("podman", str(program), "4.3.1")


def test_images_are_listed_though_another_build_removes_one_meanwhile(tmp_path: Path) -> None:
    assert list(tags_of(scripted(tmp_path, ONCE_BUSY), "gin")) == ["localhost/fairlap/gin:1", "localhost/fairlap/gin:2"]
    with pytest.raises(EngineError, match="image not known"):
        tags_of(scripted(tmp_path, ALWAYS_BUSY), "gin")


def test_a_build_goes_on_though_another_one_removes_a_layer_meanwhile(plan: ImagePlan, tmp_path: Path) -> None:
    real = engine()
    program = tmp_path / "podman"
    spoiled = f'[ "$1" = build ] && [ ! -e {tmp_path}/spoiled ] && {{ : > {tmp_path}/spoiled; echo layer; exit 125; }}'
    program.write_text(f'#!/bin/sh\n{spoiled}\nexec {real.program} "$@"\n')
    program.chmod(0o755)
    built = build_image(replace(real, program=str(program)), plan, tmp_path / "images", BuildSettings(), BuildStop())
    assert (tmp_path / "spoiled").exists()
    assert built.image.version == "one"


def unfinished() -> set[str]:
    """Return the leftovers of unfinished builds (of podman; docker keeps none)."""
    if engine().name != "podman":
        return set()
    listed = engine().run("ps", "--all", "--external", "--filter", "status=unknown", "--format", "{{.Names}}")
    return set(listed.split())


def test_an_image_is_built_once_and_anew_when_a_file_changes(plan: ImagePlan, tmp_path: Path) -> None:
    root, settings = tmp_path / "images", BuildSettings()
    first = build_image(engine(), plan, root, settings, BuildStop())
    assert not first.skipped
    assert first.image.version == "one"
    assert first.image.base == base_image.origin(engine())
    assert first.image.size_bytes > 50 << 20
    again = build_image(engine(), plan, root, settings, BuildStop())
    assert (again.skipped, again.image) == (True, first.image)
    assert list_images(engine(), root) == (first.image,)
    (plan.folder / "words.txt").write_text("two\n")
    changed = build_image(engine(), plan, root, settings, BuildStop())
    assert (changed.skipped, changed.image.version) == (False, "two")
    assert changed.image.id != first.image.id
    assert len(tags(plan.name)) == 1, "the older one is gone"
    engine().run("rmi", *tags(plan.name))
    assert list_images(engine(), root) == ()
    assert not build_image(engine(), plan, root, settings, BuildStop()).skipped, "somebody has removed it"


def test_a_version_that_the_build_wrote_down_is_taken(plan: ImagePlan, tmp_path: Path) -> None:
    text = SMALL.replace("USER", "RUN echo 'small 1.2' > .version\nUSER")
    (plan.folder / "Containerfile").write_text(text)
    assert build_image(engine(), plan, tmp_path / "images", BuildSettings(), BuildStop()).image.version == "small 1.2"


def test_a_build_that_fails_says_its_last_lines(plan: ImagePlan, tmp_path: Path) -> None:
    (plan.folder / "Containerfile").write_text("FROM debian:trixie-slim\nRUN echo 'no luck' && exit 3\n")
    with pytest.raises(BuildError, match=r"no luck.*see the log: .*build\.log"):
        build_image(engine(), plan, tmp_path / "images", BuildSettings(), BuildStop())
    assert tags(plan.name) == []
    (plan.folder / "Containerfile").write_text("FROM debian:trixie-slim\nRUN sleep 60\n")
    before = unfinished()
    with pytest.raises(BuildError, match="took too long"):
        build_image(engine(), plan, tmp_path / "images", BuildSettings(), BuildStop(), timeout_s=3)
    assert unfinished() <= before, "the engine has removed what it had begun"
    assert not list((tmp_path / "images").glob("*.context"))


def test_a_ca_bundle_is_there_while_it_is_built_and_not_in_the_image(plan: ImagePlan, tmp_path: Path) -> None:
    bundle = tmp_path / "ca.pem"
    bundle.write_text("a certificate\n")
    (plan.folder / "Containerfile").write_text(
        f"FROM debian:trixie-slim\nARG SSL_CERT_FILE\nARG NPM_CONFIG_REGISTRY\nARG http_proxy\n"
        f"RUN mkdir /app && (cat {CA_INSIDE} && echo $SSL_CERT_FILE $NPM_CONFIG_REGISTRY $http_proxy) "
        "| tr '\\n' ' ' > /app/.version\n"
    )
    settings = BuildSettings.read(engine(), bundle, "http://proxy.test:3128", ("npm=https://npm.test/",))
    image = build_image(engine(), plan, tmp_path / "images", settings, BuildStop()).image
    assert image.version == f"a certificate {CA_INSIDE} https://npm.test/ http://proxy.test:3128"
    inside = engine().run(
        *("run", "--rm", "--network", "none", "--ulimit", "nofile=20000:20000", "--ulimit", "nproc=32768:32768"),
        *(image.id, "/bin/sh", "-c", f"test -s {CA_INSIDE} && echo there; env"),
    )
    assert "there" not in inside
    assert "SSL_CERT_FILE" not in inside
    assert "proxy.test" not in inside


def test_settings_come_from_options_or_else_from_the_environment(tmp_path: Path) -> None:
    bundle = tmp_path / "ca.pem"
    bundle.write_text("x")
    told = {
        "FAIRLAP_CA_BUNDLE": str(bundle),
        "FAIRLAP_PROXY": "http://p:1",
        "FAIRLAP_MIRRORS": "pip=http://a go=http://b",
    }
    settings = BuildSettings.read(PODMAN, environment=told)
    assert settings == BuildSettings(bundle, "http://p:1", {"pip": "http://a", "go": "http://b"})
    assert "GOPROXY=http://b" in settings.arguments
    assert BuildSettings.read(PODMAN, environment={"SSL_CERT_FILE": str(bundle)}).ca_bundle == bundle
    assert BuildSettings.read(DOCKER, environment={"SSL_CERT_FILE": str(bundle)}).ca_bundle is None
    assert BuildSettings.read(PODMAN, proxy="http://other:1", environment=told).proxy == "http://other:1"
    assert BuildSettings().arguments == ()


@pytest.mark.parametrize(
    ("engine_used", "options", "message"),
    [
        (PODMAN, {"mirrors": ("npm",)}, "mirror 'npm' is not KIND=URL"),
        (PODMAN, {"mirrors": ("apt=http://x",)}, "one of the kinds npm, pip, go"),
        (PODMAN, {"mirrors": ("npm=not-a-url",)}, "is not KIND=URL"),
        (PODMAN, {"ca_bundle": Path("/no/such/file")}, "CA bundle /no/such/file: no such file"),
        (DOCKER, {"ca_bundle": Path("/etc/hostname")}, "docker cannot mount a CA bundle"),
    ],
)
def test_settings_that_cannot_be_are_one_clear_line(engine_used: Engine, options: dict, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        BuildSettings.read(engine_used, environment={}, **options)


def test_every_contestant_and_every_service_has_a_containerfile() -> None:
    for contestant in load_catalog(ROOT).contestants:
        file = containerfile_of(contestant.folder, contestant.name)
        assert file is not None, contestant.name
        text = file.read_text()
        assert "USER 65534:65534" in text, file
        assert ":latest" not in text, f"{file}: pin it"
    for name in SERVICES:
        assert service_plan(name).containerfile.is_file()


def test_the_file_of_the_manifest_comes_before_that_of_the_folder(tmp_path: Path) -> None:
    assert containerfile_of(tmp_path, "a") is None
    (tmp_path / "Containerfile").write_text("")
    (tmp_path / "a.Containerfile").write_text("")
    assert containerfile_of(tmp_path, "a") == tmp_path / "a.Containerfile"
    assert containerfile_of(tmp_path, "b") == tmp_path / "Containerfile"


def test_a_base_image_is_made_from_packages_where_none_can_be_pulled(tmp_path: Path) -> None:
    made = base_image.origin(engine())
    assert made == base_image.PULLED or made.startswith("made by mmdebstrap ")
    assert base_image.require(engine(), lambda text: None) == made, "it is here: nothing is pulled"
    assert base_image.origin(engine(), "localhost/fairlap/no-such-image") is None
    if find_program("mmdebstrap") is not None:
        with pytest.raises(BuildError, match="mmdebstrap ended with status"):
            base_image.bootstrap(engine(), "http://127.0.0.1:9/debian", tmp_path / "log", lambda text: None)
        assert base_image.origin(engine()) == made, "nothing is lost"
    assert CONTAINED.is_dir()
    assert LIMITS.is_dir()
