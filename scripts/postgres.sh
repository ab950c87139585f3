#!/usr/bin/env bash
# Runs a command with a PostgreSQL to test with: scripts/postgres.sh cargo test -p store
# LUDOTHEQUE_TEST_POSTGRES is its address: postgres://user@host/database of somebody who may create databases.
# If it is set already, that one is used. Else PostgreSQL is installed from Debian's packages if need be, and a cluster of
# its own, which only this user can reach, lives in a temporary folder while the command runs.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: $0 COMMAND [ARGUMENT]..." >&2
  exit 2
fi
if [ -n "${LUDOTHEQUE_TEST_POSTGRES:-}" ]; then
  exec "$@"
fi

# The folder of PostgreSQL's programs; Debian keeps them out of the path, by version.
programs() {
  local initdb
  initdb=$(command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
  [ -n "$initdb" ] && dirname "$(readlink -f "$initdb")"
}

if ! bin=$(programs); then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  # Debian would start a server for the whole machine; nobody asked for one.
  if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    echo "create_main_cluster = false" | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
  fi
  "${as_root[@]}" apt-get update -qq >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
  bin=$(programs) || { echo "PostgreSQL could not be installed: set LUDOTHEQUE_TEST_POSTGRES" >&2; exit 1; }
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/ludotheque-postgres.XXXXXX")
server=""
command=""
finish() {
  local status=$?
  trap - EXIT
  [ -z "$command" ] || kill "$command" 2>/dev/null || true
  if [ -n "$server" ]; then
    kill -QUIT "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# PostgreSQL refuses to run as root.
as_owner=(setpriv)
if [ "$(id -u)" -eq 0 ]; then
  chown postgres:postgres "$folder"
  as_owner=(setpriv --reuid=postgres --regid=postgres --init-groups)
fi
cd "$folder"
"${as_owner[@]}" "$bin/initdb" -D "$folder/data" -U ludotheque --auth=trust --encoding=UTF8 --locale=C.UTF-8 \
  --no-sync >"$folder/initdb.log" || { cat "$folder/initdb.log" >&2; exit 1; }
# Durable as in earnest. Should this script be killed outright, the server stops too.
"${as_owner[@]}" --pdeathsig INT "$bin/postgres" -D "$folder/data" -c listen_addresses= \
  -c unix_socket_directories="$folder" -c max_connections=200 -c fsync=on -c synchronous_commit=on \
  -c full_page_writes=on >"$folder/server.log" 2>&1 &
server=$!
for _ in $(seq 300); do
  "$bin/pg_isready" -q -h "$folder" && break
  kill -0 "$server" 2>/dev/null || { cat "$folder/server.log" >&2; exit 1; }
  sleep 0.1
done
cd "$OLDPWD"

# Tests that stop a PostgreSQL start one of their own by these programs.
export LUDOTHEQUE_TEST_POSTGRES_PROGRAMS="$bin"
export LUDOTHEQUE_TEST_POSTGRES="postgres://ludotheque@localhost/postgres?host=$folder"
"$@" <&0 &
command=$!
status=0
wait "$command" || status=$?
command=""
exit "$status"
