import { ratioOf } from "./change.ts";
import { printedFigures } from "./printed-change.ts";
import { MIN_DAYS } from "./usual.ts";
import { MIN_ACHIEVED_SHARE } from "../policy.ts";
import type { ProofGrade } from "../proof/proof.ts";
import type { LatencySource, LoadModel } from "../cell/sample.ts";
import { formatLength } from "../format/duration.ts";
import { formatChange, formatPercentBelow, formatRoughPercent } from "../format/number.ts";
import type { RunStatus } from "../run-states.ts";

/** What decides whether two runs can be compared at all. Null: the run doesn't say. */
export interface RunFingerprint {
  experimentId: string;
  experiment: string;
  service: string;
  tool: string;
  /** Whether it was kept from live traffic. */
  liveTraffic: boolean;
  /** Whether a simulator sent its requests, or some. */
  simulated: boolean;
  toolVersion: string | null;
  loadModel: LoadModel;
  environment: string | null;
  status: RunStatus;
  /** Whether a steady phase was found. Without one the whole run is compared, warm-up included. Null: only totals. */
  settled: boolean | null;
  /** What of the run isn't compared, because it was found to be warm-up or cool-down. Null: somebody chose the window, or there are only totals. */
  leftOut: { seconds: number; ofSeconds: number } | null;
  /** Seconds of the window that is compared. */
  durationSeconds: number | null;
  throughput: number | null;
  /** Completed of expected requests. */
  achieved: number | null;
  /** How many generators sent parts. */
  generators: number;
  /** Whether the generator fell short of its load, as the tool reports it or the expected requests show. */
  saturated: boolean | null;
  source: LatencySource;
  grade: ProofGrade;
  /** Share of the requests by label, for the busiest labels. */
  labels: ReadonlyMap<string, number>;
}

export const DIFFERENCE_SEVERITIES = ["note", "warn", "veto"] as const;
/** Veto: this pair gets no verdict. Warn: it may explain a change. Note: good to know. */
export type DifferenceSeverity = (typeof DIFFERENCE_SEVERITIES)[number];

export const DIFFERENCE_KINDS = [
  "service",
  "experiment",
  "simulated",
  "live-traffic",
  "load-shape",
  "left-out",
  "load-model",
  "offered-load",
  "achieved",
  "generators",
  "saturation",
  "duration",
  "label-mix",
  "lost-labels",
  "environment",
  "tool",
  "tool-version",
  "percentile-source",
  "status",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface Difference {
  kind: DifferenceKind;
  severity: DifferenceSeverity;
  /** One sentence. */
  words: string;
}

export const UNKNOWN_SIDES = ["reference", "other", "both"] as const;
/** Which run doesn't say something. */
export type UnknownSide = (typeof UNKNOWN_SIDES)[number];

export interface Comparability {
  /** False: a veto makes the verdict "not comparable". */
  comparable: boolean;
  /** Most serious first. */
  differences: Difference[];
  /** What was checked and matches. */
  alike: DifferenceKind[];
  /** What couldn't be checked, because a run doesn't say. */
  unknown: { kind: DifferenceKind; side: UnknownSide }[];
}

/** With an open load, throughput is what was offered, so a larger difference is a different load. */
const OFFERED_APART = 0.1;
/** Shares of the expected requests that are closer are the same load. */
const ACHIEVED_APART = 0.05 + 1e-9;
/** So much more of one run than of the other is warm-up or cool-down that a change can hide in it. */
const LEFT_OUT_APART = 0.25;
/** A label of this share that is gone leaves a hole, if so many of its requests would have been expected. */
const LOST_SHARE = 0.01;
const LOST_REQUESTS = 10;
const MOST_NAMED = 3;
const DURATION_NOTE = 1.25;
const DURATION_WARN = 2;
/** Share of the requests that would have to change their label to make the mixes equal. */
const MIX_WARN = 0.05;
const MIX_VETO = 0.5;

type Found = Omit<Difference, "kind">;
/** `beside-the-point`: nothing to compare for these two runs. */
type Outcome = Found | { unknown: UnknownSide } | "alike" | "beside-the-point";
type Look = (before: RunFingerprint, after: RunFingerprint, usualDays: number) => Outcome;

/**
 * Every difference between two runs. It is shown above the metrics, and a veto prevents a verdict. `usualDays`: live traffic
 * is tested against how it changed on so many earlier days.
 */
export function compareFingerprints(
  before: RunFingerprint,
  after: RunFingerprint,
  usualDays = 0,
): Comparability {
  const differences: Difference[] = [];
  const alike: DifferenceKind[] = [];
  const unknown: Comparability["unknown"] = [];
  for (const kind of DIFFERENCE_KINDS) {
    const found = LOOKS[kind](before, after, usualDays);
    if (found === "beside-the-point") continue;
    if (found === "alike") alike.push(kind);
    else if ("unknown" in found) unknown.push({ kind, side: found.unknown });
    else differences.push({ kind, ...found });
  }
  const gravity = ({ severity }: Difference) => -DIFFERENCE_SEVERITIES.indexOf(severity);
  return {
    comparable: differences.every(({ severity }) => severity !== "veto"),
    differences: differences.toSorted((a, b) => gravity(a) - gravity(b)),
    alike,
    unknown,
  };
}

/** Null: both runs say. */
function unknownIn(before: boolean, after: boolean): { unknown: UnknownSide } | null {
  if (before && after) return { unknown: "both" };
  if (before) return { unknown: "reference" };
  return after ? { unknown: "other" } : null;
}

const LOOKS: Record<DifferenceKind, Look> = {
  service: ({ service: a }, { service: b }) =>
    a === b ? "alike" : warn(`Different services: ${a} and ${b}.`),

  experiment: (a, b) =>
    a.experimentId === b.experimentId
      ? "alike"
      : warn(`Different experiments: ${a.experiment} and ${b.experiment}. Their workloads may differ.`),

  simulated: ({ simulated: a }, { simulated: b }) => {
    if (!a && !b) return "beside-the-point";
    if (a && b)
      return note("Both runs have simulated traffic: their difference says nothing about real users.");
    const which = a ? "The reference" : "The other run";
    return {
      severity: "veto",
      words: `${which} has simulated traffic, and the one compared with it doesn't.`,
    };
  },

  "live-traffic": ({ liveTraffic: a }, { liveTraffic: b }, usualDays) => {
    if (!a && !b) return "beside-the-point";
    if (usualDays >= MIN_DAYS)
      return note(
        `Both runs are live traffic. What changed is tested against the same hours of ${usualDays} earlier days, so the time of day is controlled for. What users did isn't, nor what else happened.`,
      );
    const which = a && b ? "Both runs are" : a ? "The reference is" : "The other run is";
    return warn(
      `${which} live traffic. Load, time of day, weekday and what users did aren't controlled for, so they can cause a difference as well as the service can.`,
    );
  },

  "load-shape": ({ settled: a }, { settled: b }) => {
    const unknown = unknownIn(a === null, b === null);
    if (unknown !== null) return unknown;
    // Without a steady phase, nothing describes the shape.
    if (a === b) return a === true ? "alike" : { unknown: "both" };
    return warn(
      a === true
        ? "The other run has no steady phase, so its figures include the warm-up or a changing load."
        : "The reference has no steady phase, so its figures include the warm-up or a changing load.",
    );
  },

  "left-out": ({ leftOut: a }, { leftOut: b }) => {
    const unknown = unknownIn(a === null, b === null);
    if (unknown !== null || a === null || b === null) return unknown ?? "alike";
    const apart = b.seconds / b.ofSeconds - a.seconds / a.ofSeconds;
    if (!(Math.abs(apart) >= LEFT_OUT_APART)) return "alike";
    const length = ({ seconds, ofSeconds }: typeof a) =>
      `${formatLength(Math.round(seconds))} of ${formatLength(Math.round(ofSeconds))}`;
    return apart > 0
      ? warn(
          `Warm-up and cool-down are much longer in the other run: ${length(b)}, and ${length(a)} in the reference. What happened then isn't compared.`,
        )
      : note(
          `Warm-up and cool-down are much longer in the reference: ${length(a)}, and ${length(b)} in the other run.`,
        );
  },

  "load-model": ({ loadModel: a }, { loadModel: b }) => {
    const unknown = unknownIn(a === "unknown", b === "unknown");
    if (unknown !== null) return unknown;
    if (a === b) return "alike";
    return warn(
      `The load model differs: ${a} → ${b}. A closed model waits for responses and hides part of a stall.`,
    );
  },

  "offered-load": (a, b) => {
    // With a closed load, throughput is a result.
    if (a.loadModel === "closed" || b.loadModel === "closed") return "beside-the-point";
    const offered = (run: RunFingerprint) => (run.loadModel === "open" ? run.throughput : null);
    const unknown = unknownIn(offered(a) === null, offered(b) === null);
    if (unknown !== null || a.throughput === null || b.throughput === null) return unknown ?? "alike";
    const ratio = ratioOf(a.throughput, b.throughput);
    if (ratio === null || !(Math.abs(ratio - 1) > OFFERED_APART)) return "alike";
    const [before, after] = printedFigures("throughput", [a.throughput, b.throughput], 0);
    return warn(`The offered load differs: ${before} → ${after} req/s (${formatChange(ratio - 1)}).`);
  },

  achieved: ({ achieved: a }, { achieved: b }) => {
    const short = (share: number | null): share is number => share !== null && share < MIN_ACHIEVED_SHARE;
    const alike = a !== null && b !== null && Math.abs(a - b) <= ACHIEVED_APART;
    if (short(a) && short(b))
      return alike
        ? note(achievedWords("Both runs", [a, b]))
        : warn(
            `Both runs fell short of their expected requests: the reference achieved ${formatPercentBelow(a, MIN_ACHIEVED_SHARE)}, the other run ${formatPercentBelow(b, MIN_ACHIEVED_SHARE)}.`,
          );
    if (alike) return "alike";
    if (short(a))
      return warn(
        `The reference achieved only ${formatPercentBelow(a, MIN_ACHIEVED_SHARE)} of its expected requests: its load was lower, or it ended early.`,
      );
    return short(b)
      ? warn(
          `The other run achieved only ${formatPercentBelow(b, MIN_ACHIEVED_SHARE)} of its expected requests: its load was lower, or it ended early.`,
        )
      : (unknownIn(a === null, b === null) ?? "alike");
  },

  generators: ({ generators: a }, { generators: b }) =>
    a === b ? "alike" : warn(`The number of generators differs: ${a} → ${b}.`),

  saturation: ({ saturated: a }, { saturated: b }) => {
    if (a !== true && b !== true) return unknownIn(a === null, b === null) ?? "alike";
    const which = a === true && b === true ? "both runs" : a === true ? "the reference" : "the other run";
    return warn(`The generator couldn't send the full load in ${which}.`);
  },

  duration: ({ durationSeconds: a }, { durationSeconds: b }) => {
    const unknown = unknownIn(!isPositive(a), !isPositive(b));
    if (!isPositive(a) || !isPositive(b)) return unknown ?? "alike";
    const ratio = Math.max(a, b) / Math.min(a, b);
    if (ratio < DURATION_NOTE) return "alike";
    const words = `The compared windows differ in length: ${formatLength(Math.round(a))} in the reference and ${formatLength(Math.round(b))} in the other run.`;
    return ratio < DURATION_WARN ? note(words) : warn(words);
  },

  "label-mix": (a, b) => {
    const apart = mixDistance(a.labels, b.labels);
    if (apart === null) return unknownIn(a.labels.size === 0, b.labels.size === 0) ?? "alike";
    if (apart < MIX_WARN) return "alike";
    const words = `The label mix differs: ${formatRoughPercent(apart)} of the requests have different labels.`;
    return apart >= MIX_VETO && a.experimentId === b.experimentId && a.tool === b.tool
      ? { severity: "veto", words }
      : warn(words);
  },

  "lost-labels": (a, b) => {
    // What is unknown, or different altogether, is said of the mix.
    if ((mixDistance(a.labels, b.labels) ?? 1) >= MIX_VETO) return "beside-the-point";
    const requests = (b.throughput ?? 0) * (b.durationSeconds ?? 0);
    const lost = [...a.labels]
      .filter(
        ([label, share]) => share >= LOST_SHARE && share * requests >= LOST_REQUESTS && !b.labels.has(label),
      )
      .toSorted(([, one], [, other]) => other - one);
    if (lost.length === 0) return "alike";
    const named = lost
      .slice(0, MOST_NAMED)
      .map(([label, share]) => `“${label}” (${formatRoughPercent(share)})`);
    const rest = lost.length - named.length;
    return warn(
      `Requests of the reference are missing from the other run: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}. Nothing shows whether those got worse.`,
    );
  },

  environment: ({ environment: a }, { environment: b }) => {
    const unknown = unknownIn(a === null, b === null);
    if (unknown !== null) return unknown;
    return a === b ? "alike" : warn(`The environment differs: ${a} → ${b}.`);
  },

  tool: ({ tool: a }, { tool: b }) =>
    a === b ? "alike" : warn(`The tool differs: ${a} → ${b}. The two may not measure the same way.`),

  "tool-version": ({ tool, toolVersion: a }, { tool: other, toolVersion: b }) => {
    if (tool !== other) return "beside-the-point";
    const unknown = unknownIn(a === null, b === null);
    if (unknown !== null) return unknown;
    return a === b ? "alike" : note(`The version of ${tool} differs: ${a} → ${b}.`);
  },

  "percentile-source": ({ source: a }, { source: b }) => {
    const untold = [a, b].filter(isQuoted).length;
    if (untold > 0) {
      const words =
        untold === 2
          ? "Both runs have only the tool's own figures and no samples. Their values are compared as reported, so noise can't be told apart from change."
          : "One run has only the tool's own figures and no samples. Its values are compared as reported, so noise can't be told apart from change.";
      return { severity: "veto", words };
    }
    if ((a === "buckets") === (b === "buckets")) return "alike";
    return warn(
      "The percentiles of one run come from the source's own buckets, so only a range of each is known.",
    );
  },

  status: ({ status: a }, { status: b }) => {
    if (a === "receiving") return { severity: "veto", words: "The reference is still in progress." };
    if (b === "receiving") return { severity: "veto", words: "The other run is still in progress." };
    if (a === "finished" && b === "finished") return "alike";
    if (a !== "finished" && b !== "finished") return warn("Both runs are incomplete.");
    return warn(a === "finished" ? "The other run is incomplete." : "The reference is incomplete.");
  },
};

const UNSEEN: readonly DifferenceKind[] = ["left-out", "lost-labels"];

/** Of the reference's requests, part has no counterpart: that it didn't get worse isn't known. */
export function isUnseen({ kind, severity }: Pick<Difference, "kind" | "severity">): boolean {
  return severity === "warn" && UNSEEN.includes(kind);
}

/** The tool's own percentiles, or none: nothing to resample. */
export function isQuoted(source: LatencySource): boolean {
  return source === "quoted" || source === "none";
}

/** "All runs sent 91–93% of what was expected." */
export function achievedWords(who: string, shares: readonly number[]): string {
  const low = Math.floor(Math.min(...shares) * 100 + 1e-9);
  const high = Math.ceil(Math.max(...shares) * 100 - 1e-9);
  return `${who} sent ${low === high ? "" : `${low}–`}${high}% of what was expected.`;
}

function isPositive(value: number | null): value is number {
  return value !== null && value > 0;
}

/** Total variation between two mixes, 0 (the same) to 1 (no label in common); null where a run has no labels. */
export function mixDistance(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number | null {
  if (a.size === 0 || b.size === 0) return null;
  let apart = 0;
  for (const label of new Set([...a.keys(), ...b.keys()]))
    apart += Math.abs((a.get(label) ?? 0) - (b.get(label) ?? 0));
  return apart / 2;
}

function warn(words: string): Found {
  return { severity: "warn", words };
}

function note(words: string): Found {
  return { severity: "note", words };
}
