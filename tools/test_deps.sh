#!/usr/bin/env bash
# Install what the tests need beyond Python, Rust, Go, Node and gcc: `make test-deps` on Debian 12, as root. Starts no service.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(git make g++ util-linux procps python3-venv nginx-light php-fpm php-cli
    apache2-bin libapache2-mod-php php-mbstring php-mysql php-pgsql php-apcu php-laravel-framework
    mariadb-server mariadb-client postgresql redis-server memcached apache2-utils wrk nghttp2-client libssl-dev pkg-config
    strace chromium openjdk-17-jdk-headless fonts-liberation iproute2 iptables podman runc netavark aardvark-dns catatonit uidmap mmdebstrap docker.io)

# Other load generators, in the versions that Fairlap parses (docs/generators.md).
plain_generators() {
    export GOGC=400 # Go compiles in a seventh less time if it frees memory less often
    command -v autocannon > /dev/null || npm install --global --silent autocannon@9.0.0
    command -v hey > /dev/null || GOBIN=/usr/local/bin go install github.com/rakyll/hey@v0.1.5
    command -v k6 > /dev/null || GOBIN=/usr/local/bin go install go.k6.io/k6@v1.8.1
}
build_oha() {
    # An unoptimized build compiles twice as fast, and here oha must work, not be fast. It needs packages from below.
    command -v oha > /dev/null || CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        CARGO_PROFILE_RELEASE_OPT_LEVEL=0 cargo install --quiet --locked --root /usr/local \
        --no-default-features --features native-tls oha --version 1.16.0
}

[ "$(id -u)" = 0 ] || { echo "make test-deps installs packages: run it as root"; exit 2; }
command -v apt-get > /dev/null || { echo "make test-deps needs Debian's apt-get; what it installs: ${packages[*]}"; exit 2; }
plain_generators &
plain=$!
# nginx, php-fpm and the databases include services: apt must never start one on a build machine.
if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" > /dev/null
build_oha
wait "$plain"
