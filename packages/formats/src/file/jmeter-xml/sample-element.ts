import { DAY_MILLIS, isPlausibleTime } from "@headroom/core";
import { firstByteOf } from "../jmeter-csv/request-gauges.ts";
import type { RequestTimings } from "../jmeter-csv/request-gauges.ts";
import { quoted } from "../../findings.ts";
import { hasCode } from "../../text/status-codes.ts";

const MAX_MILLIS = 30 * DAY_MILLIS;
const WHOLE = /^\d{1,15}$/;

/** The attributes of an element that is one sample, by JMeter's short names. */
export type SampleAttributes = Readonly<Record<string, string | undefined>>;

export interface SampleElement extends RequestTimings {
  timeMillis: number;
  elapsedMillis: number;
  failed: boolean;
  /** The status code if it is from 400 to 599, otherwise 0. */
  code: number;
  bytes: number;
  /** Threads running in all groups, or null where it does not say. */
  users: number | null;
}

export interface SampleRefusal {
  column: string | null;
  reason: () => string;
}

/** Samples of plug-ins have names of their own, and the same attributes. */
export function isSample(name: string, { t, ts }: SampleAttributes): boolean {
  return name === "httpSample" || name === "sample" || (t !== undefined && ts !== undefined);
}

/** `isTimed`: the file's samples have times; without, the time is 0. */
export function readSample(attributes: SampleAttributes, isTimed: boolean): SampleElement | SampleRefusal {
  const { t, ts, s, rc, by, na, sc, lt, ct, sby } = attributes;
  const timeMillis = isTimed ? readTime(ts) : 0;
  if (typeof timeMillis !== "number") return timeMillis;
  const elapsedMillis = readElapsed(t);
  if (typeof elapsedMillis !== "number") return elapsedMillis;
  if ((whole(sc) ?? 1) > 1) {
    return refusal(
      "sc",
      sc,
      "shows that it combines several requests, whose individual latencies are not in the file",
    );
  }
  const failed = s === undefined ? rc !== undefined && !isGoodCode(rc) : s !== "true";
  return {
    timeMillis,
    elapsedMillis,
    failed,
    code: codeOf(rc),
    bytes: whole(by) ?? 0,
    users: whole(na),
    firstByteMillis: firstByteOf(whole(lt) ?? -1, failed),
    connectMillis: whole(ct) ?? -1,
    sentBytes: whole(sby) ?? -1,
  };
}

function readTime(ts: string | undefined): number | SampleRefusal {
  const millis = whole(ts);
  if (millis !== null && isPlausibleTime(millis * 1_000)) return millis;
  return refusal("ts", ts, "is not between 2000 and 2100 in epoch milliseconds");
}

function readElapsed(t: string | undefined): number | SampleRefusal {
  const millis = whole(t);
  if (millis === null) {
    return refusal("t", t, t?.startsWith("-") ? "is negative" : "is not a whole number of milliseconds");
  }
  return millis > MAX_MILLIS ? refusal("t", t, "is longer than 30 days") : millis;
}

function codeOf(rc: string | undefined): number {
  const code = rc === undefined ? 0 : Number(rc);
  return hasCode(code) ? code : 0;
}

export function isGoodCode(code: string): boolean {
  const number = /^\d{3}$/.test(code) ? Number(code) : 0;
  return number >= 100 && number < 400;
}

function whole(text: string | undefined): number | null {
  return text !== undefined && WHOLE.test(text) ? Number(text) : null;
}

function refusal(column: string, value: string | undefined, why: string): SampleRefusal {
  if (value === undefined) return { column, reason: () => `has no ${column}` };
  return { column, reason: () => `${column} ${why}: ${quoted(value)}` };
}
