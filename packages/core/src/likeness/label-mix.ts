import { OTHER_LABEL } from "../aggregate/label-register.ts";
import { mixDistance } from "../comparison/fingerprint.ts";
import { foldPath } from "../traffic/fold-path.ts";

export interface LabelCount {
  label: string;
  requests: number;
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
  /** The larger share of requests whose label isn't known, because there were too many labels. */
  beyondLimit: number;
}

/** Users send several requests each, so there is less chance in them than in as many independent ones. */
const NOISE_FACTOR = 2;
/** Between the mean of what chance does and what it rarely exceeds. */
const RARELY = 1.5;
const METHOD = /^[A-Z]{3,7}\s+/;

/** Null: one side has no labels, or no requests. */
export function compareMix(test: readonly LabelCount[], live: readonly LabelCount[]): MixComparison | null {
  const [testTotal, liveTotal] = [sumOf(test), sumOf(live)];
  if (testTotal === 0 || liveTotal === 0) return null;
  const find = matcherOf(live.map(({ label }) => label));
  const shares = new Map<string, LabelShares>();
  for (const { label, requests } of live)
    shares.set(label, { label, testLabel: null, test: 0, live: requests / liveTotal });
  for (const { label, requests } of test) {
    const name = find(label) ?? label;
    const known = shares.get(name) ?? { label: name, testLabel: null, test: 0, live: 0 };
    const testLabel = name === label ? known.testLabel : (known.testLabel ?? label);
    shares.set(name, { ...known, testLabel, test: known.test + requests / testTotal });
  }
  const labels = [...shares.values()].toSorted((a, b) => b.live - a.live || b.test - a.test);
  const missing = labels.filter((one) => one.test === 0 && one.live > 0);
  const onlyInTest = labels.filter((one) => one.live === 0 && one.test > 0);
  return {
    labels,
    apart: mixDistance(sharesOf(labels, "test"), sharesOf(labels, "live")) ?? 0,
    chance: chanceOf(labels, testTotal, liveTotal),
    missing: { labels: missing.length, share: missing.reduce((sum, one) => sum + one.live, 0) },
    onlyInTest: { labels: onlyInTest.length, share: onlyInTest.reduce((sum, one) => sum + one.test, 0) },
    beyondLimit: labels.reduce(
      (most, one) => (one.label === OTHER_LABEL ? Math.max(one.test, one.live) : most),
      0,
    ),
  };
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
