#!/bin/sh
# The database image runs this once, when its volume is empty. As on a hosted TimescaleDB, the owner isn't a superuser.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$HEADROOM_DB_PASSWORD" <<'SQL'
CREATE ROLE headroom LOGIN CREATEDB CREATEROLE PASSWORD :'password';
CREATE DATABASE headroom OWNER headroom;
\connect headroom
CREATE EXTENSION IF NOT EXISTS timescaledb;
SQL
