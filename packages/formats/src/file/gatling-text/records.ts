import { DAY_MILLIS, isPlausibleTime } from "@headroom/core";
import { quoted } from "../../findings.ts";
import type { RecordFields } from "../../text/record.ts";

const MAX_MILLIS = 30 * DAY_MILLIS;

export interface RecordRefusal {
  column: string | null;
  reason: () => string;
}

/** Why a record with these times cannot be, or null. */
export function timeRefusal(startMillis: number, endMillis: number): RecordRefusal | null {
  if (!isTime(startMillis))
    return refusal("start", "start is not a time between 2000 and 2100 in milliseconds");
  if (!isTime(endMillis)) return refusal("end", "end is not a time between 2000 and 2100 in milliseconds");
  if (endMillis < startMillis) return refusal("end", "end is before start");
  if (endMillis - startMillis > MAX_MILLIS) return refusal("end", "end is more than 30 days after start");
  return null;
}

export function isTime(millis: number): boolean {
  return isPlausibleTime(millis * 1_000);
}

export function refusal(column: string | null, reason: string): RecordRefusal {
  return { column, reason: () => reason };
}

/** In which column the status stands: where OK or KO follows two times. -1 if nowhere. */
export function statusColumn(fields: RecordFields): number {
  for (const column of [5, 6, 7]) {
    const isStatus = fields.is(column, "ok") || fields.is(column, "ko");
    if (isStatus && fields.number(column - 1) >= 0 && fields.number(column - 2) >= 0) return column;
  }
  return -1;
}

/** Why a REQUEST that fits no layout was left out: the first of its parts that is not as it must be. */
export function requestRefusal(fields: RecordFields): RecordRefusal {
  if (fields.count < 6) return refusal(null, `REQUEST has ${fields.count} of 6 columns`);
  const column = statusColumn(fields);
  if (column < 0) {
    return {
      column: null,
      reason: () => `REQUEST has no OK or KO after two times: ${quoted(textOf(fields))}`,
    };
  }
  return (
    timeRefusal(fields.number(column - 2), fields.number(column - 1)) ??
    refusal(null, "REQUEST has a time that does not have 13 digits")
  );
}

function textOf(fields: RecordFields): string {
  return new TextDecoder().decode(fields.bytes.subarray(fields.from(0), fields.to(fields.count - 1)));
}

/** A user's start or end, in any layout. */
export function readUser(fields: RecordFields): { by: 1 | -1; atMillis: number } | RecordRefusal {
  const column = isEvent(fields, 2) ? 2 : 3;
  if (!isEvent(fields, column)) return refusal(null, "USER has neither START nor END");
  // Before 3.4 a user's start is repeated in front of the time of the event.
  const atMillis = fields.number(column === 3 ? 5 : 3);
  if (!isTime(atMillis)) return refusal("time", "USER has no time between 2000 and 2100 in milliseconds");
  return { by: fields.is(column, "start") ? 1 : -1, atMillis };
}

function isEvent(fields: RecordFields, column: number): boolean {
  return fields.is(column, "start") || fields.is(column, "end");
}
