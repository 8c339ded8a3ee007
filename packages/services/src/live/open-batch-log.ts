import { PartitionLeases, TableLog } from "@headroom/db";
import type { Services } from "../context.ts";
import type { BatchLog } from "./batch-log.ts";

/** The log in the database itself. */
export function openBatchLog({ db }: Services, { maxBytes }: { maxBytes?: number } = {}): BatchLog {
  return new TableLog(db, maxBytes === undefined ? {} : { maxBytes });
}

/** What this process counts of the log, beside others that count. */
export function openLeases({ db }: Services, log: BatchLog): PartitionLeases {
  return new PartitionLeases(db.directUrl, log.partitions);
}
