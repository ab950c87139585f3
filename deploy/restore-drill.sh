#!/bin/sh
# Shows that a backup can be served: deploy/restore-drill.sh house-20260101T033000Z.db
# Opens a copy of it on a port of its own, asks whether it is well, and says what it holds. The backup is not touched.
set -eu
backup=${1:?usage: $0 BACKUP [PROGRAM]}
program=${2:-$(dirname "$0")/../ludotheque}
port=${PORT:-18080}

folder=$(mktemp -d)
house=
finish() {
  [ -z "$house" ] || kill "$house" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cp "$backup" "$folder/house.db"
"$program" serve --listen "127.0.0.1:$port" --data "$folder" >"$folder/log" 2>&1 &
house=$!
tries=0
until "$program" health "http://127.0.0.1:$port" >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -ge 100 ] || ! kill -0 "$house" 2>/dev/null; then
    cat "$folder/log" >&2
    echo "the backup does not open" >&2
    exit 1
  fi
  sleep 0.1
done
"$program" backup "$folder/again.db" --data "$folder" | sed "s|^.*again.db|$backup opens, and|"
