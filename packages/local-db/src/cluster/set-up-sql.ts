import { DATABASE, OWNER, SUPERUSER } from "./home.ts";

/**
 * Owner, database and extension, for psql; can be run any number of times. The owner isn't a superuser, as on a hosted
 * TimescaleDB, so that what works here works there.
 */
export function setUpSql(password: string): string {
  return `
\\set ON_ERROR_STOP on
\\set QUIET on
SET client_min_messages = warning;
-- A statement that fails is logged, and some of these contain the password.
SET log_min_error_statement = panic;
SET log_statement = 'none';
SET log_min_duration_statement = -1;
SELECT 'CREATE ROLE ${OWNER}' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${OWNER}') \\gexec
ALTER ROLE ${OWNER} LOGIN CREATEDB CREATEROLE PASSWORD ${literal(password)};
ALTER ROLE ${SUPERUSER} PASSWORD ${literal(password)};
\\connect template1
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS timescaledb;
-- The Apache edition includes a job that it then refuses to run, every minute, in every database.
UPDATE _timescaledb_config.bgw_job SET scheduled = false WHERE current_setting('timescaledb.license') = 'apache';
\\connect postgres
SELECT 'CREATE DATABASE ${DATABASE} OWNER ${OWNER}'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '${DATABASE}') \\gexec
`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
