"""What is sent to the machines of a cluster, through Ray's runtime environment: this very Fairlap, and the catalog.

The wheel holds the package as it is imported here, with its `fairload`, and names no requirements: those are on the
machines as Ray is (`fairlap doctor --cluster` compares them), so that no machine needs a package index during a race.
"""

import base64
import hashlib
import io
import platform
import shutil
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import fairlap
from fairlap.generators.fairload import find_fairload

_PARTS = ("contestants", "scenarios", "suites")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same content is the same wheel, whenever it is made."""

_DIGEST_SHOWN = 12


def copy_catalog(root: Path, folder: Path) -> Path:
    """Contestants, scenarios and suites, and nothing else, in a folder of their own."""
    for part in _PARTS:
        shutil.copytree(root / part, folder / part, symlinks=True)
    return folder


def make_wheel(folder: Path) -> Path:
    """Pack the running Fairlap (binary distribution format 1.0, PEP 427) into `folder`; the file's path.

    Its version ends in a digest of its content, as Ray tells wheels apart by their names.

    Raises:
        UsageError: there is no `fairload` to send along.
    """
    package = Path(fairlap.__file__).parent
    files = {f"fairlap/{path.relative_to(package)}": path.read_bytes() for path in _files(package)}
    binary = find_fairload().read_bytes()
    digest = hashlib.sha256()
    for name, content in [*files.items(), ("fairload", binary)]:
        digest.update(f"{name} {len(content)}\n".encode() + content)
    version = f"{fairlap.__version__}+{digest.hexdigest()[:_DIGEST_SHOWN]}"
    info, tag = f"fairlap-{version}.dist-info", f"py3-none-linux_{platform.machine()}"
    files[f"fairlap-{version}.data/scripts/fairload"] = binary
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: fairlap\nVersion: {version}\n".encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: fairlap\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    path = folder / f"fairlap-{version}-{tag}.whl"
    path.write_bytes(_zipped(files))
    return path


def _files(package: Path) -> Iterator[Path]:
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _record(files: dict[str, bytes], own: str) -> bytes:
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{own},,\n"]).encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if "/scripts/" in name else 0o644)) << 16
            archive.writestr(entry, content)
    return packed.getvalue()
