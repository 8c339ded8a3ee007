import type { Finding, NotJudgedReason, PairOutcome, RunOutcome } from "@headroom/core";

/** The finding that comes first: kind, code, metric and label. */
type Lead = readonly [kind: Finding["kind"], code: string, metric: string | null, label: string | null];

export interface Answered {
  /** Null: it isn't decided yet. */
  outcome: RunOutcome | null;
  reason?: NotJudgedReason;
  lead: Lead | null;
  /** Lists of experiments show it: it is the latest run of its experiment that counts. */
  isLatest?: true;
  /** What it showed first, and why that changed. */
  changed?: { first: RunOutcome; by: readonly string[] };
}

const HELD: Lead = ["target", "met", "p99 <= 5 s", null];
const MISSED: Lead = ["target", "missed", "p99 <= 1 ms", null];
const NOTHING_YET: Lead = ["reference", "first", null, null];
const DOWN: Lead = ["outage", "outage", null, null];
const SIMULATED: Lead = ["run-state", "simulated", null, null];
const DOUBTFUL: Lead = ["reference", "doubtful", null, null];

/** What each run of the tests of doors shows, at every door. */
export const JUDGED = {
  "the first run": { outcome: "holds", lead: HELD },
  "too few earlier runs": { outcome: "holds", lead: HELD, isLatest: true },
  "the first run, no targets": {
    outcome: "not-judged",
    reason: "nothing-to-judge-by",
    lead: NOTHING_YET,
    isLatest: true,
  },
  "misses a target": { outcome: "misses", lead: MISSED, isLatest: true },
  "unsure of a target": {
    outcome: "unsure",
    lead: ["target", "unsure", "p99.99 <= 400 ms", null],
    isLatest: true,
  },
  "an outage": { outcome: "unsure", lead: DOWN, isLatest: true },
  "the first run, relative target": {
    outcome: "not-judged",
    reason: "nothing-to-judge-by",
    lead: NOTHING_YET,
  },
  "a later run, relative target": {
    outcome: "unsure",
    lead: ["target", "no-baseline", "p99 <= baseline + 10%", null],
    isLatest: true,
  },
  "totals only": { outcome: "holds", lead: ["target", "met", "p99 <= 200 ms", null] },
  "totals only, misses a target": {
    outcome: "misses",
    lead: ["target", "missed", "p99 <= 200 ms", null],
    isLatest: true,
  },

  good: { outcome: "holds", lead: HELD },
  "slower everywhere": { outcome: "regressed", lead: ["change", "regressed", "p95", "GET /search"] },
  "one label slower": { outcome: "regressed", lead: ["change", "regressed", "p95", "GET /search"] },
  "faster, but one label slower": {
    outcome: "regressed",
    lead: ["change", "regressed", "p50", "GET /search"],
  },
  "faster everywhere": { outcome: "holds", lead: HELD },
  "more errors": { outcome: "regressed", lead: ["change", "regressed", "error-rate", "GET /cart"] },
  "less throughput": { outcome: "regressed", lead: ["change", "regressed", "throughput", "GET /search"] },
  "a new label": { outcome: "holds", lead: HELD },
  "a missing label": { outcome: "unsure", lead: ["comparability", "lost-labels", null, null] },
  "misses a target and regressed": {
    outcome: "misses",
    lead: ["target", "missed", "p99 <= 50 ms", null],
  },
  "unsure of a target and regressed": {
    outcome: "regressed",
    lead: ["change", "regressed", "p50", "GET /search"],
  },
  "not comparable": { outcome: "unsure", lead: ["comparability", "veto", null, null] },
  "an outage after good runs": {
    outcome: "unsure",
    lead: DOWN,
  },
  simulated: { outcome: "not-judged", reason: "simulated", lead: SIMULATED },
  "simulated, misses a target": { outcome: "misses", lead: MISSED },
  "slower on the default branch": {
    outcome: "regressed",
    lead: ["change", "regressed", "p99", "GET /cart"],
    isLatest: true,
  },

  "no targets": {
    outcome: "no-change",
    lead: ["change", "no-detectable-change", "p99", null],
    isLatest: true,
  },
  "no targets, faster": {
    outcome: "no-change",
    lead: ["change", "improved", "mean", null],
  },
  "no targets, slower": { outcome: "regressed", lead: ["change", "regressed", "p50", "GET /cart"] },
  "runs that vary": {
    outcome: "unsure",
    lead: ["change", "differs", "p95", "GET /search"],
    isLatest: true,
  },

  "the baseline": { outcome: "holds", lead: HELD },
  "a set baseline": { outcome: "holds", lead: HELD, isLatest: true },
  "an outage as baseline": { outcome: "unsure", lead: DOUBTFUL, isLatest: true },
  "a simulated baseline": { outcome: "unsure", lead: DOUBTFUL, isLatest: true },

  "its baseline was deleted": {
    outcome: "not-judged",
    reason: "nothing-to-judge-by",
    lead: NOTHING_YET,
    isLatest: true,
    changed: { first: "no-change", by: ["baseline", "comparison"] },
  },
  "its target was edited": {
    outcome: "misses",
    lead: ["target", "missed", "p99 <= 100 ms", null],
    isLatest: true,
    changed: { first: "holds", by: ["targets"] },
  },
  "its file was parsed again": {
    outcome: "misses",
    lead: ["target", "missed", "p99 <= 300 ms", null],
    isLatest: true,
    changed: { first: "holds", by: ["results", "targets"] },
  },
  "its second generator came later": {
    outcome: "misses",
    lead: ["target", "missed", "p99 <= 300 ms", null],
    isLatest: true,
    changed: { first: "holds", by: ["results", "targets"] },
  },

  interrupted: {
    outcome: "not-judged",
    reason: "interrupted",
    lead: ["run-state", "interrupted", null, null],
    isLatest: true,
  },
  "interrupted, misses a target": { outcome: "misses", lead: MISSED, isLatest: true },
  "still receiving": { outcome: null, lead: null },
} as const satisfies Record<string, Answered>;

export type JudgedCase = keyof typeof JUDGED;

/** What a gate asks for. `baseline`: a case stands for its run. */
export interface Asks {
  baseline?: "pinned" | "last-good" | { run: JudgedCase };
  commit?: readonly string[];
  minChange?: number;
  detect?: number;
  targets?: "ignore";
}

/** What gates with options of their own are answered, which changes nothing that the run itself shows. */
export const ASKED: readonly { of: JudgedCase; asks: Asks; answer: Answered }[] = [
  {
    of: "slower everywhere",
    asks: { minChange: 500 },
    answer: { outcome: "holds", lead: HELD },
  },
  {
    of: "good",
    asks: { detect: 0.1 },
    answer: { outcome: "unsure", lead: ["detectable", "too-noisy", null, null] },
  },
  {
    of: "misses a target and regressed",
    asks: { baseline: { run: "good" }, targets: "ignore" },
    answer: { outcome: "unsure", lead: ["change", "differs", "p99", null] },
  },
  {
    of: "misses a target",
    asks: { baseline: { run: "the first run" }, targets: "ignore" },
    answer: { outcome: "no-change", lead: ["change", "no-detectable-change", "p95", null] },
  },
  {
    of: "slower everywhere",
    asks: { commit: ["c0ffee9", "c0ffee4"] },
    answer: { outcome: "regressed", lead: ["change", "regressed", "p95", "GET /search"] },
  },
  {
    of: "good",
    asks: { commit: ["c0ffee9"] },
    answer: { outcome: "unsure", lead: ["reference", "none", null, null] },
  },
  {
    of: "a set baseline",
    asks: { baseline: "last-good" },
    answer: { outcome: "holds", lead: HELD },
  },
  {
    of: "good",
    asks: { baseline: "pinned" },
    answer: { outcome: "unsure", lead: ["reference", "none", null, null] },
  },
  {
    of: "faster everywhere",
    asks: { baseline: { run: "slower everywhere" } },
    answer: { outcome: "holds", lead: HELD },
  },
];

/** What is concluded from runs and what they were compared with, whatever their targets. */
export const PAIRS: readonly { of: JudgedCase; outcome: PairOutcome; lead: Lead }[] = [
  { of: "good", outcome: "no-change", lead: ["change", "no-detectable-change", "p95", null] },
  { of: "slower everywhere", outcome: "regressed", lead: ["change", "regressed", "p95", "GET /search"] },
  {
    of: "faster, but one label slower",
    outcome: "regressed",
    lead: ["change", "regressed", "p50", "GET /search"],
  },
  {
    of: "faster everywhere",
    outcome: "improved",
    lead: ["change", "improved", "mean", null],
  },
  { of: "more errors", outcome: "regressed", lead: ["change", "regressed", "error-rate", "GET /cart"] },
  { of: "a missing label", outcome: "unsure", lead: ["comparability", "lost-labels", null, null] },
  { of: "not comparable", outcome: "not-comparable", lead: ["comparability", "veto", null, null] },
  { of: "too few earlier runs", outcome: "unsure", lead: ["change", "differs", "p90", "GET /search"] },
  {
    of: "totals only, misses a target",
    outcome: "not-comparable",
    lead: ["comparability", "veto", null, null],
  },
  { of: "runs that vary", outcome: "unsure", lead: ["change", "differs", "p95", "GET /search"] },
];
