#!/bin/sh
# What the images `postgres` (by its variables) and `valkey` do at their start; Caddy's does nothing.
set -e
[ "$1" != valkey-server ] || exec "$@" --protected-mode no
[ "$1" = postgres ] || exec "$@"
export PGDATA=/var/lib/postgresql/18/docker
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA"
    cp "$POSTGRES_PASSWORD_FILE" /tmp/password
    chown -R postgres /var/lib/postgresql /tmp/password
    chmod 700 "$PGDATA"
    exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -e "$PGDATA/PG_VERSION" ]; then
    initdb --username "$POSTGRES_USER" --auth-host scram-sha-256 --auth-local trust \
        --pwfile /tmp/password --encoding UTF8 --locale C.UTF-8
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
    pg_ctl --options "-c listen_addresses= -k /tmp" --wait start
    createdb --host /tmp --username "$POSTGRES_USER" "$POSTGRES_DB"
    pg_ctl --mode fast --wait stop
fi
exec "$@" -k /tmp
