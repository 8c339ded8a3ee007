import type { ServiceTest } from "@headroom/services";
import { expect, it } from "vitest";
import { nightlyChange } from "../delta/testing/nightly-change.ts";
import { prepareTests, worstTrend } from "./prepare-tests.ts";

const now = new Date("2025-11-13T02:00:00Z");
const test = (more: Partial<ServiceTest> = {}): ServiceTest => ({
  id: "e",
  name: "Nightly search",
  owner: null,
  service: { id: "s", slug: "shop", name: "Shop" },
  state: "misses",
  representsPeak: true,
  run: { id: "run-46", number: 46, ranAt: "2025-11-12T02:00:00Z", simulated: false, someLabels: false },
  target: {
    text: "p99 <= 120 ms",
    metric: "p99",
    comparator: "<=",
    threshold: 120,
    unit: "ms",
    value: 131.8,
    verdict: "missed",
  },
  changes: [nightlyChange()],
  interval: null,
  since: null,
  metric: "p99",
  limit: { threshold: 120, unit: "ms" },
  spark: [31, 32, 45, 46].map((number) => ({ id: `run-${number}`, value: 100 + number })),
  next: null,
  ...more,
});

it("shows of each experiment the figure of its target, its change and its last run", () => {
  expect(prepareTests([test()], now)).toMatchObject([
    {
      href: "/experiments/e",
      about: "represents the peak · run 46",
      against: { name: "p99", value: "132 ms", wanted: "120 ms" },
      delta: { text: "p99 +23%" },
      hasChange: true,
      next: null,
      last: { href: "/runs/run-46", age: "1d ago" },
    },
  ]);
  const first = test({ spark: [{ id: "run-1", value: 90 }], changes: [], run: null, representsPeak: false });
  expect(prepareTests([first], now)).toMatchObject([
    { about: "", spark: null, delta: null, hasChange: false, last: null },
  ]);
});

it("offers what would settle an unsure run, as the page of the run does", () => {
  const words = "Choose the part of the run to judge: set its steady phase by hand.";
  const next = { action: "judge-window", runs: null, requests: null, seconds: null, words } as const;
  expect(prepareTests([test({ state: "unsure", next })], now)[0]?.next).toEqual({
    words,
    text: "Choose the window",
    href: "/runs/run-46?window=all#timeline",
  });
  const load = { ...next, action: "tell-load" } as const;
  expect(prepareTests([test({ state: "unsure", next: load })], now)[0]?.next).toMatchObject({
    text: "Settle it",
    href: "/runs/run-46",
  });
});

it("draws the trend of what got worse, or else of the worst that has enough runs", () => {
  expect(worstTrend([test({ id: "f", changes: [] }), test()])).toMatchObject({
    experimentId: "e",
    title: "Nightly search: p99 +23% since run 32",
    compareHref: "/experiments/e?metric=p99&levels=32#sheet-changes",
  });
  const spark = Array.from({ length: 8 }, (_, place) => ({ id: `run-${place}`, value: 100 }));
  expect(worstTrend([test({ changes: [], spark })])).toMatchObject({
    title: "Nightly search: no change detected",
    compareHref: null,
  });
  // In few runs, no change is looked for.
  expect(worstTrend([test({ changes: [] })])?.title).toBe("Nightly search: p99");
  expect(worstTrend([test({ spark: [{ id: "run-1", value: 90 }] })])).toBeNull();
  expect(worstTrend([])).toBeNull();
});

it("has no change, not even none, of runs that are too few to look for one in", () => {
  const values = [90, 92, 91, 90, 92, 91, 90, 92];
  const hasChange = (spark: (number | null)[], changes = test().changes) =>
    prepareTests([test({ spark: spark.map((value, at) => ({ id: `run-${at}`, value })), changes })], now)[0]
      ?.hasChange;
  expect(hasChange(values, [])).toBe(true);
  expect(hasChange([45, 30], [])).toBe(false);
  // Without an exact value, a run says nothing.
  expect(hasChange([...values.slice(1), null], [])).toBe(false);
  // The comparison of the run itself found it.
  expect(hasChange([45, 30])).toBe(true);
});
