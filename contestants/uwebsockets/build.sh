#!/bin/sh
# Builds ./server from the C and C++ sources inside two crates, pinned by Cargo.lock. No Rust is compiled.
# With the argument `postgresql`, it also has TechEmpower's tests with a database.
set -eu

cargo fetch --locked --quiet
metadata=$(cargo metadata --locked --offline --quiet --format-version 1)

folder_of() { # NAME-VERSION of a crate
    printf '%s' "$metadata" | grep -o "\"manifest_path\":\"[^\"]*/$1/Cargo.toml\"" | cut -d'"' -f4 | xargs dirname
}

rm -rf uWebSockets
cp -R "$(folder_of libuwebsockets-sys-0.0.10)/uWebSockets" uWebSockets
# This version answers 505 to a request line that has only partly arrived: make it wait for the rest.
marker='The request line is different from the field names'
wait='if (!memmem(postPaddedBuffer, (size_t) (end - postPaddedBuffer), "\\r\\n", 2)) { err = 0; return 0; }'
grep -q "$marker" uWebSockets/src/HttpParser.h
sed -i "/$marker/i $wait" uWebSockets/src/HttpParser.h
version="uWebSockets 20.58.0 (waits for whole request lines), yyjson-sys 0.1.0"
database=
if [ "${1:-}" = postgresql ]; then
    patch --quiet --directory uWebSockets --strip 1 <waiting.patch
    version="$version, libpq $(pg_config --version | cut -d' ' -f2) (waits for answers)"
    database="-DPOSTGRESQL -I$(pg_config --includedir) -L$(pg_config --libdir) -lpq"
fi
usockets=uWebSockets/uSockets/src
yyjson=$(folder_of yyjson-sys-0.1.0)/yyjson/src

cc -O3 -flto=auto -std=c11 -DLIBUS_NO_SSL -I$usockets -c \
    $usockets/*.c $usockets/eventing/epoll_kqueue.c "$yyjson/yyjson.c"
# shellcheck disable=SC2086 # several options, or none
c++ -O3 -flto=auto -std=c++20 -DLIBUS_NO_SSL -DUWS_NO_ZLIB \
    -IuWebSockets/src -I$usockets -I"$yyjson" server.cpp ./*.o $database -o server
rm -rf ./*.o uWebSockets
echo "$version" >version.txt
