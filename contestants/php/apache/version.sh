# What really runs, in one line.
set -eu
apache=$(/usr/sbin/apache2 -v | sed -n 's|.*Apache/\([0-9.]*\).*|Apache \1|p')
echo "PHP $(php -r 'echo PHP_VERSION;') (mod_php, JIT), $apache (prefork)"
