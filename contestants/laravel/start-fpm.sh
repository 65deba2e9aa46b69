# start-fpm.sh PORT [HOST]: php-fpm, then nginx, both in the foreground; when one ends, or on TERM, everything ends.
set -eu
PATH="$PATH:/usr/sbin"
build=$PWD
folder=${TMPDIR:?}
fpm=

end_all() { # php-fpm's group too: its workers outlive a master that was killed
    kill $(jobs -p) ${fpm:+-- "-$fpm"} 2>/dev/null || true
    wait
    exit "$1"
}
trap 'end_all 0' TERM INT

# A PHP process waits for its database: with a database, other processes work in the meantime.
export CHILDREN=$WORKERS
[ -z "$PGHOST" ] || CHILDREN=$((WORKERS * 32))

sed "s|@HOST@|${2:-127.0.0.1}|; s|@PORT@|$1|; s|@WORKERS@|$WORKERS|; s|@BUILD@|$build|; s|@FOLDER@|$folder|" \
    nginx.conf >"$folder/nginx.conf"

./php-fpm -F -O -y "$build/fpm.conf" & # opcache and JIT: php/fairlap.ini
fpm=$!
until [ -S "$folder/fpm.sock" ]; do # before that, nginx would answer 502
    kill -0 "$fpm" 2>/dev/null || end_all 1
    sleep 0.005
done
nginx -e stderr -p "$folder" -c nginx.conf &

status=0
wait -n || status=$?
echo "php-fpm or nginx ended with exit status $status" >&2
end_all 1
