import { isOtherLoad, loadOfRun } from "@headroom/core";
import type { RunLoad, StatedLoad } from "@headroom/core";
import { jsonObject } from "./typed-sql.ts";

/** The figures that `r` was judged by; see the function. */
export const JUDGED = "judged_summary(r.steady, r.summary, r.phase)";

/** What `r`, a run of the experiment `e`, was meant to send a second, as `expectedRate` in core computes it. */
export const OFFERED_BY_RUN =
  "coalesce(r.rate_per_generator, e.rate_per_generator) * coalesce(r.generators, e.generators)";

/** Its expected requests, as `expectedRequests` in core. */
export const EXPECTED_OF_RUN = `${OFFERED_BY_RUN} * coalesce(r.planned_seconds, e.duration_seconds)`;

/** Both loads: what is said about a run, and what its experiment defines. */
export interface LoadsRead {
  stated: StatedLoad;
  defined: RunLoad;
}

export const LOADS = jsonObject<LoadsRead>({
  stated: jsonObject<StatedLoad>({
    plannedSeconds: "r.planned_seconds",
    ratePerGenerator: "r.rate_per_generator",
    generators: "r.generators",
    threadsPerGenerator: "r.threads_per_generator",
  }),
  defined: jsonObject<RunLoad>({
    durationSeconds: "e.duration_seconds",
    ratePerGenerator: "e.rate_per_generator",
    generators: "e.generators",
    threadsPerGenerator: "e.threads_per_generator",
  }),
});

/** Whether it was meant to send another load than its experiment defines. */
export function isOfOtherLoad({ stated, defined }: LoadsRead): boolean {
  return isOtherLoad(loadOfRun(stated, defined), defined);
}
