# version.sh SERVER: what really runs, in one line.
set -eu
PATH="$PATH:/usr/sbin:/usr/local/sbin"
laravel=$(php artisan --version | sed 's/ Framework//')
[ -d vendor/composer ] && from=Composer || from=Debian
php=$(php -r 'echo PHP_VERSION;')
case $1 in
fpm) server="FPM, JIT), $(nginx -v 2>&1 | sed 's/.*: //; s/\// /')" ;;
apache) server="mod_php, JIT), $(apache2 -v | sed -n 's|.*Apache/\([0-9.]*\).*|Apache \1|p') (prefork)" ;;
unit) server="embedded, JIT), Unit $(unitd --version 2>&1 | sed -n 's/unit version: //p')" ;;
roadrunner) server="CLI, JIT), Octane, RoadRunner $(rr --version | sed 's/rr version \([^ ]*\).*/\1/')" ;;
frankenphp)
    php=$(frankenphp php-cli -r 'echo PHP_VERSION, PHP_ZTS ? ", ZTS" : ", NTS";') # it includes its own PHP
    server="embedded, JIT), Octane, $(frankenphp version | sed 's/ h1:.*//')"
    ;;
*) server="CLI, JIT), Octane, $1 $(php -ddisplay_startup_errors=0 "-dextension=$1" -r "echo phpversion('$1');")" ;;
esac
echo "$laravel ($from), PHP $php ($server"
