import { warmUp, type Operation, type Scenario } from "./simulate.ts";

export interface SimulatedRun {
  /** The run's key and, with the same file, its idempotency key. */
  key: string;
  service: string;
  experiment: string;
  format: "jtl" | "k6";
  targets: readonly string[];
  commit: string;
  branch: string;
  notes: string;
  scenario: Scenario;
}

const SERVICE = "Storefront (simulated)";

const checkoutMix: readonly Operation[] = [
  { name: "GET /cart", share: 0.36, medianMillis: 24, spread: 0.4, errorRate: 0.0002 },
  { name: "POST /cart/items", share: 0.24, medianMillis: 38, spread: 0.42, errorRate: 0.0004 },
  { name: "GET /shipping-options", share: 0.18, medianMillis: 31, spread: 0.4, errorRate: 0.0003 },
  { name: "POST /payment", share: 0.12, medianMillis: 64, spread: 0.36, errorRate: 0.0012 },
  { name: "POST /order", share: 0.1, medianMillis: 52, spread: 0.38, errorRate: 0.0008 },
];

const searchMix: readonly Operation[] = [
  { name: "GET /search", share: 0.55, medianMillis: 46, spread: 0.4, errorRate: 0.0005 },
  { name: "GET /suggest", share: 0.3, medianMillis: 14, spread: 0.35, errorRate: 0.0001 },
  { name: "GET /product", share: 0.15, medianMillis: 27, spread: 0.35, errorRate: 0.0002 },
];

/** Payment waited for a pool that was too small: the story's first run. */
const checkoutBefore = checkoutMix.map((operation) =>
  operation.name === "POST /payment" ? { ...operation, medianMillis: 118, spread: 0.5 } : operation,
);

function checkout(change: Partial<Scenario>): Scenario {
  return {
    seed: 1,
    startMillis: Date.UTC(2026, 10, 3, 10),
    seconds: 600,
    operations: checkoutMix,
    rateAt: (second) => 200 * Math.min(1, (second + 4) / 30),
    slownessAt: (second) => warmUp(second, 2.6, 12),
    stall: null,
    ...change,
  };
}

const checkoutTargets = ["p99 <= 200 ms", "error rate <= 0.2%", "throughput >= 190/s"];

const shared = {
  service: SERVICE,
  experiment: "Checkout mix (simulated)",
  format: "jtl",
  branch: "main",
} as const;

/** Every run of the demo. All of it is made up, and named accordingly. */
export const simulatedRuns: readonly SimulatedRun[] = [
  {
    ...shared,
    key: "demo-checkout-1",
    targets: checkoutTargets,
    commit: "4b1c9e2",
    notes: "Simulated. Payment waits for its connection pool: p99 lies above the target.",
    scenario: checkout({ seed: 11, operations: checkoutBefore }),
  },
  {
    ...shared,
    key: "demo-checkout-2",
    targets: [],
    commit: "9d07f35",
    notes: "Simulated. With a larger pool, and a stall of three seconds in the seventh minute.",
    scenario: checkout({
      seed: 12,
      startMillis: Date.UTC(2026, 10, 10, 10),
      stall: { fromSecond: 372, seconds: 3 },
    }),
  },
  {
    ...shared,
    key: "demo-checkout-3",
    targets: [],
    commit: "c2a8810",
    notes: "Simulated. The same without the stall.",
    scenario: checkout({ seed: 13, startMillis: Date.UTC(2026, 10, 17, 10) }),
  },
  {
    key: "demo-search-ramp-1",
    service: SERVICE,
    experiment: "Search ramp (simulated)",
    format: "k6",
    targets: ["p95 <= 250 ms", "error rate <= 1%"],
    commit: "c2a8810",
    branch: "main",
    notes: "Simulated. From 10 to 130 requests a second in ten minutes; it gets slow towards the end.",
    scenario: {
      seed: 21,
      startMillis: Date.UTC(2026, 10, 17, 14),
      seconds: 600,
      operations: searchMix,
      rateAt: (second) => 10 + second / 5,
      slownessAt: (second) => 1 + ((10 + second / 5) / 115) ** 8,
      stall: null,
    },
  },
];
