import { z } from "zod";
import { runFailuresParameters } from "./run-failures.ts";

/** The query of `GET /v1/runs/{id}/slowest`. Without `window`, `from` and `to`: the whole run. */
export const runSlowestParameters = runFailuresParameters;

/** The response of `GET /v1/runs/{id}/slowest`: single requests, slowest first. */
export const runSlowest = z.strictObject({
  requests: z.array(
    z.strictObject({
      /** Null: the source names no label. */
      label: z.string().nullable(),
      /** When it completed. */
      at: z.iso.datetime(),
      latencyMs: z.number().nonnegative(),
      failed: z.boolean(),
      /** The status code, if it is one from 400 on. */
      code: z.int().min(400).max(599).nullable(),
      /** Null: the source doesn't say. */
      traceId: z.string().nullable(),
      /** Null: there is no trace, or the workspace has no `traceUrl`. */
      traceUrl: z.url().nullable(),
    }),
  ),
  window: z.strictObject({
    kind: z.enum(["steady", "whole", "custom"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),
  /** How many of the run's slowest requests are kept, in any window. */
  kept: z.int().nonnegative(),
});
export type RunSlowest = z.infer<typeof runSlowest>;
