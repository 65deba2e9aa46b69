# start.sh: Apache in the foreground; when it ends, or on TERM, all of its processes end.
set -eum # m: Apache gets a process group of its own, so that TERM comes here only
apache=

# KILL, as there is nothing to save: on TERM each process would first free what PHP has loaded, 10 ms of CPU each.
end_all() {
    [ -z "$apache" ] || kill -KILL -- "-$apache" 2>/dev/null || true
    wait 2>/dev/null || true
    exit "$1"
}
trap 'end_all 0' TERM INT

/usr/sbin/apache2 -DFOREGROUND -f "$PWD/apache/apache.conf" &
apache=$!
set +m # otherwise wait returns on SIGSTOP, which Fairlap sends between laps without a freezer

while children=($(cat "/proc/$apache/task/$apache/children")) && [ ${#children[@]} -lt "$SLOTS" ]; do
    sleep 0.02
done
[ ${#children[@]} -lt "$SLOTS" ] || touch "${TMPDIR:?}/ready"

status=0
wait "$apache" || status=$?
cat "${TMPDIR:?}/error.log" >&2 || true
echo "Apache ended with exit status $status" >&2
end_all 1
