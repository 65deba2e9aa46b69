"""Every command that README and docs show in a block is run as it stands there, or named with the test that runs it.

Races run on simulated time; everything else is real.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from compare_helpers import git
from extras import need_program
from fairlap.cli import main
from fairlap.hosting.ports import free_ports
from fairlap.store import Store
from hosting_helpers import wait_until
from left_behind import left_behind
from rehearsed import RehearsedFairlap
from support import BOUND_S, MISBEHAVING, ROOT, Fairlap, reference, wait_for_port
from warm import run_warm

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FAIRLOAD = ROOT / ".venv" / "bin" / "fairload"
SERVER = MISBEHAVING / "contestants" / "server"
OURS = ("fairlap", "fairload", "make")
SCENARIO = (ROOT / "scenarios" / "hello-json.toml").read_text()
SUITE = (ROOT / "suites" / "quick.toml").read_text()
APP = """
[app]
start = ["python3", "server.py", "--host", "{host}", "--port", "{port}"]

[scenarios.front]
request = { path = "/" }
expect  = { json = { message = "Hello World!" } }
"""

ELSEWHERE = {
    "pipx install": "tools/packaging/check.sh",
    "python3 -m venv /tmp/fairlap": "tools/packaging/check.sh",
    ".build/uv/bin/uv": "tools/packaging/check.sh",
    "pip install": "tools/packaging/check.sh",
    "fairlap import": "tests/real/containers/test_imported.py",
    "fairlap check te/": "tests/real/containers/test_imported.py",
    "fairlap run techempower --contestants te/": "tests/real/containers/test_imported.py",
    "fairlap compare te/": "tests/real/containers/test_imported.py",
    "fairlap init": "tests/real/test_project.py",
    "fairlap base-image": "tests/real/containers/test_images.py",
    "fairlap prepare --isolation container": "tests/real/containers/test_images.py",
    "fairlap run quick --isolation container": "tests/real/containers/test_races.py",
    "fairlap images": "tests/real/containers/test_images.py",
    "fairlap race --url": "tests/real/test_adhoc.py",
    "fairlap doctor --cluster": "tests/real/cluster/test_races.py",
    "fairlap run quick --cluster": "tests/real/cluster/test_races.py",
    "fairlap resume RUN": "tests/real/cluster/test_races.py",
    "fairlap serve": "tests/real/test_browser_dashboard.py",
}
"""Commands, by their first words, that need more than is made here; the file that runs them for real."""


@dataclass(frozen=True)
class Shown:
    """A line of a block of commands, without its comment."""

    page: str
    line: str

    @property
    def steps(self) -> list[list[str]]:
        """The words of the commands that it joins by `&&`. What a pipe leads to is somebody else's."""
        return [shlex.split(step.split(" | ")[0].rstrip(" &"), comments=True) for step in self.line.split(" && ")]


def blocks(page: Path) -> list[str]:
    """Return the blocks that may hold commands: those between fences of no language but the shell's."""
    parts = re.split(r"(?m)^```(.*)\n", page.read_text())
    # Text, an opening fence's language, a block, a closing fence's nothing, text and so on.
    return [block for language, block in zip(parts[1::4], parts[2::4], strict=True) if language in ("", "sh")]


def shown() -> list[Shown]:
    """Return every line of README and docs, in a block of commands, that begins with a command of ours."""
    found = []
    for page in PAGES:
        for block in blocks(page):
            for line in block.replace("\\\n", " ").splitlines():
                bare = re.sub(r"\s+#.*", "", line.strip().removeprefix("$ "))
                if bare.startswith((*(f"{program} " for program in OURS), *ELSEWHERE)):
                    found.append(Shown(str(page.relative_to(ROOT)), bare))
    return found


def elsewhere(line: str) -> str | None:
    """Return the file that runs this line."""
    return next((path for words, path in ELSEWHERE.items() if line.startswith(words)), None)


HERE = [each for each in shown() if elsewhere(each.line) is None]


def rehearsed() -> None:
    """Run the command line of this process; its races run on simulated time."""
    with RehearsedFairlap(Fairlap(Path(), Path())).rehearsing():
        main()


def manifest(name: str) -> str:
    """Return the manifest of a contestant that needs no build."""
    return (SERVER / "good.toml").read_text().replace('"good"', f'"{name}"')


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog under git, with the names that the docs use."""
    need_program("git", "apt-get install git")
    folder = tmp_path_factory.mktemp("catalog")
    for name in ("gin", "fastify", "node"):
        (folder / "contestants" / name).mkdir(parents=True)
        (folder / "contestants" / name / f"{name}.toml").write_text(manifest(name))
        (folder / "contestants" / name / "server.py").write_text((SERVER / "server.py").read_text())
    for kind, name, text in (("scenarios", "hello-json", SCENARIO), ("suites", "quick", SUITE)):
        (folder / kind).mkdir()
        (folder / kind / f"{name}.toml").write_text(text)
    (folder / ".gitignore").write_text("/.build/\n/results/\n")
    return committed(folder)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a fairlap.toml."""
    need_program("git", "apt-get install git")
    folder = tmp_path_factory.mktemp("repository") / "shop"
    folder.mkdir()
    (folder / "fairlap.toml").write_text(APP)
    (folder / "server.py").write_text((SERVER / "server.py").read_text())
    (folder / ".gitignore").write_text("/.fairlap/\n")
    return committed(folder)


def committed(folder: Path) -> Path:
    """Make it a repository with two commits and the revisions that the docs name."""
    for each in (folder, folder.parent, folder.parent.parent):
        each.chmod(0o755)  # pytest's folders are private; contestants run as users of their own
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "one")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "two")
    for tag, revision in (("v1", "HEAD~1"), ("v1.2", "HEAD~1"), ("v2", "HEAD")):
        git(folder, "tag", tag, revision)
    return folder


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs that the docs race, each of which is our server."""
    folder = tmp_path_factory.mktemp("commands")
    start = f'exec {sys.executable} {SERVER}/server.py --host "${{HOST:-127.0.0.1}}" --port "$port" --blind-after 1\n'
    asks = "port=$PORT\nfor word; do case $last in --port) port=$word;; -b) port=${word##*:};; esac; last=$word; done\n"
    for name in ("node", "bun", "gunicorn", "server-v1", "server-v2"):
        (folder / name).write_text(f"#!/bin/sh\n{asks}{start}")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catalog: Path, repository: Path, commands: Path
) -> Iterator["Reader"]:
    """Somebody who types what the docs say."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("BASE_SHA", "HEAD~1")
    monkeypatch.setenv("HEAD_SHA", "HEAD")
    yield Reader(tmp_path, catalog, repository, commands)
    assert left_behind(tmp_path) == []


@dataclass(frozen=True)
class Reader:
    """Types commands in the folder where they make sense."""

    folder: Path
    catalog: Path
    repository: Path
    commands: Path

    def types(self, page: str, words: list[str]) -> None:
        """Run one command; it must succeed."""
        program, *arguments = words
        if program == "make":
            # Only looked up: these targets take minutes, and even `make --dry-run` would run the lines that call make.
            targets = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
            assert arguments[0] in [line.split()[0] for line in targets.splitlines()]
        elif program == "fairload":
            self._fairload(arguments)
        else:
            self._fairlap(page, arguments)

    def _fairlap(self, page: str, arguments: list[str]) -> None:
        project = page == "docs/project.md" or "main" in arguments
        place = self.commands if arguments[0] == "race" else self.catalog
        if project:
            place = self.repository
        if place == self.catalog and arguments[0] in ("report", "compare"):
            while len(self._runs()) < 2:
                self._runs_in(place, ["run", "quick"])
        self._runs_in(place, [self._here(word) for word in arguments])

    def _runs_in(self, place: Path, arguments: list[str]) -> None:
        # In a process of its own, as a command that starts servers enters another network.
        done = run_warm(arguments, BOUND_S, folder=place, main=rehearsed)
        assert done.returncode == 0, (arguments, done.stdout[-2000:], done.stderr[-2000:])
        assert "Traceback" not in done.stderr, done.stderr

    def _runs(self) -> list[str]:
        store = self.catalog / "results" / "fairlap.db"
        if not store.exists():
            return []
        with Store.open_read_only(store) as opened:
            return [run.run for run in opened.runs() if run.suite_name == "quick"]

    def _here(self, word: str) -> str:
        """Return a word as it must be here: the name of a stored run, a variable, a folder that is ours."""
        if re.fullmatch(r"2026\d{4}-\d\d", word):
            return self._runs()[word.startswith("20261122")]
        return os.path.expandvars(word).replace("/var/lib/node_exporter/textfile", str(self.folder))

    def _fairload(self, arguments: list[str]) -> None:
        if arguments[0] == "reference":
            self._serves(arguments)
            return
        answers = self.folder / "answers.json"
        answers.write_text(
            json.dumps([{"path": "/", "status": 200, "headers": [], "body": '{"message": "Hello World!"}'}])
        )
        with reference("--answers", str(answers)) as port:
            words = [word.replace("127.0.0.1:8080", f"127.0.0.1:{port}") for word in arguments]
            shorter = ["300ms" if before == "-d" else word for before, word in zip(["", *words], words, strict=False)]
            done = subprocess.run([FAIRLOAD, *shorter], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (shorter, done.stdout, done.stderr)

    def _serves(self, arguments: list[str]) -> None:
        port = str(free_ports(1)[0])
        words = [port if word == "8080" else word.replace("/tmp/", f"{self.folder}/") for word in arguments]
        running = subprocess.Popen([FAIRLOAD, *words], cwd=self.folder)
        try:
            wait_for_port(int(port))
            asked = subprocess.run([FAIRLOAD, "-n", "5", "-c", "1", f"http://127.0.0.1:{port}/"], capture_output=True)
            assert asked.returncode == 0, asked.stderr
        finally:
            running.terminate()
            running.wait(timeout=30)
        stamps = Path(self.folder, Path(words[words.index("--stamps") + 1]).name)
        wait_until(lambda: len(stamps.read_text().splitlines()) >= 5)


@pytest.mark.parametrize("command", HERE, ids=lambda command: f"{Path(command.page).stem}: {command.line}"[:90])
def test_what_the_docs_show_works_as_it_stands(reader: Reader, command: Shown) -> None:
    for words in command.steps:
        reader.types(command.page, words)


def test_every_other_command_is_run_by_another_test() -> None:
    lines = [each.line for each in shown()]
    assert len(HERE) > 20, "blocks were found"
    for words, path in ELSEWHERE.items():
        assert any(line.startswith(words) for line in lines), f"{words} is in no page"
        assert (ROOT / path).is_file()
