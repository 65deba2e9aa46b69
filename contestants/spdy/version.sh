# version.sh: what really runs, in one line.
set -eu
spdy=$(sed -n '/"nickstarlight\/spdy"/,/"version"/s/.*"version": "\(.*\)".*/\1/p' vendor/composer/installed.json 2>/dev/null || true)
echo "Spdy ${spdy:-of vendor/}, PHP $(php -r 'echo PHP_VERSION;') (CLI, JIT), RoadRunner $(rr --version | sed 's/rr version \([^ ]*\).*/\1/')"
