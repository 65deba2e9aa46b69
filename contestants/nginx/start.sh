#!/bin/sh
set -eu
place=$TMPDIR
cat > "$place/nginx.conf" <<EOF
daemon off;
pid $place/pid;
worker_processes $WORKERS;
events { worker_connections 4096; }
http {
    access_log off;
    # By default it closes a connection after 1,000 requests.
    keepalive_requests 1000000000;
    client_body_temp_path $place; proxy_temp_path $place; fastcgi_temp_path $place; uwsgi_temp_path $place; scgi_temp_path $place;
    server {
        listen $HOST:$PORT $PROTOCOL backlog=4096;
        listen $HOST:$TLS_PORT ssl http2 backlog=4096;
        ssl_certificate $TLS_CERT;
        ssl_certificate_key $TLS_KEY;
        location = /json { default_type application/json; return 200 '{"message":"Hello, World!"}'; }
        location / { return 404; }
        location /static/ {
            root $PWD;
            # As in Debian's nginx.conf.
            sendfile on;
            tcp_nopush on;
            include /etc/nginx/mime.types;
            # The .gz beside a file to who accepts gzip; Brotli needs a module that nginx does not come with.
            gzip_static on;
            gzip_vary on;
        }
    }
}
EOF
exec /usr/sbin/nginx -e stderr -c "$place/nginx.conf"
