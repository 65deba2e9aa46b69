# build.sh SERVER: finds Laravel and the server's PHP, and does what `artisan optimize` does in a deployment.
set -eu
PATH="$PATH:/usr/sbin:/usr/local/sbin"
export APP_ENV=production APP_DEBUG=false LOG_CHANNEL=null # they end up in the cached configuration
version=$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')

give_up() {
    echo "$*" >&2
    exit 1
}

# Octane comes only from Composer, and makes the encrypter before the first request, so it needs a key. config/ reads these.
case $1 in
roadrunner | frankenphp | swoole | openswoole)
    APP_KEY=base64:$(head -c 32 /dev/urandom | base64)
    export APP_KEY OCTANE=1 OCTANE_EXTENSION="$1"
    ;;
esac

# Composer's Laravel if it is already installed in this folder, else Debian's, else install Composer's.
if [ -e vendor/autoload.php ]; then
    echo "Laravel from vendor/"
elif [ -z "${OCTANE:-}" ] && [ -e /usr/share/php/Illuminate/autoload.php ]; then
    php bootstrap/debian/dump-autoload.php
else
    export COMPOSER_HOME="$PWD/.composer" # write nothing outside of the build
    composer install --no-dev --optimize-autoloader --no-progress || give_up "no Laravel: apt-get install php-laravel-framework"
fi
[ -z "${OCTANE:-}" ] || [ -e vendor/laravel/octane ] || give_up "vendor/ has no Octane: run composer update --no-dev -o in contestants/laravel"
php artisan optimize
touch -d 2000-01-01 resources/views/* # a view no older than what it was compiled to would be compiled again, where nobody may write
php artisan view:cache

case $1 in
fpm)
    fpm=$(command -v "php-fpm$version" || command -v php-fpm) || give_up "no php-fpm$version: apt-get install php$version-fpm"
    ln -sfn "$fpm" php-fpm
    ;;
apache)
    module=/usr/lib/apache2/modules/libphp$version.so
    [ -e "$module" ] || give_up "no $module: apt-get install libapache2-mod-php$version"
    ln -sfn "$module" libphp.so
    ;;
frankenphp)
    cp vendor/laravel/octane/src/Commands/stubs/frankenphp-worker.php public # otherwise Octane does this when it starts
    ;;
esac
