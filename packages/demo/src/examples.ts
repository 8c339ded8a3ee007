import { warmUp } from "./simulated/simulate.ts";
import type { Operation, Scenario } from "./simulated/simulate.ts";
import { writeJtl } from "./simulated/write-jtl.ts";

const SECOND = 1_000;
/** The last responses arrive after the last requests. */
const LAST_RESPONSES_MILLIS = 5 * SECOND;

const browse = { name: "GET /products", share: 0.5, medianMillis: 42, spread: 0.42, errorRate: 0.0005 };
const cart = { name: "POST /cart", share: 0.3, medianMillis: 62, spread: 0.4, errorRate: 0.0005 };
const payment = { name: "POST /payment", share: 0.2, medianMillis: 62, spread: 0.45, errorRate: 0.001 };

type Example = Omit<Scenario, "startMillis" | "stall"> & { endedMillisAgo: number };

const EXAMPLES: Readonly<Record<string, Example>> = {
  "first-run.jtl": exampleOf({ seed: 1, endedMillisAgo: 0, operations: [browse, cart, payment] }),
  // Two runs to compare: payment waits for something, and no longer does.
  "before.jtl": exampleOf({
    seed: 2,
    endedMillisAgo: 10 * 60 * SECOND,
    operations: [browse, cart, { ...payment, medianMillis: 134 }],
  }),
  "after.jtl": exampleOf({ seed: 3, endedMillisAgo: 0, operations: [browse, cart, payment] }),
};

function exampleOf(own: { seed: number; endedMillisAgo: number; operations: readonly Operation[] }): Example {
  return {
    ...own,
    seconds: 180,
    rateAt: (second) => 25 * Math.min(1, (second + 4) / 12),
    slownessAt: (second) => warmUp(second, 1.5, 4),
  };
}

/** A made-up results file of a few minutes before now, for people without results of their own. Null: no such example. */
export function exampleFile(name: string, now: Date): string | null {
  const example = Object.hasOwn(EXAMPLES, name) ? EXAMPLES[name] : undefined;
  if (example === undefined) return null;
  const endMillis = now.getTime() - example.endedMillisAgo - LAST_RESPONSES_MILLIS;
  return writeJtl({ ...example, stall: null, startMillis: endMillis - example.seconds * SECOND });
}
