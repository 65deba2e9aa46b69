# build.sh: installs Composer's packages unless they are already in this folder.
set -eu
export COMPOSER_HOME="$PWD/.composer" # write nothing outside of the build
[ -e vendor/autoload.php ] || composer install --no-dev --optimize-autoloader --no-progress
