import { OTHER_LABEL } from "../aggregate/label-register.ts";
import { mixDistance } from "../comparison/fingerprint.ts";
import { foldPath } from "../traffic/fold-path.ts";

export interface LabelCount {
  label: string;
  requests: number;
  /** Null: it isn't known which failed. */
  errors: number | null;
}

/** A label that the test or live traffic has, or both. */
export interface LabelShares {
  /** As live traffic calls it, if it has it. */
  label: string;
  /** As the test calls it, if that is another name. */
  testLabel: string | null;
  /** From 0 to 1; 0: it isn't there. */
  test: number;
  live: number;
  /** Of its requests, the share that failed; null: unknown, or it isn't there. */
  testErrors: number | null;
  liveErrors: number | null;
}

export interface MixComparison {
  /** The busiest of live traffic first, then those that only the test has. */
  labels: LabelShares[];
  /** The share of the requests that would have to have another label, from 0 to 1. */
  apart: number;
  /** How far apart two samples of one mix can be by chance. */
  chance: number;
  /** Of live requests, those whose label the test never sent; and the other way around. */
  missing: { labels: number; share: number };
  onlyInTest: { labels: number; share: number };
  /** The label whose shares of errors are furthest apart, of those where that is worth knowing and not chance. */
  failing: { label: string; test: number; live: number } | null;
  /** The larger share of requests whose label isn't known, because there were too many labels. */
  beyondLimit: number;
}

/** Users send several requests each, so there is less chance in them than in as many independent ones. */
const NOISE_FACTOR = 2;
/** Between the mean of what chance does and what it rarely exceeds. */
const RARELY = 1.5;
const ERRORS_ALIKE = 0.01;
/** Standard deviations: with a thousand labels, chance exceeds them once in twenty comparisons. */
const ERRORS_CHANCE = 4;
const METHOD = /^[A-Z]{3,7}\s+/;

/** Null: one side has no labels, or no requests. */
export function compareMix(test: readonly LabelCount[], live: readonly LabelCount[]): MixComparison | null {
  const [testTotal, liveTotal] = [sumOf(test), sumOf(live)];
  if (testTotal === 0 || liveTotal === 0) return null;
  const find = matcherOf(live.map(({ label }) => label));
  const counts = new Map<string, LabelCounts>();
  for (const { label, requests, errors } of live)
    counts.set(label, { label, testLabel: null, test: NONE, live: { requests, errors } });
  for (const { label, requests, errors } of test) {
    const name = find(label) ?? label;
    const known = counts.get(name) ?? { label: name, testLabel: null, test: NONE, live: NONE };
    const testLabel = name === label ? known.testLabel : (known.testLabel ?? label);
    counts.set(name, { ...known, testLabel, test: added(known.test, { requests, errors }) });
  }
  const labels = [...counts.values()]
    .map(({ label, testLabel, test: ofTest, live: ofLive }) => ({
      label,
      testLabel,
      test: ofTest.requests / testTotal,
      live: ofLive.requests / liveTotal,
      testErrors: errorShare(ofTest),
      liveErrors: errorShare(ofLive),
    }))
    .toSorted((a, b) => b.live - a.live || b.test - a.test);
  const missing = labels.filter((one) => one.test === 0 && one.live > 0);
  const onlyInTest = labels.filter((one) => one.live === 0 && one.test > 0);
  return {
    labels,
    apart: mixDistance(sharesOf(labels, "test"), sharesOf(labels, "live")) ?? 0,
    chance: chanceOf(labels, testTotal, liveTotal),
    missing: { labels: missing.length, share: missing.reduce((sum, one) => sum + one.live, 0) },
    onlyInTest: { labels: onlyInTest.length, share: onlyInTest.reduce((sum, one) => sum + one.test, 0) },
    failing: furthestErrors([...counts.values()]),
    beyondLimit: labels.reduce(
      (most, one) => (one.label === OTHER_LABEL ? Math.max(one.test, one.live) : most),
      0,
    ),
  };
}

interface Counted {
  requests: number;
  errors: number | null;
}

interface LabelCounts {
  label: string;
  testLabel: string | null;
  test: Counted;
  live: Counted;
}

const NONE: Counted = { requests: 0, errors: 0 };

function added(a: Counted, b: Counted): Counted {
  const errors = a.errors === null || b.errors === null ? null : a.errors + b.errors;
  return { requests: a.requests + b.requests, errors };
}

function errorShare({ requests, errors }: Counted): number | null {
  return errors === null || requests === 0 ? null : errors / requests;
}

function furthestErrors(counts: readonly LabelCounts[]): MixComparison["failing"] {
  const apart = counts.flatMap(({ label, test, live }) => {
    const [a, b] = [errorShare(test), errorShare(live)];
    if (a === null || b === null || label === OTHER_LABEL || !errorsDiffer(test, live)) return [];
    return [{ label, test: a, live: b }];
  });
  return apart.toSorted((a, b) => Math.abs(b.test - b.live) - Math.abs(a.test - a.live))[0] ?? null;
}

/** Whether their shares of errors are further apart than is negligible, and than chance can do. */
export function errorsDiffer(a: Counted, b: Counted): boolean {
  if (a.errors === null || b.errors === null || a.requests === 0 || b.requests === 0) return false;
  const share = (a.errors + b.errors) / (a.requests + b.requests);
  const chance = ERRORS_CHANCE * Math.sqrt(share * (1 - share) * (1 / a.requests + 1 / b.requests));
  return Math.abs(a.errors / a.requests - b.errors / b.requests) > Math.max(ERRORS_ALIKE, chance);
}

function sharesOf(labels: readonly LabelShares[], side: "test" | "live"): Map<string, number> {
  return new Map(labels.map((one) => [one.label, one[side]]));
}

/** By its own name, with IDs folded, or without the method, where only one label of live traffic can be meant. */
function matcherOf(live: readonly string[]): (label: string) => string | undefined {
  const names = new Set(live);
  const byPath = Map.groupBy(live, (name) => name.replace(METHOD, ""));
  return (label) => {
    const path = label.replace(METHOD, "");
    const folded = foldPath(path);
    const method = label.slice(0, label.length - path.length);
    const exact = [label, method + folded].find((name) => names.has(name));
    if (exact !== undefined) return exact;
    const [only, ...others] = byPath.get(folded) ?? byPath.get(path) ?? [];
    return others.length === 0 && (method === "" || only === folded || only === path) ? only : undefined;
  };
}

/** Of the distance between two samples of what both have in common. */
function chanceOf(labels: readonly LabelShares[], testTotal: number, liveTotal: number): number {
  const spread = labels.reduce((sum, { test, live }) => {
    const share = (test * testTotal + live * liveTotal) / (testTotal + liveTotal);
    return sum + Math.sqrt(share * (1 - share) * (1 / testTotal + 1 / liveTotal));
  }, 0);
  return Math.min(1, (spread / 2) * Math.sqrt(2 / Math.PI) * NOISE_FACTOR * RARELY);
}

function sumOf(labels: readonly LabelCount[]): number {
  return labels.reduce((sum, { requests }) => sum + requests, 0);
}
