# Links fpm/php-fpm to the php-fpm of the same version as `php`, and checks that it has a JIT.
set -eu
PATH="$PATH:/usr/sbin:/usr/local/sbin"
version=$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
fpm=$(command -v "php-fpm$version" || command -v php-fpm) || {
    echo "no php-fpm$version: apt-get install php$version-fpm" >&2
    exit 1
}
ln -sfn "$fpm" fpm/php-fpm
fpm/php-fpm -d opcache.enable=1 -d opcache.jit=tracing -d opcache.jit_buffer_size=64M -i | grep -q '^JIT => On' || {
    echo "$fpm has no JIT: apt-get install php$version-opcache, and remove extensions that switch it off (Xdebug)" >&2
    exit 1
}
echo "PHP $(php -r 'echo PHP_VERSION;') (FPM, JIT), $(nginx -v 2>&1 | sed 's/.*: //; s/\// /')" >fpm/version.txt
