import { quoted } from "../findings.ts";
import type { RowRefusal } from "./delimited.ts";
import type { RecordFields } from "./record.ts";

/** 2000 and 2100: a time outside this range has another unit or a broken clock. */
const EARLIEST_MICROS = 946_684_800_000_000;
const LATEST_MICROS = 4_102_444_800_000_000;
const MAX_MICROS = 30 * 86_400_000_000;

/** Why `micros`, read from a field, can't be a time of a run; null if it can. */
export function timeRefusal(
  micros: number,
  fields: RecordFields,
  field: number,
  column: string,
): RowRefusal | null {
  if (micros >= EARLIEST_MICROS && micros < LATEST_MICROS) return null;
  return refusal(fields, field, column, "is not a time between 2000 and 2100");
}

/** Why `micros`, read from a field, can't be a latency; null if it can. */
export function latencyRefusal(
  micros: number,
  fields: RecordFields,
  field: number,
  column: string,
): RowRefusal | null {
  if (micros >= 0 && micros <= MAX_MICROS) return null;
  if (micros < 0) return refusal(fields, field, column, "is negative");
  return refusal(fields, field, column, Number.isNaN(micros) ? "is not a number" : "is longer than 30 days");
}

/** A row left out because of one field. */
export function refusal(fields: RecordFields, field: number, column: string, why: string): RowRefusal {
  return { column, reason: () => `${column} ${why}: ${quoted(fields.text(field))}` };
}

/** Whether a text could be the time of a run in whole seconds. */
export function isEpochSeconds(text: string): boolean {
  return (
    /^\d{9,10}$/.test(text) && Number(text) >= EARLIEST_MICROS / 1e6 && Number(text) < LATEST_MICROS / 1e6
  );
}
