import type { Demo } from "./demo-run.ts";
import { publishedDemo } from "./published/published-demo.ts";
import { nightlyExperiment, nightlyRuns } from "./simulated/nights.ts";
import { storefrontExperiments, storefrontRuns } from "./simulated/storefront.ts";

/** Everything that the demo uploads. What is simulated is dated so that it ends with the last night. */
export function demo(lastNight: Date): Demo {
  return {
    experiments: [...publishedDemo.experiments, ...storefrontExperiments, nightlyExperiment],
    runs: [...publishedDemo.runs, ...storefrontRuns(lastNight), ...nightlyRuns(lastNight)],
  };
}
