#!/usr/bin/env bash
# Builds the sdist and from it the wheel, checks their metadata, installs each in a clean environment outside of the
# checkout, and races two commands with it. Takes a minute or two. Nothing is built in the checkout itself: a wheel needs the
# catalog inside the package, where what runs meanwhile (`make check`, `fairlap prepare`) would find it.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CARGO_TARGET_DIR="$PWD/target" UV_PYTHON_DOWNLOADS=never
# Our own crates without optimisation: what is in the packages is the same, and each of the two builds from sources takes a
# fraction of the time.
MATURIN_PEP517_ARGS=
for crate in fairload fairload-dialects fairload-bin; do
    MATURIN_PEP517_ARGS+=" --config profile.release.package.$crate.opt-level=0"
done
export MATURIN_PEP517_ARGS
uv=$PWD/.build/uv/bin/uv
"$uv" build --quiet --out-dir "$folder/dist"
"$uv" tool run --quiet twine check --strict "$folder"/dist/*
smoke=$PWD/tools/packaging/smoke.sh
for package in "$folder"/dist/*.whl "$folder"/dist/*.tar.gz; do
    python3 -m venv "$folder/clean"
    "$folder/clean/bin/pip" install --quiet --no-compile --disable-pip-version-check "$package"
    (cd / && "$smoke" "$folder/clean/bin")
    rm -rf "$folder/clean"
done
# What docs/scaling.md installs on the head of a cluster: the versions of uv.lock, as a list for pip.
"$uv" export --quiet --frozen --no-dev --extra cluster --no-emit-project --no-hashes -o "$folder/requirements.txt" > /dev/null
python3 -m venv "$folder/clean"
"$folder/clean/bin/pip" install --quiet --disable-pip-version-check --dry-run -r "$folder/requirements.txt"
echo "packages: ok"
