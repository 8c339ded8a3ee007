import { DAY_NANOS } from "@headroom/core";
import { z } from "zod";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();
const MAX_NANOS = 30 * DAY_NANOS;

/** One call: when it began, how long it took. */
const detailShape = z.object({
  timestamp: z.string(),
  latency: nanos.max(MAX_NANOS),
  error: z.string().nullish(),
  status: z.string(),
});
export type Detail = z.infer<typeof detailShape>;

/** What ghz writes as JSON; every duration in it is in nanoseconds. */
export const reportShape = z.object({
  options: z
    .object({
      call: z.string().optional(),
      async: z.boolean().optional(),
      /** Left out, or 0: no limit. */
      rps: z.number().nonnegative().optional(),
      "load-schedule": z.string().optional(),
    })
    .nullish(),
  count,
  total: nanos,
  average: nanos,
  fastest: nanos,
  slowest: nanos,
  errorDistribution: z.record(z.string(), count).nullish(),
  statusCodeDistribution: z.record(z.string(), count),
  latencyDistribution: z.array(z.object({ percentage: z.number(), latency: nanos })).nullish(),
  details: z.array(detailShape).nullish(),
});
export type GhzReport = z.infer<typeof reportShape>;
