import { describe, expect, it } from "vitest";
import { RunAggregation } from "./aggregate.ts";
import type { CellRow } from "../cell/run-totals.ts";
import { rowBudget } from "./step-budget.ts";

describe("the budget of rows", () => {
  it("grows with the samples, between what nobody needs to save and what was set", () => {
    expect(rowBudget(2_000_000, 10)).toBe(200_000);
    expect(rowBudget(2_000_000, 1_500_001)).toBe(750_000);
    expect(rowBudget(2_000_000, 9_000_000)).toBe(2_000_000);
    expect(rowBudget(50, 9_000_000)).toBe(50);
  });

  it("lets labels of a request here and there give up their seconds early, and no figure", () => {
    const [labels, seconds, gap] = [6_000, 400, 20];
    const run = new RunAggregation({ originMicros: 0 });
    const numbers = Array.from({ length: labels }, (_, at) => run.label(`GET /${at}`, "request"));
    const rows: CellRow[] = [];
    let samples = 0;
    for (let second = 0; second < seconds; second++) {
      for (let at = second % gap; at < labels; at += gap) {
        run.add(numbers[at] ?? -1, second * 1e6, 0, false, 1, 0);
        samples++;
      }
      rows.push(...run.drain());
    }
    while (run.closeSome()) rows.push(...run.drain());
    const totals = run.finish();
    const gone = new Set(totals.dropped.map(({ label, stepSeconds }) => `${label} ${stepSeconds}`));
    const kept = rows.filter(({ label, stepSeconds }) => !gone.has(`${label} ${stepSeconds}`));
    expect(kept.length).toBeLessThanOrEqual(rowBudget(2_000_000, samples));
    // All of them would be 288,000 rows: as many for the seconds as for the tens of seconds, fewer above.
    expect(rows.length).toBeLessThan(280_000);
    expect(gone.size).toBeGreaterThan(0);
    expect(totals.all.requests).toBe(samples);
    expect(totals.allFinestStepSeconds).toBe(1);
    expect(totals.labels.every(({ total }) => total.requests === seconds / gap)).toBe(true);
    expect(run.drain()).toEqual([]);
  });
});
