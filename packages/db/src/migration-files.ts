import { join } from "node:path";
import checksums from "../migrations.json" with { type: "json" };

/**
 * The names of the migrations that this version knows, in the order in which they run. Imported rather than listed: pages are
 * bundled with this file, and have no folder.
 */
export const MIGRATIONS: readonly string[] = Object.keys(checksums);

export const migrationsFolder = (): string => join(import.meta.dirname, "../migrations");

export function migrationFiles(): string[] {
  const folder = migrationsFolder();
  return MIGRATIONS.map((name) => join(folder, `${name}.sql`));
}

/** The name of the last migration that this version knows. */
export function newestMigration(): string {
  return MIGRATIONS.at(-1) ?? "";
}
