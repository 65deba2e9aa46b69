# What really runs: spf, and what it runs on.
set -eu
below=$(php -d display_startup_errors=0 -dextension=swoole -r 'echo "Swoole ", phpversion("swoole"), ", PHP ", PHP_VERSION;')
echo "$(spf -v | sed 's/ version//'), $below (CLI, JIT)"
