# Links apache/libphp.so to the mod_php of the same version as `php`.
set -eu
version=$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
module=/usr/lib/apache2/modules/libphp$version.so
[ -e "$module" ] || {
    echo "no $module: apt-get install libapache2-mod-php$version" >&2
    exit 1
}
ln -sfn "$module" apache/libphp.so
