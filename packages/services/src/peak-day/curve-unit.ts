import type { CurveUnit } from "@headroom/core";
import type { CurveSeries } from "./curve-file.ts";

const UNIT_WORDS: readonly [RegExp, CurveUnit][] = [
  [
    /^(?:reqs?|requests?|ops|rps|reqps|hits|1|count)?\s*(?:\/|per\s*)?\s*(?:s|sec|second)$|^(?:rps|reqps|qps)$/i,
    "per-second",
  ],
  [/^(?:reqs?|requests?|ops|hits|1|count)?\s*(?:\/|per\s*)\s*(?:m|min|minute)$|^rpm$/i, "per-minute"],
  [/^(?:reqs?|requests?|ops|hits|1|count)?\s*(?:\/|per\s*)\s*(?:h|hour)$|^rph$/i, "per-hour"],
];

/** What a file says that its values count; null: it doesn't say it. */
export function unitOf({ unit }: CurveSeries): CurveUnit | null {
  return UNIT_WORDS.find(([words]) => words.test(unit?.trim() ?? ""))?.[1] ?? null;
}
