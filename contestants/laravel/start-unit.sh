# start-unit.sh PORT [HOST]: NGINX Unit in the foreground, with its configuration already in its state folder; TERM ends it.
set -eu
folder=${TMPDIR:?}
unit=

end_all() {
    [ -z "$unit" ] || kill "$unit" 2>/dev/null || true
    wait || true
    exit "$1"
}
trap 'end_all 0' TERM INT

# A PHP process waits for its database: with a database, other processes work in the meantime.
processes=$WORKERS
[ -z "$PGHOST" ] || processes=$((WORKERS * 32))

mkdir "$folder/state"
sed "s|@HOST@|${2:-127.0.0.1}|; s|@PORT@|$1|; s|\"processes\": @WORKERS@|\"processes\": $processes|; s|@WORKERS@|$WORKERS|; s|@BUILD@|$PWD|g" unit.json >"$folder/state/conf.json"
# Its log is a separate file: our stderr cannot be opened by name, as it belongs to another user.
unitd --no-daemon --log "$folder/unit.log" --pid "$folder/unit.pid" --control "unix:$folder/control.sock" \
    --statedir "$folder/state" --tmpdir "$folder" &
unit=$!

# If PHP does not start, Unit still does, and would answer 404.
until grep -qs '"laravel" application started' "$folder/unit.log"; do
    ! grep -qs "failed to apply" "$folder/unit.log" || kill "$unit"
    kill -0 "$unit" 2>/dev/null || break
    sleep 0.01
done

status=0
wait "$unit" || status=$?
cat "$folder/unit.log" >&2 || true
echo "Unit ended with exit status $status" >&2
end_all 1
