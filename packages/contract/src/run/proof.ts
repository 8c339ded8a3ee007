import { z } from "zod";
import { LATENCY_SOURCES, PERCENTILE_IDS } from "@headroom/core";

const beyond = z.int().nonnegative();

/** How the percentiles were computed, their relative error bound, which of them are exact, and how many requests are beyond each. */
export const proof = z.strictObject({
  grade: z.enum(["A", "B", "C", "D"]),
  source: z.enum(LATENCY_SOURCES),
  errorBound: z.number().nonnegative().nullable(),
  exact: z.array(z.enum(PERCENTILE_IDS)),
  beyond: z.strictObject({ p50: beyond, p90: beyond, p95: beyond, p99: beyond, "p99.9": beyond }),
  reasons: z.array(z.string()),
  overrides: z.array(z.string()),
});
export type ProofAnswer = z.infer<typeof proof>;
