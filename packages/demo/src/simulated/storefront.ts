import { DAY_MILLIS } from "@headroom/core";
import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import { checkoutMix, searchMix } from "./mixes.ts";
import { warmUp } from "./simulate.ts";
import type { Scenario } from "./simulate.ts";
import { simulatedExperiment, simulatedRun } from "./simulated-run.ts";
import type { SimulatedRun } from "./simulated-run.ts";

/** Payment waited for a pool that was too small: the story's first run. */
const checkoutBefore = checkoutMix.map((operation) =>
  operation.name === "POST /payment" ? { ...operation, medianMillis: 118, spread: 0.5 } : operation,
);

const RAMP = "Search ramp";
const rampTargets = ["p95 <= 250 ms", "error rate <= 1%"];
const checkout = {
  experiment: "Checkout mix",
  format: "jtl",
  branch: "main",
  targets: ["p99 <= 200 ms", "error rate <= 0.2%", "throughput >= 190/s"],
} as const satisfies Partial<SimulatedRun>;

export const storefrontExperiments: readonly DemoExperiment[] = [
  simulatedExperiment({
    experiment: checkout.experiment,
    group: "Checkout",
    tags: ["before the sale"],
    requestSet: "Carts, payments and orders",
    durationSeconds: 600,
    ratePerGenerator: 200,
    generators: 1,
    threadsPerGenerator: 40,
    representsPeak: true,
    targets: checkout.targets,
  }),
  simulatedExperiment({
    experiment: RAMP,
    group: "Search",
    tags: ["ramp"],
    requestSet: "Searches, suggestions and products",
    durationSeconds: 600,
    generators: 1,
    representsPeak: false,
    targets: rampTargets,
  }),
];

/** A fix in three runs, a week apart, and a ramp. The last of them ran on the day before the last night. */
export function storefrontRuns(lastNight: Date): DemoRun[] {
  const startMillis = (daysBefore: number) => lastNight.getTime() - (daysBefore + 0.5) * DAY_MILLIS;
  return [
    simulatedRun({
      ...checkout,
      key: "demo-checkout-1",
      commit: "4b1c9e2",
      story: "Payment waits for its connection pool: p99 lies above the target.",
      scenario: checkoutScenario({ seed: 11, startMillis: startMillis(14), operations: checkoutBefore }),
    }),
    simulatedRun({
      ...checkout,
      key: "demo-checkout-2",
      commit: "9d07f35",
      story: "With a larger pool, and a stall of three seconds in the seventh minute.",
      scenario: checkoutScenario({
        seed: 12,
        startMillis: startMillis(7),
        stall: { fromSecond: 372, seconds: 3 },
      }),
    }),
    simulatedRun({
      ...checkout,
      key: "demo-checkout-3",
      commit: "c2a8810",
      story: "The same without the stall.",
      scenario: checkoutScenario({ seed: 13, startMillis: startMillis(0) }),
    }),
    simulatedRun({
      key: "demo-search-ramp-1",
      experiment: RAMP,
      format: "k6",
      targets: rampTargets,
      commit: "c2a8810",
      branch: "main",
      story: "From 10 to 130 requests a second in ten minutes; it gets slow towards the end.",
      scenario: {
        seed: 21,
        startMillis: startMillis(0),
        seconds: 600,
        operations: searchMix,
        rateAt: (second) => 10 + second / 5,
        slownessAt: (second) => 1 + ((10 + second / 5) / 115) ** 8,
        stall: null,
      },
    }),
  ];
}

function checkoutScenario(change: Partial<Scenario>): Scenario {
  return {
    seed: 1,
    startMillis: 0,
    seconds: 600,
    operations: checkoutMix,
    rateAt: (second) => 200 * Math.min(1, (second + 4) / 30),
    slownessAt: (second) => warmUp(second, 2.6, 12),
    stall: null,
    ...change,
  };
}
