import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Opens the bytes of a database for `read`: from a file that only this process's user can see, that cannot be written,
 * and that is gone afterwards whatever happens.
 */
export function withDatabase<T>(bytes: Uint8Array, read: (database: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "headroom-oha-"));
  try {
    const path = join(folder, "results.sqlite");
    writeFileSync(path, bytes, { flag: "wx", mode: 0o400 });
    const database = new DatabaseSync(path, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
    });
    try {
      database.exec("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
      database.exec("PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0");
      return read(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
