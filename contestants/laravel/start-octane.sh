# start-octane.sh COMMAND...: `artisan octane:start` in the foreground; when it ends, or on TERM, all of its processes end.
set -eum # m: it gets a process group of its own, so that TERM comes here only
folder=${TMPDIR:?}
export LARAVEL_STORAGE_PATH="$folder" XDG_CONFIG_HOME="$folder" XDG_DATA_HOME="$folder" # XDG: FrankenPHP's Caddy
mkdir -p "$folder/logs"
octane=

# A worker waits for its database: with a database, others work in the meantime. FrankenPHP's are threads, which not every PHP has:
# its manifest sets no WORKERS.
[ -z "$PGHOST" ] || [ -z "${WORKERS:-}" ] || set -- "$@" --workers="$((WORKERS * 32))" # the last one counts

end_all() { # KILL, as there is nothing to save, and Octane's own shutdown needs pgrep (Swoole) or Guzzle (FrankenPHP)
    [ -z "$octane" ] || kill -KILL -- "-$octane" 2>/dev/null || true
    wait 2>/dev/null || true
    exit "$1"
}
trap 'end_all 0' TERM INT

"$@" &
octane=$!
set +m # otherwise wait returns on SIGSTOP, which Fairlap sends between laps without a freezer

status=0
wait "$octane" || status=$?
echo "Octane ended with exit status $status" >&2
end_all 1
