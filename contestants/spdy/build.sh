# build.sh: Composer's packages, when nobody has installed them in this folder.
set -eu
export COMPOSER_HOME="$PWD/.composer" # nothing is written outside of the build
[ -e vendor/autoload.php ] || composer install --no-dev --optimize-autoloader --no-progress
