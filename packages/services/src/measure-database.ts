import { databaseBytes } from "@headroom/db";
import type { Services } from "./context.ts";

/** How many bytes the whole database takes on its disk: every workspace together. */
export function measureDatabase({ db }: Services): Promise<number> {
  return db.asJobs(databaseBytes);
}
