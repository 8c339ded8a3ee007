import { expect, it } from "vitest";
import { gaugeChange, sayGaugeChange } from "./gauge-change.ts";

const lag = (highest: number, mean: number, band: { low: number; high: number } | null = null) => ({
  highest,
  mean,
  band,
});

it("a change is a share of the peak, the mean and both ends of the usual range", () => {
  const [before, after] = [
    lag(29_000, 9_000, { low: 0, high: 20_000 }),
    lag(7_000, 2_250, { low: 1, high: 5_000 }),
  ];
  expect(gaugeChange(before, after)).toEqual({
    highest: 7 / 29 - 1,
    mean: -0.75,
    low: null,
    high: -0.75,
  });
  expect(gaugeChange(lag(5, -2), lag(-5, 4))).toEqual({ highest: null, mean: null, low: null, high: null });
  expect(gaugeChange(lag(5, 2, { low: 1, high: 2 }), lag(5, 2)).high).toBeNull();
});

it("is said of runs in their order, and only of several", () => {
  const runs = [lag(16_000, 5_000), lag(29_000, 9_000), lag(7_000, 2_250)];
  const first = runs[0] ?? lag(0, 0);
  const said = runs.map((run, at) => ({ ...run, change: at === 0 ? null : gaugeChange(first, run) }));
  expect(sayGaugeChange({ name: "consumer lag", unit: null, runs: said })).toBe(
    "“consumer lag” peaked at 16,000, then 29,000 (+81.3%), then 7,000 (−56.3%), and averaged 5,000, then 9,000 (+80.0%), then 2,250 (−55.0%).",
  );
  expect(sayGaugeChange({ name: "consumer lag", unit: null, runs: said.slice(0, 1) })).toBeNull();
  const alike = (highest: number, mean: number) =>
    sayGaugeChange({
      name: "pool",
      unit: null,
      runs: [
        { ...lag(100, 50), change: null },
        { ...lag(highest, mean), change: gaugeChange(lag(100, 50), lag(highest, mean)) },
      ],
    });
  expect(alike(100.5, 49.8)).toBeNull();
  expect(alike(100.5, 40)).toContain("averaged 50, then 40");
});
