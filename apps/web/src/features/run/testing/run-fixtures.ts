import type { RunAnswer } from "@headroom/contract";
import type { RunDetail, RunWindow, WindowLabel } from "@headroom/services";
import type { JudgedTarget } from "../verdict/target-words.ts";

/** One run as the services answer it, for the tests of the view models. */
const window = { from: "2025-11-05T03:12:10.000Z", to: "2025-11-05T03:25:00.000Z", kind: "steady" } as const;

export const throughputTarget: JudgedTarget = {
  text: "throughput >= 50000/s",
  metric: { kind: "throughput" },
  label: null,
  users: null,
  comparator: ">=",
  threshold: 50_000,
  unit: "/s",
  value: 40_269,
  margin: -9731,
  bound: 0,
  interval: null,
  confidence: 0.9,
  failures: null,
  doubt: null,
  window,
  verdict: "missed",
  reason: "40,269 of 50,000 a second",
};

export const latencyTarget: JudgedTarget = {
  text: "p99 <= 200 ms",
  metric: { kind: "percentile", percent: 99 },
  label: null,
  users: null,
  comparator: "<=",
  threshold: 200,
  unit: "ms",
  value: 240,
  margin: -40,
  bound: 1.2,
  interval: { low: 231, high: 252 },
  confidence: 0.9,
  failures: null,
  doubt: null,
  window,
  verdict: "missed",
  reason: "240 ms of 200 ms",
};

const latencyMs = {
  min: 1.2,
  mean: 61.4,
  p50: 34,
  p90: 118,
  p95: 162,
  p99: 240,
  "p99.9": 470,
  max: 1402,
};

const label = (name: string, requests: number, p99: number) => ({
  items: requests,
  itemsThroughput: null,
  itemsShare: null,
  label: name,
  kind: "request" as const,
  requests,
  errors: 0,
  throughput: requests / 900,
  latencyMs: { ...latencyMs, p99 },
  latencyIntervalsMs: {},
});

const figures = { requests: 36_242_100, items: 36_242_100, errors: 0, errorRate: 0 };

const workload = {
  requestSet: "personalized",
  distinctRequests: 200_000,
  durationSeconds: 900,
  ratePerGenerator: 1250,
  generators: 40,
  threadsPerGenerator: 256,
};

export const answer: RunAnswer = {
  run: {
    id: "0193a1f0-0000-7000-8000-000000000042",
    url: "http://127.0.0.1:4000/runs/0193a1f0-0000-7000-8000-000000000042",
    status: "finished",
    tool: "jmeter",
    toolVersion: "5.6.3",
    format: "jmeter-csv",
    startedAt: "2025-11-05T03:10:00.000Z",
    endedAt: "2025-11-05T03:25:00.000Z",
    finestStepSeconds: 1,
  },
  summary: {
    ...figures,
    durationSeconds: 900,
    throughput: 40_269,
    latencyMs,
    latencyIntervalsMs: {},
    labelsTotal: 3,
    labels: [
      label("personalized.next-best", 9_495_430, 291),
      label("corecs.viewed-together", 8_734_346, 58),
      label("popular.category", 4_276_568, 112),
    ],
  },
  steady: {
    from: window.from,
    to: window.to,
    summary: {
      ...figures,
      requests: 31_007_130,
      durationSeconds: 770,
      throughput: 40_269,
      latencyMs,
      latencyIntervalsMs: {},
    },
  },
  phase: {
    method: "MSER-5",
    reason: "2m 10s of warm-up left out",
    ramp: false,
    leftOut: { warmUpSeconds: 130, coolDownSeconds: 0, requests: 5_235_000, errors: 0 },
    rise: null,
    holes: [],
    hangs: [],
  },
  proof: {
    grade: "B",
    source: "samples",
    errorBound: 0.005,
    exact: [],
    beyond: { p50: 18_121_050, p90: 3_624_210, p95: 1_812_105, p99: 362_421, "p99.9": 36_242 },
    reasons: ["closed load model: a stall hides requests"],
    overrides: [],
  },
  setup: {
    configuration: {},
    changed: null,
    load: {
      durationSeconds: 900,
      ratePerGenerator: 1250,
      generators: 40,
      threadsPerGenerator: 256,
      expectedRequests: 45_000_000,
      isOther: false,
    },
  },
  verdict: "missed",
  outcome: "misses",
  targets: [throughputTarget, latencyTarget],
  comparison: null,
  cost: null,
  warnings: [],
  codes: null,
  labelFilter: null,
  hosts: [],
  setAside: null,
  accepted: null,
  reparse: null,
};

export const detail: RunDetail = {
  answer,
  number: 42,
  service: {
    id: "0193a1f0-0000-7000-8000-000000000001",
    slug: "recommendation",
    name: "Recommendation service",
  },
  experiment: {
    id: "0193a1f0-0000-7000-8000-000000000002",
    slug: "bigtable-200k-distinct",
    name: "Bigtable, 200k distinct",
  },
  workload,
  defined: workload,
  stated: { plannedSeconds: null, ratePerGenerator: null, generators: null, threadsPerGenerator: null },
  isBaseline: false,
  constantLoad: null,
  environment: "shadow",
  commit: "a41f9c2d5e6f7a8b9c0d",
  branch: "main",
  ciUrl: "https://ci.example/builds/7",
  price: null,
  notes: null,
  configuration: {},
  changed: null,
  loadModel: "closed",
  targetTexts: [],
  steady: {
    fromSeconds: 130,
    toSeconds: 900,
    method: "MSER-5",
    reason: "truncation that minimises the error",
  },
  steadyByHand: null,
  setAside: null,
  copyOf: null,
  isAcceptable: false,
  editedAt: null,
  origin: new Date("2025-11-05T03:10:00.000Z"),
  span: { fromSeconds: 0, toSeconds: 901 },
  gaugesTotal: 0,
  parts: [],
  publishedAt: new Date("2025-11-05T03:30:00.000Z"),
  judgements: { own: null, asked: [], changes: [], byEarlierRules: false },
};

/** The steady phase as the page shows it. */
export const steadyWindow: RunWindow = {
  kind: "steady",
  grownToSeconds: null,
  fromSeconds: 130,
  toSeconds: 900,
  durationSeconds: 770,
  summary: answer.steady?.summary ?? answer.summary,
  successful: null,
  differing: [],
  proof: { ...answer.proof },
  generatorCpuMost: null,
  distribution: null,
};

export const windowLabel = (name: string, requests: number, p99Millis: number): WindowLabel => ({
  label: name,
  kind: "request",
  requests,
  items: requests,
  errors: 0,
  throughput: requests / 770,
  minMicros: 1_200,
  meanMicros: 61_400,
  p50Micros: 34_000,
  p90Micros: 118_000,
  p95Micros: 162_000,
  p99Micros: p99Millis * 1_000,
  p999Micros: 470_000,
  maxMicros: 1_402_000,
  finestStepSeconds: 1,
  ranges: {},
  covered: null,
});
