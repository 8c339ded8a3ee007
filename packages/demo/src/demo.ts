import { MINUTE_MILLIS } from "@headroom/core";
import type { Demo } from "./demo-run.ts";
import { greenSaturdayDemo } from "./published/green-saturday-demo.ts";
import { longRunDemo } from "./published/long-run-demo.ts";
import { publishedDemo } from "./published/published-demo.ts";
import { longRunExperiment, longRunRun } from "./simulated/long-run.ts";
import { nightlyExperiment, nightlyRuns } from "./simulated/nights.ts";
import { queueExperiment, queueRuns } from "./simulated/queue.ts";
import { rampExperiments, rampRuns } from "./simulated/ramps.ts";
import { storefrontExperiments, storefrontRuns } from "./simulated/storefront.ts";

const AGO_MILLIS = 130 * MINUTE_MILLIS;

/** The latest 02:00 UTC at which a run of five minutes has ended. */
export function lastNightOf(now: Date): Date {
  const night = new Date(now.getTime() - AGO_MILLIS);
  night.setUTCHours(2, 0, 0, 0);
  return night;
}

/** Everything that the demo uploads. What is simulated is dated so that it ends with the last night. */
export function demo(lastNight: Date): Demo {
  const published = publishedDemo(lastNight);
  const green = greenSaturdayDemo(lastNight);
  const long = longRunDemo(lastNight);
  return {
    ...published,
    experiments: [
      ...published.experiments,
      ...green.experiments,
      ...long.experiments,
      ...storefrontExperiments,
      nightlyExperiment,
      ...rampExperiments,
      queueExperiment,
      longRunExperiment,
    ],
    runs: [
      ...published.runs,
      ...green.runs,
      ...long.runs,
      ...storefrontRuns(lastNight),
      ...nightlyRuns(lastNight),
      ...rampRuns(lastNight),
      ...queueRuns(lastNight),
      longRunRun(lastNight),
    ],
  };
}
