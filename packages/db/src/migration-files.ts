import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** Asked for rather than a constant: pages are bundled with this file, and have no folder. */
export const migrationsFolder = (): string => join(import.meta.dirname, "../migrations");

/** The paths of the migrations, in the order in which they run. */
export function migrationFiles(): string[] {
  const folder = migrationsFolder();
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The name of the last migration that this version knows. */
export function newestMigration(): string {
  return basename(migrationFiles().at(-1) ?? "", ".sql");
}
