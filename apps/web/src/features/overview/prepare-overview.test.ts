import type { ExperimentLine, Overview, ServiceOverview } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { nightlyChange } from "../delta/testing/nightly-change.ts";
import { prepareOverview } from "./prepare-overview.ts";

const NOTHING_ELSE = {
  better: [],
  betterTotal: 0,
  gates: { decisions: [], days: 30, counts: { passed: 0, failed: 0, unsure: 0, notJudged: 0 } },
  owner: null,
  mine: 0,
};
const now = new Date("2025-11-13T03:30:00Z");
const none = {
  misses: 0,
  regressed: 0,
  unsure: 0,
  holds: 0,
  "no-change": 0,
  "not-judged": 0,
  pending: 0,
  open: 0,
};

const service = (name: string, changes: Partial<ServiceOverview> = {}): ServiceOverview => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  experiments: 1,
  counts: { ...none, holds: 1 },
  runsTotal: 1,
  latestAt: new Date("2025-11-05T03:30:00Z"),
  heardAt: null,
  peaks: 0,
  peaksProven: 0,
  lowest: null,
  production: null,
  worst: null,
  ...changes,
});

const lowest = {
  experimentId: "e",
  name: "Simple",
  throughput: 52_399.2,
  accepted: false,
  elsewhere: null,
  calibration: null,
};
const prepare = (services: ServiceOverview[], latestRuns: Overview["latestRuns"] = []) =>
  prepareOverview(
    {
      services,
      servicesTotal: services.length,
      latestRuns,
      worse: [],
      worseTotal: 0,
      ...NOTHING_ELSE,
      stale: [],
      staleTotal: 0,
    },
    now,
  );

describe("a service of the overview", () => {
  it("is as good as the worst of its latest outcomes", () => {
    const states = (counts: Partial<ServiceOverview["counts"]>) =>
      prepare([service("A", { counts: { ...none, ...counts } })]).services[0];
    expect(states({ holds: 3, regressed: 1, misses: 1 })).toMatchObject({
      state: "misses",
      verdicts: "1 misses its targets, 1 regressed, 3 hold",
    });
    expect(states({ holds: 3, unsure: 1, open: 2 })?.state).toBe("unsure");
    expect(states({ holds: 3, regressed: 1, unsure: 1 })?.state).toBe("regressed");
    expect(states({ holds: 1, open: 2, "not-judged": 1 })?.state).toBe("holds");
    expect(states({ open: 2, "not-judged": 1 })?.state).toBe("not-judged");
    expect(states({ open: 2 })?.state).toBe("open");
  });

  it("has the lowest capacity of its peak experiments, and none if one has no proof", () => {
    const capacity = (changes: Partial<ServiceOverview>) =>
      prepare([service("A", changes)]).services[0]?.capacity;
    expect(capacity({ peaks: 2, peaksProven: 2, lowest })).toEqual({
      proven: true,
      word: "proven",
      value: "52,399",
      of: "Simple",
      href: "/experiments/e",
      remark: "",
    });
    const doubtful = { ...lowest, accepted: true, elsewhere: "staging" };
    expect(capacity({ peaks: 1, peaksProven: 1, lowest: doubtful })).toMatchObject({
      word: "measured",
      remark: "on staging, missed a target, accepted",
    });
    expect(capacity({ peaks: 3, peaksProven: 2, lowest })).toEqual({
      proven: false,
      state: "none",
      missing: "in 1 of 3 experiments that represent the peak",
    });
    expect(capacity({ peaks: 1 })).toMatchObject({ proven: false, state: "none" });
    expect(capacity({})).toMatchObject({ state: "open", missing: "no experiment represents the peak" });
  });
});

describe("the sentence of the overview", () => {
  it("counts services, and those without proven capacity", () => {
    const services = [
      service("A", { peaks: 1 }),
      service("B", { counts: { ...none, misses: 1 } }),
      service("C", { counts: { ...none, open: 1 } }),
    ];
    expect(prepare(services).sentence).toEqual({
      lead: "1 of 3 services holds.",
      rest: "1 misses, 1 not tested. 1 without proven capacity.",
    });
  });

  it("names the only one", () => {
    expect(prepare([service("Checkout", { peaks: 1 })]).sentence).toEqual({
      lead: "Checkout holds.",
      rest: "Its capacity is unproven.",
    });
  });

  it("counts the services that are shown", () => {
    const model = prepareOverview(
      {
        services: [service("A")],
        servicesTotal: 80,
        latestRuns: [],
        worse: [],
        worseTotal: 0,
        ...NOTHING_ELSE,
        stale: [],
        staleTotal: 0,
      },
      now,
    );
    expect(model).toMatchObject({
      more: 79,
      sentence: { lead: "1 of the 1 most recently tested services holds." },
    });
  });
});

it("reads itself again while a run or a service is being judged", () => {
  const run = { outcome: null } as Overview["latestRuns"][number];
  expect(prepare([], [run]).pending).toBe(true);
  expect(prepare([], [{ ...run, outcome: "holds" }]).pending).toBe(false);
  // Its services were read a moment before its outcome was stored.
  const unjudged = service("A", { counts: { ...none, pending: 1 } });
  expect(prepare([unjudged], [{ ...run, outcome: "holds" }]).pending).toBe(true);
});

const line = (more: Partial<ExperimentLine> = {}): ExperimentLine => ({
  id: "e",
  name: "Nightly search",
  owner: null,
  service: { id: "s", slug: "shop", name: "Shop" },
  state: "misses",
  representsPeak: false,
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
  since: { ranAt: "2025-11-01T03:00:00Z", commit: "ca88db7f00", simulated: false },
  metric: "p99",
  limit: { threshold: 0.12, unit: "s" },
  spark: [
    { id: "run-31", value: 101 },
    { id: "run-32", value: 129 },
    { id: "run-46", value: 131.8 },
  ],
  ...more,
});
const worseOf = (lines: ExperimentLine[], worseTotal = lines.length) =>
  prepareOverview(
    {
      services: [],
      servicesTotal: 0,
      latestRuns: [],
      worse: lines,
      worseTotal,
      ...NOTHING_ELSE,
      stale: [],
      staleTotal: 0,
    },
    now,
  );

describe("what got worse", () => {
  it("says how much, since when, against which target, and where to compare it", () => {
    const [row] = worseOf([line()]).worse;
    expect(row).toMatchObject({
      name: "Nightly search",
      state: "misses",
      delta: { text: "p99 +23%", before: "107 ms", after: "132 ms", tone: "worse" },
      since: "since run 32 (14 runs)",
      target: "Target 0.12 s.",
      firstSeen: "ca88db7, 1 Nov 2025, 03:00 UTC",
      compareHref: "/experiments/e?metric=p99&levels=32#sheet-changes",
      acceptRunId: "run-46",
    });
    expect(row?.spark).toMatchObject({ target: 120, verdict: "missed", change: { at: 1, tone: "worse" } });
  });

  it("offers no acceptance of a simulated run", () => {
    const run = {
      id: "run-46",
      number: 46,
      ranAt: "2025-11-12T02:00:00Z",
      simulated: true,
      someLabels: false,
    };
    const [row] = worseOf([
      line({ run, limit: null, since: null, spark: [{ id: "run-46", value: 131 }] }),
    ]).worse;
    expect(row).toMatchObject({
      acceptRunId: null,
      compareHref: "/experiments/e?metric=p99&levels=32#sheet-changes",
      target: null,
      firstSeen: null,
      spark: { change: null },
    });
  });

  it("leads the page, and counts what misses", () => {
    expect(worseOf([line()]).sentence.lead).toBe(
      "Nightly search got worse: p99 +23% since run 32. It misses its 120 ms target.",
    );
    // Another figure than the one that changed.
    const other = { ...line().target, metric: "error rate" } as ExperimentLine["target"];
    expect(worseOf([line({ target: other })]).sentence.lead).toContain(". It misses its targets.");
    expect(worseOf([line(), line({ id: "f", state: "regressed" })]).sentence.lead).toBe(
      "2 experiments got worse, and one of them misses targets.",
    );
    expect(worseOf([line()], 12)).toMatchObject({ moreWorse: 11 });
    expect(worseOf([])).toMatchObject({ worse: [], moreWorse: 0 });
  });
});

it("says how far the change may be, where the latest run was compared with the same level", () => {
  const intervalOf = (low: number, high: number | null) =>
    worseOf([line({ interval: { low, high } })]).worse[0]?.interval;
  expect(intervalOf(1.18, 1.28)).toBe("18 to 28%");
  expect(intervalOf(1.4, 1.5)).toBeNull();
  expect(intervalOf(0.9, 1.4)).toBeNull();
  expect(intervalOf(1.1, null)).toBeNull();
  const change = nightlyChange();
  const faster = line({ changes: [{ ...change, before: 45, after: 30 }], interval: { low: 0.6, high: 0.7 } });
  expect(worseOf([faster]).worse[0]?.interval).toBe("30 to 40%");
});

it("says what got better, also of an experiment that got worse elsewhere", () => {
  const better = { ...nightlyChange(), before: 45, after: 30, state: "better" as const };
  const overview = {
    services: [],
    servicesTotal: 0,
    latestRuns: [],
    worse: [],
    worseTotal: 0,
    ...NOTHING_ELSE,
    better: [line({ changes: [nightlyChange(), better] }), line({ changes: [nightlyChange()] })],
    betterTotal: 4,
    stale: [],
    staleTotal: 0,
  };
  const model = prepareOverview(overview, now);
  expect(model.betterTotal).toBe(4);
  expect(model.better).toEqual([
    {
      id: "e",
      name: "Nightly search",
      href: "/experiments/e",
      service: "Shop",
      words: "p99 45 ms → 30 ms, −33% since run 32 (14 runs)",
      compareHref: "/experiments/e?metric=p99&levels=32#sheet-changes",
    },
  ]);
});

describe("a row of a service", () => {
  it("says that traffic arrives, and that nothing was tested", () => {
    const heardAt = new Date(now.getTime() - 20_000);
    expect(prepare([service("A", { heardAt, experiments: 0 })])).toMatchObject({
      services: [{ isLive: true, isUntested: true }],
      size: "1 service, 0 experiments",
      holding: "1 of 1 holds",
    });
    const silent = new Date(now.getTime() - 300_000);
    expect(prepare([service("A", { heardAt: silent })]).services[0]).toMatchObject({
      isLive: false,
      isUntested: false,
    });
  });

  it("shows its worst experiment: the figure of its target, what changed, and its last runs", () => {
    const [row] = prepare([service("A", { worst: line() })]).services;
    expect(row?.worst).toMatchObject({
      name: "Nightly search",
      against: { name: "p99", value: "132 ms", wanted: "120 ms", verdict: "missed" },
      delta: { text: "p99 +23%" },
      spark: { change: { at: 1, tone: "worse" } },
    });
    const text = "p95 <= 1 s at 600 users";
    const slow = { ...line().target, text, metric: "p95", unit: "s", value: 11.7, threshold: 1 };
    const inSeconds = line({ target: slow as ExperimentLine["target"] });
    expect(prepare([service("A", { worst: inSeconds })]).services[0]?.worst?.against).toMatchObject({
      name: "p95 at 600 users",
      value: "11.7 s",
      wanted: "1 s",
    });
    const lag = {
      ...line().target,
      metric: 'max "consumer lag"',
      unit: "",
      value: 29_000,
      threshold: 16_000,
    };
    const worst = line({ target: lag as ExperimentLine["target"], changes: [], spark: [] });
    expect(prepare([service("A", { worst })]).services[0]?.worst).toMatchObject({
      against: { value: "29,000", wanted: "16,000" },
      delta: null,
      spark: null,
    });
  });

  it("is the higher, the more it needs somebody", () => {
    const names = prepare([
      service("holds"),
      service("misses", { counts: { ...none, misses: 1 } }),
      service("unsure", { counts: { ...none, unsure: 1 } }),
    ]).services.map(({ name }) => name);
    expect(names).toEqual(["misses", "unsure", "holds"]);
  });
});
