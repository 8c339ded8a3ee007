import { describe, expect, it } from "vitest";
import { reasonOf } from "../testing/reason-of.ts";
import { compareFingerprints, DIFFERENCE_KINDS, isLoadOfPlan, isUnseen, mixDistance } from "./fingerprint.ts";
import type { BesideRuns, DifferenceKind, RunFingerprint } from "./fingerprint.ts";

const run: RunFingerprint = {
  experimentId: "one",
  experiment: "Checkout mix",
  service: "Checkout",
  tool: "k6",
  liveTraffic: false,
  simulated: false,
  toolVersion: "1.8.1",
  loadModel: "open",
  environment: "staging",
  status: "finished",
  shape: { kind: "steady" },
  leftOut: { seconds: 20, ofSeconds: 620 },
  labelFilter: null,
  durationSeconds: 600,
  throughput: 1_000,
  offered: { rate: 1_000, users: null },
  errorRate: 0,
  achieved: 1,
  generators: 4,
  saturated: false,
  source: "samples",
  grade: "A",
  labels: new Map([
    ["search", 0.7],
    ["cart", 0.3],
  ]),
};

const ONLY_IF_FOUND: readonly DifferenceKind[] = [
  "live-traffic",
  "simulated",
  "label-filter",
  "renamed-labels",
];

it("two runs alike are comparable, and everything was looked at", () => {
  expect(compareFingerprints(run, run)).toEqual({
    comparable: true,
    differences: [],
    alike: DIFFERENCE_KINDS.filter((kind) => !ONLY_IF_FOUND.includes(kind)),
    unknown: [],
  });
});

it("labels that are lost leave a hole, unless the mix is another one altogether", () => {
  const lost = ["pay", "refund", "cancel", "rare"].map((label) => ({ label, share: 0.02, expected: 83.4 }));
  const gone = { ...run, labels: new Map([["search", 1]]) };
  const { differences } = compareFingerprints(run, gone, { usualDays: 0, lost, renamed: [] });
  const found = differences.filter(({ kind }) => kind === "lost-labels");
  expect(found).toMatchObject([
    { severity: "warn", reason: { code: "labels-lost", labels: lost.slice(0, 3), others: 1 } },
  ]);
  expect(found.every(isUnseen)).toBe(true);
  expect(found.map(reasonOf)[0]).toContain("“pay” (2.0%, about 83 requests)");
  const other = { ...run, labels: new Map([["find", 1]]) };
  const kinds = compareFingerprints(run, other, { usualDays: 0, lost, renamed: [] }).differences.map(
    ({ kind }) => kind,
  );
  expect(kinds).not.toContain("lost-labels");
});

it("a label that may have another name is asked about", () => {
  const renamed = [{ before: "pay", after: "payments" }];
  const { differences } = compareFingerprints(run, run, { usualDays: 0, lost: [], renamed });
  expect(differences).toMatchObject([{ kind: "renamed-labels", severity: "warn" }]);
  expect(differences.every(isUnseen)).toBe(true);
  expect(differences.map(reasonOf)[0]).toMatch(/^Was “pay” renamed to “payments”\?/);
});

it("a run of which much more was left out leaves a hole, and the other way round it doesn't", () => {
  const long = { ...run, leftOut: { seconds: 300, ofSeconds: 600 } };
  const [found] = compareFingerprints(run, long).differences;
  expect(found && reasonOf(found)).toMatch(
    /longer in the other run: 5m of 10m, and 20 s of 10m 20s in the reference/,
  );
  expect(found !== undefined && isUnseen(found)).toBe(true);
  expect(compareFingerprints(long, run).differences).toMatchObject([{ kind: "left-out", severity: "note" }]);
  expect(compareFingerprints(long, long).differences).toEqual([]);
});

describe("the plan of an open load", () => {
  const other = { ...run, labels: shifted(0.5) };
  const reasons = (change: Partial<RunFingerprint>, before: Partial<RunFingerprint> = {}) =>
    compareFingerprints({ ...run, ...before }, { ...run, ...change })
      .differences.filter(({ kind }) => kind === "label-mix")
      .map(({ reason: { code } }) => code);

  it("sets the mix, unless the load is closed, wasn't taken, or more requests failed", () => {
    expect(isLoadOfPlan(run, other)).toBe(true);
    expect(reasons(other)).toEqual(["mix-of-plan"]);
    const closed = { loadModel: "closed" } as const;
    expect(reasons({ ...other, ...closed }, closed)).toEqual(["label-mixes"]);
    for (const change of [{ saturated: true }, { achieved: 0.8 }, { errorRate: 0.05 }]) {
      expect(isLoadOfPlan(run, { ...other, ...change })).toBe(false);
      expect(reasons({ ...other, ...change })).toEqual(["label-mixes"]);
    }
  });

  it("is the same if the shares differ by no more than chance, and names the labels that moved", () => {
    expect(reasons({ labels: shifted(0.68), throughput: 1 }, { throughput: 1 })).toEqual([]);
    const [found] = compareFingerprints(run, { ...run, labels: shifted(0.67) }).differences;
    expect(found?.reason).toEqual({
      code: "mix-of-plan",
      labels: [
        { label: "cart", before: 0.3, after: expect.closeTo(0.33) },
        { label: "search", before: 0.7, after: 0.67 },
      ],
      others: 0,
    });
  });
});

it("a label that is missing or renamed isn't the doing of the plan", () => {
  const before = {
    ...run,
    labels: new Map([
      ["search", 0.96],
      ["pay", 0.04],
    ]),
  };
  const reasons = (labels: [string, number][], beside: Partial<BesideRuns>) =>
    compareFingerprints(
      before,
      { ...run, labels: new Map(labels) },
      { usualDays: 0, lost: [], renamed: [], ...beside },
    ).differences.map(({ reason }) => reason.code);
  const other = (label: string): [string, number][] => [
    ["search", 0.96],
    [label, 0.04],
  ];
  expect(reasons(other("refund"), {})).toEqual(["mix-of-plan"]);
  const renamed = [{ before: "pay", after: "payments" }];
  expect(reasons(other("payments"), { renamed })).toEqual(["labels-renamed"]);
  const lost = [{ label: "pay", share: 0.04, expected: 80 }];
  expect(reasons([["search", 1]], { lost })).toEqual(["labels-lost"]);
});

const offered = (rate: number): Partial<RunFingerprint> => ({ offered: { rate, users: null } });

const shifted = (search: number) =>
  new Map([
    ["search", search],
    ["cart", 1 - search],
  ]);

describe("a difference", () => {
  it.each<[string, Partial<RunFingerprint>, string, string, RegExp]>([
    ["another service", { service: "Search" }, "service", "warn", /Checkout and Search/],
    ["another experiment", { experimentId: "two", experiment: "Peak" }, "experiment", "warn", /Peak/],
    [
      "live traffic",
      { liveTraffic: true },
      "live-traffic",
      "warn",
      /^The other run is live traffic.*time of day/,
    ],
    ["simulated traffic", { simulated: true }, "simulated", "veto", /^The other run has simulated traffic/],
    [
      "no steady phase",
      { shape: { kind: "unsteady" } },
      "load-shape",
      "warn",
      /^The other run has no steady phase/,
    ],
    [
      "a long warm-up",
      { leftOut: { seconds: 300, ofSeconds: 600 } },
      "left-out",
      "warn",
      /other run: 5m of 10m, and 20 s of 10m 20s in the reference/,
    ],
    ["a closed load model", { loadModel: "closed" }, "load-model", "warn", /open → closed/],
    ["another offered load", offered(1_200), "offered-load", "warn", /1,000 → 1,200 req\/s.*\+20\.0%/],
    ["less than expected", { achieved: 0.337 }, "achieved", "warn", /33\.7% of its expected/],
    ["more generators", { generators: 8 }, "generators", "warn", /4 → 8/],
    ["a saturated generator", { saturated: true }, "saturation", "warn", /other run/],
    [
      "a shorter run",
      { durationSeconds: 400 },
      "duration",
      "note",
      /10m in the reference and 6m 40s in the other/,
    ],
    [
      "a much shorter run",
      { durationSeconds: 60 },
      "duration",
      "warn",
      /10m in the reference and 1m in the other/,
    ],
    [
      "another mix",
      { labels: shifted(0.5) },
      "label-mix",
      "warn",
      /^The plan sent another mix of labels: “cart” 30% → 50%, “search” 70% → 50%\. The load is open/,
    ],
    ["other labels", { labels: shifted(0.1) }, "label-mix", "veto", /60% of the requests/],
    ["another environment", { environment: "prod" }, "environment", "warn", /staging → prod/],
    ["another tool", { tool: "jmeter" }, "tool", "warn", /k6 → jmeter/],
    ["another version", { toolVersion: "1.9.0" }, "tool-version", "note", /1\.8\.1 → 1\.9\.0/],
    ["quoted percentiles", { source: "quoted" }, "percentile-source", "veto", /tool's own figures/],
    ["buckets", { source: "buckets" }, "percentile-source", "warn", /only a range/],
    ["a run in progress", { status: "receiving" }, "status", "veto", /^The other run is still in progress/],
    ["an interrupted run", { status: "interrupted" }, "status", "warn", /^The other run is incomplete/],
  ])("%s", (_, change, kind, severity, words) => {
    const { differences, comparable } = compareFingerprints(run, { ...run, ...change });
    expect(differences.map((one) => ({ ...one, reason: reasonOf(one) }))).toEqual([
      { kind, severity, reason: expect.stringMatching(words) },
    ]);
    expect(comparable).toBe(severity !== "veto");
  });

  it.each<[number, number, string | null, RegExp]>([
    [0.919, 0.923, "note", /^Both runs achieved 91–93% of the expected requests\.$/],
    [0.92, 0.92, "note", /^Both runs achieved 92% of/],
    [0.9, 0.8, "warn", /^Both runs fell short.* 90\.0%, the other run 80\.0%/],
    [0.96, 0.93, null, /./],
    [1, 0.93, "warn", /^The other run achieved only 93\.0%/],
    [0.9, 1, "warn", /^The reference achieved only 90\.0%/],
  ])("in the share of the expected requests: %f and %f is %s", (a, b, severity, words) => {
    const { differences } = compareFingerprints({ ...run, achieved: a }, { ...run, achieved: b });
    expect(differences.map((one) => ({ ...one, reason: reasonOf(one) }))).toEqual(
      severity === null ? [] : [{ kind: "achieved", severity, reason: expect.stringMatching(words) }],
    );
  });

  it("of other tools' labels is no veto, for tools name one request in many ways", () => {
    const { comparable } = compareFingerprints(run, { ...run, tool: "locust", labels: new Map([["/s", 1]]) });
    expect(comparable).toBe(true);
  });

  it("is no reason against a verdict if both runs are simulated, and is reasonOf", () => {
    const simulated = { ...run, simulated: true };
    expect(compareFingerprints(simulated, simulated)).toMatchObject({
      comparable: true,
      differences: [{ kind: "simulated", severity: "note" }],
    });
  });

  it("is listed before less serious ones", () => {
    const { differences } = compareFingerprints(run, {
      ...run,
      toolVersion: "1.9.0",
      generators: 1,
      source: "none",
    });
    expect(differences.map(({ severity }) => severity)).toEqual(["veto", "warn", "note"]);
  });

  it("is what was offered, and not what was achieved", () => {
    const differs = (before: Partial<RunFingerprint>, after: Partial<RunFingerprint>) =>
      compareFingerprints({ ...run, ...before }, { ...run, ...after }).differences.map(reasonOf);
    expect(differs({ throughput: 14_010 }, { throughput: 40_269 })).toEqual([]);
    const users = (count: number) => ({ offered: { rate: null, users: count } });
    expect(differs(users(100), users(205))).toEqual(["The offered load differs: 100 → 205 users (+105%)."]);
    expect(differs(users(100), users(105))).toEqual([]);
    const planned = (count: number) => ({ offered: { rate: 1_000, users: count } });
    expect(differs(planned(100), planned(200))).toEqual([
      "The offered load differs: 100 → 200 users (+100%).",
    ]);
  });

  it("in the shape of the load rules a comparison out if only one run is a ramp", () => {
    const ramp = { shape: { kind: "ramp", of: "users" } } as const;
    const rate = { shape: { kind: "ramp", of: "offered-rate" } } as const;
    const look = (before: Partial<RunFingerprint>, after: Partial<RunFingerprint>) =>
      compareFingerprints({ ...run, ...before }, { ...run, ...after });
    expect(look(ramp, ramp)).toMatchObject({ comparable: true, differences: [] });
    expect(look(ramp, ramp).alike).toContain("load-shape");
    expect(look(ramp, {}).differences.map((one) => [one.severity, reasonOf(one)])).toEqual([
      [
        "veto",
        "The reference raises its load, and the one compared with it doesn't. Figures of a ramp are of all its loads together, so the two aren't comparable.",
      ],
    ]);
    expect(look({ shape: { kind: "unsteady" } }, ramp).comparable).toBe(false);
    expect(look(ramp, rate).differences.map(reasonOf)).toEqual([
      "One run raises its users, the other its request rate, so their loads can't be matched.",
    ]);
  });

  it("throughput under a closed load is a result and no load", () => {
    const closed = { ...run, loadModel: "closed", offered: { rate: null, users: null } } as const;
    expect(compareFingerprints(closed, { ...closed, throughput: 3_000 }).differences).toEqual([]);
  });
});

describe("what a run doesn't say", () => {
  const silent: RunFingerprint = {
    ...run,
    loadModel: "unknown",
    environment: null,
    toolVersion: null,
    shape: null,
    saturated: null,
    durationSeconds: null,
    throughput: null,
    offered: { rate: null, users: null },
    achieved: null,
    source: "buckets",
    labels: new Map(),
  };
  const UNKNOWN: DifferenceKind[] = [
    ...(["load-shape", "load-model", "offered-load", "achieved", "saturation", "duration"] as const),
    ...(["label-mix", "environment", "tool-version"] as const),
  ];

  it.each([
    ["other", run, silent],
    ["reference", silent, run],
    ["both", silent, silent],
  ] as const)("is neither alike nor different: %s", (side, a, b) => {
    const { alike, differences, unknown } = compareFingerprints(a, b);
    expect(unknown).toEqual(UNKNOWN.map((kind) => ({ kind, side })));
    expect(alike.filter((kind) => UNKNOWN.includes(kind))).toEqual([]);
    expect(differences.filter(({ kind }) => UNKNOWN.includes(kind))).toEqual([]);
  });

  it("doesn't hide what the other run shows", () => {
    const { differences } = compareFingerprints(silent, { ...run, saturated: true, achieved: 0.5 });
    expect(differences.map(({ kind }) => kind)).toContain("saturation");
    expect(differences.map(({ kind }) => kind)).toContain("achieved");
  });

  it("includes the shape of two loads without a steady phase", () => {
    const unsteady = { ...run, shape: { kind: "unsteady" } } as const;
    expect(compareFingerprints(unsteady, unsteady).unknown).toEqual([{ kind: "load-shape", side: "both" }]);
  });

  it("leaves out what can't be compared: the version of other tools, the rate of a closed load", () => {
    const other = compareFingerprints(run, { ...run, tool: "jmeter", toolVersion: null });
    expect(other.unknown).toEqual([]);
    expect(other.alike).not.toContain("tool-version");
    const constant = { ...run, shape: { kind: "constant" } } as const;
    expect(compareFingerprints(constant, constant).alike).toContain("load-shape");
    const closed = { ...run, loadModel: "closed", offered: { rate: null, users: null } } as const;
    expect(compareFingerprints(closed, closed).alike).not.toContain("offered-load");
  });
});

it("mixes are as far apart as requests would have to move", () => {
  expect(mixDistance(shifted(0.7), shifted(0.4))).toBeCloseTo(0.3);
  expect(mixDistance(new Map([["a", 1]]), new Map([["b", 1]]))).toBe(1);
  expect(mixDistance(new Map(), shifted(1))).toBeNull();
});

it("runs with other labels left out differ, and those that got worse may be among them", () => {
  const labelFilter = { only: [], except: ["setup*"] };
  const filtered = { ...run, labelFilter };
  const found = (before: RunFingerprint, after: RunFingerprint) =>
    compareFingerprints(before, after).differences.filter(({ kind }) => kind === "label-filter");
  expect(found(run, filtered)).toEqual([
    {
      kind: "label-filter",
      severity: "warn",
      reason: { code: "label-filters", before: null, after: labelFilter },
    },
  ]);
  expect(found(run, filtered).every(isUnseen)).toBe(true);
  expect(found(filtered, { ...run, labelFilter: { only: [], except: ["static*"] } })).toHaveLength(1);
  expect(found(filtered, filtered)).toEqual([]);
  expect(compareFingerprints(filtered, filtered).alike).toContain("label-filter");
});
