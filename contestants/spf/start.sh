# start.sh NAME PHP-OPTION...: serves conf/spf/NAME.php.
set -eu
name=$1
shift
# spf writes into its project: copy it to where we may write.
project=${TMPDIR:?}/spf
mkdir -p "$project/var/run"
cp -R app conf vendor "$project"
# What `spf start NAME` executes in the background, but with the JIT.
exec php "$@" -d opcache.enable_cli=1 -d opcache.validate_timestamps=0 -d opcache.file_update_protection=0 \
    -d opcache.jit=tracing -d opcache.jit_buffer_size=64M "$project/vendor/spf/server.php" "$name"
