import { z } from "zod";

const count = z.int().nonnegative();

/** The response of `GET /v1/runs/{id}/codes`: the requests that were answered with a status code from 400 on, by code, most frequent first. */
export const runCodes = z.strictObject({
  codes: z.array(
    z.strictObject({
      code: z.int().min(400).max(599),
      requests: count.positive(),
      /** How many of them the tool called failed. */
      failed: count,
      /** The width of each point; null: the results have no time. */
      pointSeconds: z.number().positive().nullable(),
      /** In order of time; points without such a request are left out. */
      points: z.array(z.strictObject({ at: z.iso.datetime(), requests: count, failed: count })),
    }),
  ),
});
export type RunCodes = z.infer<typeof runCodes>;
