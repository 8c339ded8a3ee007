import { formatCount, formatFigure, formatPercent as percent } from "../format/index.ts";
import { unitOfShare } from "../gauge/share.ts";
import { plural } from "../format/plural.ts";
import { compareMix, errorsDiffer } from "./label-mix.ts";
import type { LabelCount, MixComparison } from "./label-mix.ts";
import { swingOf } from "./swing.ts";
import type { SecondCounts } from "./swing.ts";

/** What is known of a test's requests, or of live traffic in a window. */
export interface LikenessSide {
  labels: readonly LabelCount[];
  requests: number;
  /** Null: it isn't known which failed. */
  errors: number | null;
  /** Of all requests; null: not reported. */
  bytes: number | null;
  /** Of a test while it is steady; of live traffic in its busiest five minutes. Null: unknown. */
  throughput: number | null;
  /** Empty: not known by the second. */
  seconds: SecondCounts;
  gauges: readonly { name: string; unit: string | null; mean: number }[];
}

export const LIKENESS_KINDS = ["label-mix", "throughput", "bursts", "cache", "errors", "payload"] as const;
export type LikenessKind = (typeof LIKENESS_KINDS)[number];

/** `apart`: worth knowing. `far`: the test says little about such traffic. */
export type LikenessState = "alike" | "apart" | "far" | "unknown";

export interface LikenessCheck {
  kind: LikenessKind;
  state: LikenessState;
  /** One sentence with the figures. */
  words: string;
}

/** Whether a test was like live traffic. */
export type Representative = "yes" | "in-part" | "no" | "unknown";

export interface Likeness {
  representative: Representative;
  checks: LikenessCheck[];
  /** Null: one side has no labels. */
  mix: MixComparison | null;
}

/** Rules of what is alike, shown in the docs. */
const MIX_ALIKE = 0.05;
const MIX_FAR = 0.2;
/** With fewer requests in common, labels have other names rather than other shares. */
const NAMES_SHARED = 0.1;
const MAX_BEYOND_LIMIT = 0.1;
const RATE_ALIKE = 0.95;
const RATE_FAR = 0.5;
const SWING_ALIKE = 0.05;
const SWING_SHARE = 0.5;
const CACHE_ALIKE = 10;
const CACHE_FAR = 30;
const PAYLOAD_ALIKE = 1.25;
const CACHE = /cache|hit/i;

type Found = Omit<LikenessCheck, "kind">;

export function likenessOf(test: LikenessSide, live: LikenessSide): Likeness {
  const mix = compareMix(test.labels, live.labels);
  const found: Record<LikenessKind, Found | null> = {
    "label-mix": checkMix(mix),
    throughput: checkThroughput(test, live),
    bursts: checkBursts(test, live),
    cache: checkCache(test, live),
    errors: checkErrors(test, live, mix),
    payload: checkPayload(test, live),
  };
  const checks = LIKENESS_KINDS.flatMap((kind) => {
    const one = found[kind];
    return one === null ? [] : [{ kind, ...one }];
  });
  return { representative: representativeOf(checks), checks, mix };
}

/** What isn't known doesn't speak against a test, but without its labels and its load nothing speaks for it. */
function representativeOf(checks: readonly LikenessCheck[]): Representative {
  const states = new Map(checks.map(({ kind, state }) => [kind, state]));
  if (checks.some(({ state }) => state === "far")) return "no";
  if (states.get("label-mix") === "unknown" || states.get("throughput") === "unknown") return "unknown";
  return checks.some(({ state }) => state === "apart") ? "in-part" : "yes";
}

function checkMix(mix: MixComparison | null): Found {
  if (mix === null) return unknown("The label mix can't be compared: one side has no labels.");
  const { apart, chance, missing } = mix;
  const common = 1 - missing.share;
  if (common < NAMES_SHARED)
    return unknown(
      `Only ${percent(common)} of live requests have a label that the test has, too. Use the same names in both to compare the mix.`,
    );
  if (mix.beyondLimit > MAX_BEYOND_LIMIT)
    return unknown(
      `The label mix can't be compared: ${percent(mix.beyondLimit)} of requests are in labels beyond the limit.`,
    );
  if (chance > MIX_FAR) return unknown("There are too few requests to compare the label mix.");
  const words =
    `${percent(apart)} of the test's requests would have to go to other labels to match live traffic.` +
    (missing.labels === 0
      ? ""
      : ` ${plural(missing.labels, "label")} with ${percent(missing.share)} of live requests ${missing.labels === 1 ? "was" : "were"} never tested.`);
  if (apart <= Math.max(MIX_ALIKE, chance)) return { state: "alike", words };
  return { state: apart <= MIX_FAR ? "apart" : "far", words };
}

function checkThroughput({ throughput: test }: LikenessSide, { throughput: live }: LikenessSide): Found {
  if (test === null || live === null || live === 0)
    return unknown("The load can't be compared: the throughput of one side isn't known.");
  const ratio = test / live;
  const words = `The test ran at ${formatFigure(test)} req/s, ${formatFigure(ratio)} times live traffic's busiest 5 minutes (${formatFigure(live)} req/s).`;
  if (ratio >= RATE_ALIKE) return { state: "alike", words };
  return { state: ratio >= RATE_FAR ? "apart" : "far", words };
}

function checkBursts({ seconds: test }: LikenessSide, { seconds: live }: LikenessSide): Found {
  const [ofTest, ofLive] = [swingOf(test, "test"), swingOf(live, "live")];
  if (!ofLive.known)
    return unknown(
      ofLive.why === "not-by-second"
        ? "Bursts can't be compared: live traffic isn't reported by the second."
        : "Bursts can't be compared: too little of live traffic is known by the second.",
    );
  if (!ofTest.known)
    return unknown("Bursts can't be compared: too little of the test is known by the second.");
  const words = `From one second to the next, throughput varies by ${percent(ofLive.share)} in live traffic and by ${percent(ofTest.share)} in the test, beyond chance.`;
  const isAlike = ofTest.share >= ofLive.share * SWING_SHARE || ofLive.share - ofTest.share <= SWING_ALIKE;
  return { state: isAlike ? "alike" : "apart", words };
}

/** Gauges of both sides that are about a cache: what it answers never reaches the rest of the system. */
function checkCache({ gauges: test }: LikenessSide, { gauges: live }: LikenessSide): Found | null {
  const pairs = live
    .filter(({ name }) => CACHE.test(name))
    .flatMap((gauge) => {
      const own = test.find(({ name }) => name.toLowerCase() === gauge.name.toLowerCase());
      const [a, b] = [own === undefined ? null : percentOf(own), percentOf(gauge)];
      return a === null || b === null ? [] : [{ name: gauge.name, test: a, live: b }];
    })
    .toSorted((a, b) => Math.abs(b.test - b.live) - Math.abs(a.test - a.live));
  const [widest] = pairs;
  if (widest === undefined) return null;
  const words = `${widest.name} was ${formatFigure(widest.test)}% in the test and ${formatFigure(widest.live)}% in live traffic.`;
  const apart = Math.abs(widest.test - widest.live);
  if (apart <= CACHE_ALIKE) return { state: "alike", words };
  return { state: apart <= CACHE_FAR ? "apart" : "far", words };
}

/** Null: it isn't a share. */
function percentOf({ unit, mean }: { unit: string | null; mean: number }): number | null {
  if (unit !== null && unitOfShare(unit) === "%") return mean;
  return (unit === null || unit === "" || unit === "ratio") && mean >= 0 && mean <= 1 ? mean * 100 : null;
}

/** The whole can hide a label that failed: the one furthest apart counts as well. */
function checkErrors(test: LikenessSide, live: LikenessSide, mix: MixComparison | null): Found {
  if (test.errors === null || live.errors === null || test.requests === 0 || live.requests === 0)
    return unknown("Errors can't be compared: one side doesn't report which requests failed.");
  const [a, b] = [test.errors / test.requests, live.errors / live.requests];
  const failing = mix?.failing ?? null;
  const words =
    `${percent(a)} of the test's requests failed, and ${percent(b)} of live requests.` +
    (failing === null
      ? ""
      : ` Of the requests to ${failing.label}, ${percent(failing.test)} failed in the test and ${percent(failing.live)} in live traffic.`);
  return { state: errorsDiffer(test, live) || failing !== null ? "apart" : "alike", words };
}

/** Few sources of live traffic report bytes, so nothing is said if one side doesn't. */
function checkPayload(test: LikenessSide, live: LikenessSide): Found | null {
  if (test.bytes === null || live.bytes === null || test.requests === 0 || live.requests === 0) return null;
  const [a, b] = [test.bytes / test.requests, live.bytes / live.requests];
  if (a === 0 || b === 0) return null;
  const words = `A request of the test had ${formatCount(Math.round(a))} bytes on average, and a live one ${formatCount(Math.round(b))}.`;
  return { state: Math.max(a / b, b / a) <= PAYLOAD_ALIKE ? "alike" : "apart", words };
}

function unknown(words: string): Found {
  return { state: "unknown", words };
}
