# Puts the spf of the `spf` on PATH beside app/ and conf/: together they are an spf project.
set -eu
vendor=$(dirname "$(dirname "$(readlink -f "$(command -v spf)")")")
[ -f "$vendor/spf/server.php" ] || {
    echo "$(command -v spf) is no link to vendor/spf/spf.php of spf 2" >&2
    exit 1
}
cp -R "$vendor" vendor
