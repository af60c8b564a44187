#!/bin/sh
# Backups of the database (compose.yaml): `daily`, `now`, or `restore FILE`, which needs a stopped product.
# PGHOST, PGPORT, PGUSER and PGDATABASE name the database. Its user is a superuser.
set -eu
umask 077
PGPASSWORD=$(cat "$PASSWORD_FILE")
export PGPASSWORD

now() {
  pg_dump --format=custom --file="$FOLDER/unfinished"
  made="$FOLDER/$(date -u +%Y-%m-%dT%H-%M-%SZ).dump"
  mv "$FOLDER/unfinished" "$made"
  find "$FOLDER" -maxdepth 1 -name '*.dump' -mtime "+$KEEP_DAYS" -delete
  echo "Backup: $made"
}

daily() {
  while :; do
    # Not again after each restart of this container.
    if [ -z "$(find "$FOLDER" -maxdepth 1 -name '*.dump' -mmin -1380)" ]; then
      now || echo 'The backup failed. The next attempt is in an hour.' >&2
    fi
    sleep 3600
  done
}

restore() {
  [ -r "$1" ] || { echo "Cannot read $1." >&2; exit 1; }
  restored="${PGDATABASE}_restored"
  before="${PGDATABASE}_before_$(date -u +%Y%m%d%H%M%S)"
  dropdb --if-exists "$restored"
  createdb "$restored"
  pg_restore --exit-on-error --no-owner --dbname="$restored" "$1"
  # Skips the booking ids of the lost hours, because other systems may know them.
  psql --quiet --no-psqlrc --output=/dev/null --set=ON_ERROR_STOP=1 --dbname="$restored" --command \
    "SELECT setval(pg_get_serial_sequence('booking.booking', 'id'), coalesce(max(id), 0) + 10000) FROM booking.booking"
  # Both names change together, or none.
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres --single-transaction --command \
    "ALTER DATABASE \"$PGDATABASE\" RENAME TO \"$before\"; ALTER DATABASE \"$restored\" RENAME TO \"$PGDATABASE\"" ||
    { echo 'The database is in use: stop the product first.' >&2; exit 1; }
  echo "Restored. The previous data is in the database $before."
}

case "${1:-}" in
  now) now ;;
  daily) daily ;;
  restore) restore "${2:?names no file}" ;;
  *) echo 'Usage: backup.sh now, daily or restore FILE' >&2; exit 1 ;;
esac
