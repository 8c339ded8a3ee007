import { HeadroomError } from "@headroom/core";
import pg from "pg";
import { NEWER_SCHEMA } from "./folds/folds.ts";
import { newestMigration } from "./migration-files.ts";

/** The database has the schema of another version. */
export class SchemaMismatch extends HeadroomError {
  constructor(message: string, hint: string) {
    super("unavailable", message, { hint });
  }
}

/**
 * Lets nothing through until the database has been seen to have the schema of this version. From then on it stays open: while
 * a later version is being rolled out, processes that are running go on, because its migrations only add to the schema.
 */
export function createSchemaGate(pool: pg.Pool): () => Promise<void> {
  let isOpen = false;
  return async () => {
    if (isOpen) return;
    requireOwn(await readNewest(pool));
    isOpen = true;
  };
}

function requireOwn(newest: string | null): void {
  const own = newestMigration();
  if (newest === own) return;
  if (newest !== null && newest > own)
    throw new SchemaMismatch(
      `A newer version of Headroom has updated the database: it has the migration ${newest}, and this version knows them up to ${own}.`,
      NEWER_SCHEMA,
    );
  throw new SchemaMismatch(
    `The database isn't up to date: ${newest === null ? "it has no tables of Headroom" : `its latest migration is ${newest}`}, and this version needs ${own}.`,
    "Run this version's `npm start`, or its `node packages/db/src/migrate.ts` (docs/upgrade.md).",
  );
}

// The role, the function or the schema is missing: nothing was migrated here.
const NOTHING_THERE = new Set(["22023", "3F000", "42883"]);

async function readNewest(pool: pg.Pool): Promise<string | null> {
  try {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("set local role headroom_jobs");
      const { rows } = await client.query<{ newest: string | null }>(
        "select newest from applied_migrations()",
      );
      return rows[0]?.newest ?? null;
    } finally {
      await client.query("rollback").catch(() => undefined);
      client.release();
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOTHING_THERE.has(error.code ?? "")) return null;
    throw error;
  }
}
