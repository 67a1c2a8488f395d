#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, with the durability of a
# real one, and removes it afterwards:
#
#     scripts/with-postgres.sh node bench/postgres.mjs
#
# The command finds its address in DATABASE_URL.
set -euo pipefail

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -x "${bin:-}/initdb" ] || { echo 'There is no PostgreSQL here: scripts/install-pgvector.sh' >&2; exit 1; }
folder=$(mktemp -d)
chmod 777 "$folder"
as=()
# The server refuses to run as root.
if [ "$(id -u)" = 0 ]; then as=(setpriv "--reuid=$(id -u postgres)" "--regid=$(id -g postgres)" --clear-groups); fi
cd "$folder"
stop() { "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap stop EXIT
trap 'exit 143' TERM HUP # else the server would outlive a command that was ended
"${as[@]}" "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C >/dev/null
cat >>"$folder/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$folder'
shared_buffers = ${FROE_SHARED_BUFFERS:-1GB}
maintenance_work_mem = ${FROE_MAINTENANCE_MEM:-512MB}
max_wal_size = 4GB
random_page_cost = 1.1
CONF
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" start >/dev/null
cd "$OLDPWD"
export DATABASE_URL="postgres://postgres@/postgres?host=$folder"
"$@"
