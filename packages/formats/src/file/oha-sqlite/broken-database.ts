import { HeadroomError } from "@headroom/core";

/** A database that SQLite, or we, cannot make sense of. */
export function brokenDatabase(why: string, cause?: unknown): HeadroomError {
  return new HeadroomError("file-unreadable", `The database of oha is broken: ${why}.`, {
    cause,
    hint: "Send the file that `oha --db-url` writes, after the run has ended.",
  });
}
