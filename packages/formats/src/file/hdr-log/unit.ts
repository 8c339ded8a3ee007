import { HeadroomError } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";

const UNIT_MICROS = { ns: 0.001, us: 1, ms: 1_000, s: 1_000_000 } as const;

/** The microseconds of the unit that the uploader names: no file of HdrHistogram says it. */
export function unitMicrosOf({ unit }: ParseOptions, what: string): number {
  if (unit !== undefined) return UNIT_MICROS[unit];
  throw new HeadroomError("parameter-missing", `The ${what} does not include the unit of its latencies.`, {
    field: "unit",
    hint: "Set unit= to ns, us, ms or s. Most recorders use nanoseconds or microseconds.",
  });
}
