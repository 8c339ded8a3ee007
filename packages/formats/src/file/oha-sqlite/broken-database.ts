import { HeadroomError } from "@headroom/core";

/** A database that SQLite, or we, cannot make sense of. */
export function brokenDatabase(why: string, cause?: unknown): HeadroomError {
  return new HeadroomError("file-unreadable", `The oha database is corrupt: ${why}.`, {
    cause,
    hint: "Wait for the run to finish, then send the file that `oha --db-url` writes.",
  });
}
