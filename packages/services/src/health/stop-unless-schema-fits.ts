import { SchemaMismatch } from "@headroom/db";
import type { Services } from "../context.ts";

/**
 * Stops a process that starts on a database with the schema of another version, and says what to do. If the database can't be
 * reached, the process starts, and refuses everything until it has seen that the schema fits.
 */
export async function stopUnlessSchemaFits({ db }: Pick<Services, "db">): Promise<void> {
  try {
    await db.requireSchema();
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) return;
    process.stderr.write(`${error.message} ${error.hint ?? ""}\n`);
    process.exit(1);
  }
}
