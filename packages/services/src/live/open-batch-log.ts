import { TableLog } from "@headroom/db";
import type { Services } from "../context.ts";
import type { BatchLog } from "./batch-log.ts";

/** The log in the database itself. */
export function openBatchLog({ db }: Services, { maxBytes }: { maxBytes?: number } = {}): BatchLog {
  return new TableLog(db, maxBytes === undefined ? {} : { maxBytes });
}
