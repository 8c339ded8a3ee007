import { DAY_MICROS, isPlausibleTime, SECOND_MICROS } from "@headroom/core";
import { quoted } from "../findings.ts";
import type { RowRefusal } from "./delimited.ts";
import type { RecordFields } from "./record.ts";

const MAX_MICROS = 30 * DAY_MICROS;

/** Why `micros`, read from a field, can't be a time of a run; null if it can. */
export function timeRefusal(
  micros: number,
  fields: RecordFields,
  field: number,
  column: string,
): RowRefusal | null {
  if (isPlausibleTime(micros)) return null;
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
  return /^\d{9,10}$/.test(text) && isPlausibleTime(Number(text) * SECOND_MICROS);
}
