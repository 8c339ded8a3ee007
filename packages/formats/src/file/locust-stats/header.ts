import { HeadroomError } from "@headroom/core";
import type { Detection } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import type { RecordFields } from "../../text/record.ts";

/** Locust before 1.0 named its columns otherwise. */
const OLD_NAMES: Record<string, string> = {
  "# requests": "request count",
  "# failures": "failure count",
};
const PERCENTILE = /^(\d{1,3}(?:\.\d{1,4})?)%$/;

/** The columns of one of Locust's CSV files; their names are compared in lower case, which older versions wrote. */
export interface Header<Name extends string> {
  at: Record<Name, number>;
  count: number;
  /** "50%" as "p50", with its column. */
  percentiles: { name: string; column: number }[];
}

/** Reads the first row; `what` says in a refusal which file it should be. */
export function readHeader<Name extends string>(
  fields: RecordFields,
  wanted: readonly Name[],
  what: string,
): Header<Name> {
  const names = Array.from({ length: fields.count }, (_, column) => nameOf(fields.text(column)));
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new HeadroomError(
      "format-unknown",
      `This is not a valid Locust ${what}: it has no "${missing}" column.`,
      {
        line: 1,
        byte: 0,
        hint: "Send the files that `locust --csv` writes, or specify which tool wrote this one.",
      },
    );
  }
  const at = Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)])) as Record<Name, number>;
  const percentiles = names.flatMap((name, column) => {
    const percent = PERCENTILE.exec(name)?.[1];
    return percent === undefined ? [] : [{ name: `p${percent}`, column }];
  });
  return { at, count: names.length, percentiles };
}

/** By the header: it must begin with these columns. */
export function detectHeader(head: Uint8Array, first: readonly string[]): Detection {
  const [line] = headLines(head, 1);
  if (line === undefined) return { match: false, reason: "there is no text" };
  const names = line.split(",").map((name) => nameOf(name.replaceAll('"', "")));
  return first.every((name, column) => names[column] === name)
    ? { match: true }
    : {
        match: false,
        reason: `its header does not start with ${first.map((name) => `"${name}"`).join(", ")}`,
      };
}

function nameOf(text: string): string {
  const name = text.trim().toLowerCase();
  return OLD_NAMES[name] ?? name;
}

/** A label of Locust is a method and a name; the method may be none. */
export function labelOf(method: string, name: string): string {
  return `${method} ${name}`.trim();
}

/** The row of all requests: it has no type, which before 1.0 was written as "None". */
export function isAggregated(type: string, name: string): boolean {
  return name === "Aggregated" && (type === "" || type === "None");
}

/** The percentiles of a row; "N/A" and other words are none. */
export function percentilesOf(fields: RecordFields, { percentiles }: Header<string>): Record<string, number> {
  return Object.fromEntries(percentiles.map(({ name, column }) => [name, fields.number(column)]));
}

/** A whole number that is not negative, or NaN. */
export function countIn(fields: RecordFields, column: number): number {
  const count = fields.number(column);
  return Number.isSafeInteger(count) && count >= 0 ? count : Number.NaN;
}
