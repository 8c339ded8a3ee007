import { ratioOf } from "./change.ts";
import type { ChangeReason } from "./change-sentences.ts";
import type { LostLabel } from "./lost-labels.ts";
import { movedLabels } from "./label-mix.ts";
import type { CountedMix } from "./label-mix.ts";
import type { RenamedLabel } from "./renamed-labels.ts";
import { MIN_DAYS } from "./usual.ts";
import { MIN_ACHIEVED_SHARE } from "../policy.ts";
import type { RampLoad } from "../capacity/ramp/ramp.ts";
import type { ProofGrade } from "../proof/proof.ts";
import { isSameFilter } from "../cell/label-filter.ts";
import type { LabelFilter } from "../cell/label-filter.ts";
import type { LatencySource, LoadModel } from "../cell/sample.ts";
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
  /** How its load went over time. Null: nobody says. */
  shape: LoadShape | null;
  /** What of the run isn't compared, because it was found to be warm-up or cool-down. Null: somebody chose the window, or there are only totals. */
  leftOut: { seconds: number; ofSeconds: number } | null;
  /** Seconds of the window that is compared. */
  durationSeconds: number | null;
  /** What was achieved, which isn't what was offered. */
  throughput: number | null;
  /** What it was offered, as far as that is known. */
  offered: OfferedLoad;
  errorRate: number | null;
  /** Completed of expected requests. */
  achieved: number | null;
  /** How many generators sent parts. */
  generators: number;
  /** Whether the generator fell short of its load, as the tool reports it or the expected requests show. */
  saturated: boolean | null;
  source: LatencySource;
  grade: ProofGrade;
  /** Labels that were left out when it was uploaded; null: none. */
  labelFilter: LabelFilter | null;
  /** Share of the requests by label, for the busiest labels. */
  labels: ReadonlyMap<string, number>;
}

/**
 * Steady: it has a steady phase. Constant: it has none, but its load was the same all the time. Ramp: its load rises, in steps or
 * not, so no figure of the whole run describes it. Unsteady: none of these.
 */
export type LoadShape = { kind: "steady" | "constant" | "unsteady" } | { kind: "ramp"; of: RampLoad };

/** Null: not known. */
export interface OfferedLoad {
  /** Requests per second. */
  rate: number | null;
  users: number | null;
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
  "label-filter",
  "load-model",
  "offered-load",
  "achieved",
  "generators",
  "saturation",
  "duration",
  "label-mix",
  "lost-labels",
  "renamed-labels",
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
  reason: ChangeReason;
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

/** Loads that are closer are the same. */
const OFFERED_APART = 0.1;
/** Shares of the expected requests that are closer are the same load. */
const ACHIEVED_APART = 0.05 + 1e-9;
/** So much more of one run than of the other is warm-up or cool-down that a change can hide in it. */
const LEFT_OUT_APART = 0.25;
const MOST_NAMED = 3;
const DURATION_NOTE = 1.25;
const DURATION_WARN = 2;
/** Share of the requests that would have to change their label to make the mixes equal. */
const MIX_WARN = 0.05;
const MIX_VETO = 0.5;

const OFFERED = ["rate", "users"] as const;

type Found = Omit<Difference, "kind">;
/** `beside-the-point`: nothing to compare for these two runs. */
type Outcome = Found | { unknown: UnknownSide } | "alike" | "beside-the-point";
type Look = (before: RunFingerprint, after: RunFingerprint, beside: BesideRuns) => Outcome;

/** What two runs alone don't say. */
export interface BesideRuns {
  /** Live traffic is tested against how it changed on so many earlier days. */
  usualDays: number;
  /** Labels that can't be missing by chance, those with the most requests first. */
  lost: readonly LostLabel[];
  /** Others that can't be missing, but may have another name. */
  renamed: readonly RenamedLabel[];
}

/** Every difference between two runs. It is shown above the metrics, and a veto prevents a verdict. */
export function compareFingerprints(
  before: RunFingerprint,
  after: RunFingerprint,
  beside: BesideRuns = { usualDays: 0, lost: [], renamed: [] },
): Comparability {
  const differences: Difference[] = [];
  const alike: DifferenceKind[] = [];
  const unknown: Comparability["unknown"] = [];
  for (const kind of DIFFERENCE_KINDS) {
    const found = LOOKS[kind](before, after, beside);
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
  service: ({ service: before }, { service: after }) =>
    before === after ? "alike" : warn({ code: "services", before, after }),

  experiment: (a, b) =>
    a.experimentId === b.experimentId
      ? "alike"
      : warn({ code: "experiments", before: a.experiment, after: b.experiment }),

  simulated: ({ simulated: a }, { simulated: b }) => {
    if (!a && !b) return "beside-the-point";
    return a && b ? note({ code: "both-simulated" }) : veto({ code: "one-simulated", side: sideOf(a) });
  },

  "live-traffic": ({ liveTraffic: a }, { liveTraffic: b }, { usualDays: days }) => {
    if (!a && !b) return "beside-the-point";
    if (days >= MIN_DAYS) return note({ code: "days-compared", days });
    return warn({ code: "not-controlled", side: a && b ? "both" : sideOf(a) });
  },

  "load-shape": ({ shape: a }, { shape: b }) => {
    if (a === null || b === null) return unknownIn(a === null, b === null) ?? "alike";
    if (a.kind === "ramp" || b.kind === "ramp") return rampsApart(a, b);
    if (a.kind === b.kind) return a.kind === "unsteady" ? { unknown: "both" } : "alike";
    if (a.kind !== "steady" && b.kind !== "steady")
      return unknownIn(a.kind === "unsteady", b.kind === "unsteady") ?? "alike";
    return warn({ code: "not-steady", side: sideOf(a.kind !== "steady") });
  },

  "left-out": ({ leftOut: before }, { leftOut: after }) => {
    const unknown = unknownIn(before === null, after === null);
    if (unknown !== null || before === null || after === null) return unknown ?? "alike";
    const apart = after.seconds / after.ofSeconds - before.seconds / before.ofSeconds;
    if (!(Math.abs(apart) >= LEFT_OUT_APART)) return "alike";
    return apart > 0
      ? warn({ code: "left-out-unseen", before, after })
      : note({ code: "left-out-before", before, after });
  },

  "label-filter": ({ labelFilter: before }, { labelFilter: after }) => {
    if (before === null && after === null) return "beside-the-point";
    if (isSameFilter(before, after)) return "alike";
    return warn({ code: "label-filters", before, after });
  },

  "load-model": ({ loadModel: before }, { loadModel: after }) => {
    const unknown = unknownIn(before === "unknown", after === "unknown");
    if (unknown !== null) return unknown;
    return before === after ? "alike" : warn({ code: "load-models", before, after });
  },

  "offered-load": (before, after) => {
    const isRamp = ({ shape }: RunFingerprint) => shape?.kind === "ramp";
    // A ramp offers every load between two others.
    if (isRamp(before) || isRamp(after)) return "beside-the-point";
    const [a, b] = [before.offered, after.offered];
    const both = OFFERED.filter((of) => a[of] !== null && b[of] !== null);
    const apart = both.map((of) => offeredApart(of, a[of], b[of])).find((one) => one !== null);
    if (apart !== undefined) return apart;
    if (both.length > 0) return "alike";
    // With a closed load, throughput is a result.
    if (before.loadModel === "closed" || after.loadModel === "closed") return "beside-the-point";
    return unknownIn(!isOfferKnown(a), !isOfferKnown(b)) ?? { unknown: "both" };
  },

  achieved: ({ achieved: before }, { achieved: after }) => {
    const short = (share: number | null): share is number => share !== null && share < MIN_ACHIEVED_SHARE;
    const alike = before !== null && after !== null && Math.abs(before - after) <= ACHIEVED_APART;
    if (short(before) && short(after))
      return alike
        ? note({ code: "equally-short", before, after })
        : warn({ code: "both-short", before, after });
    if (alike) return "alike";
    if (short(before)) return warn({ code: "one-short", side: "reference", share: before });
    return short(after)
      ? warn({ code: "one-short", side: "other", share: after })
      : (unknownIn(before === null, after === null) ?? "alike");
  },

  generators: ({ generators: before }, { generators: after }) =>
    before === after ? "alike" : warn({ code: "generators", before, after }),

  saturation: ({ saturated: a }, { saturated: b }) => {
    if (a !== true && b !== true) return unknownIn(a === null, b === null) ?? "alike";
    return warn({ code: "saturated", side: a === true && b === true ? "both" : sideOf(a === true) });
  },

  duration: ({ durationSeconds: before }, { durationSeconds: after }) => {
    const unknown = unknownIn(!isPositive(before), !isPositive(after));
    if (!isPositive(before) || !isPositive(after)) return unknown ?? "alike";
    const ratio = Math.max(before, after) / Math.min(before, after);
    if (ratio < DURATION_NOTE) return "alike";
    const reason = { code: "durations", before, after } as const;
    return ratio < DURATION_WARN ? note(reason) : warn(reason);
  },

  "label-mix": (a, b, { lost, renamed }) => {
    const apart = mixDistance(a.labels, b.labels);
    if (apart === null) return unknownIn(a.labels.size === 0, b.labels.size === 0) ?? "alike";
    const reason = { code: "label-mixes", apart } as const;
    if (apart >= MIX_VETO && a.experimentId === b.experimentId && a.tool === b.tool) return veto(reason);
    // Missing and possibly renamed labels have findings of their own: nothing shows that the plan left them out.
    const told = new Set([
      ...lost.map(({ label }) => label),
      ...renamed.flatMap(({ before, after }) => [before, after]),
    ]);
    const moved = isLoadOfPlan(a, b) ? movedLabels(without(counted(a), told), without(counted(b), told)) : [];
    if (moved.length > 0) {
      const labels = moved.slice(0, MOST_NAMED);
      return warn({ code: "mix-of-plan", labels, others: moved.length - labels.length });
    }
    return apart < MIX_WARN ? "alike" : warn(reason);
  },

  "lost-labels": (a, b, { lost }) => {
    // What is unknown, or different altogether, is said of the mix.
    if ((mixDistance(a.labels, b.labels) ?? 1) >= MIX_VETO) return "beside-the-point";
    if (lost.length === 0) return "alike";
    const labels = lost.slice(0, MOST_NAMED);
    return warn({ code: "labels-lost", labels, others: lost.length - labels.length });
  },

  "renamed-labels": (a, b, { renamed }) => {
    if (renamed.length === 0) return "beside-the-point";
    return warn({ code: "labels-renamed", labels: [...renamed] });
  },

  environment: ({ environment: before }, { environment: after }) => {
    if (before === null || after === null) return unknownIn(before === null, after === null) ?? "alike";
    return before === after ? "alike" : warn({ code: "environments", before, after });
  },

  tool: ({ tool: before }, { tool: after }) =>
    before === after ? "alike" : warn({ code: "tools", before, after }),

  "tool-version": ({ tool, toolVersion: before }, { tool: other, toolVersion: after }) => {
    if (tool !== other) return "beside-the-point";
    if (before === null || after === null) return unknownIn(before === null, after === null) ?? "alike";
    return before === after ? "alike" : note({ code: "tool-versions", tool, before, after });
  },

  "percentile-source": ({ source: a }, { source: b }) => {
    if (isQuoted(a) && isQuoted(b)) return veto({ code: "both-quoted" });
    if (isQuoted(a) || isQuoted(b)) return veto({ code: "one-quoted", side: sideOf(isQuoted(a)) });
    return (a === "buckets") === (b === "buckets") ? "alike" : warn({ code: "one-in-buckets" });
  },

  status: ({ status: a }, { status: b }) => {
    if (a === "receiving" || b === "receiving")
      return veto({ code: "in-progress", side: sideOf(a === "receiving") });
    if (a === "finished" && b === "finished") return "alike";
    const isBoth = a !== "finished" && b !== "finished";
    return warn({ code: "incomplete", side: isBoth ? "both" : sideOf(a !== "finished") });
  },
};

function rampsApart(a: LoadShape, b: LoadShape): Outcome {
  if (a.kind !== "ramp" || b.kind !== "ramp")
    return veto({ code: "one-ramp", side: sideOf(a.kind === "ramp") });
  if ((a.of === "users") === (b.of === "users")) return "alike";
  return veto({ code: "ramps-of", before: a.of, after: b.of });
}

function offeredApart(
  of: (typeof OFFERED)[number],
  before: number | null,
  after: number | null,
): Found | null {
  const ratio = ratioOf(before, after);
  if (before === null || after === null || ratio === null) return null;
  return Math.abs(ratio - 1) > OFFERED_APART ? warn({ code: "offered-loads", before, after, of }) : null;
}

function isOfferKnown({ rate, users }: OfferedLoad): boolean {
  return rate !== null || users !== null;
}

function sideOf(isReference: boolean): "reference" | "other" {
  return isReference ? "reference" : "other";
}

function counted({ labels, throughput, durationSeconds }: RunFingerprint): CountedMix {
  return { labels, requests: (throughput ?? 0) * (durationSeconds ?? 0) };
}

function without({ labels, requests }: CountedMix, left: ReadonlySet<string>): CountedMix {
  const kept = [...labels].filter(([label]) => !left.has(label));
  const share = kept.reduce((sum, [, one]) => sum + one, 0);
  return { labels: new Map(kept.map(([label, one]) => [label, one / share])), requests: requests * share };
}

/** Where more requests fail than that, what users would have done next can be missing. */
const MORE_FAIL = 0.01;

/**
 * Whether the plan of two runs set how many requests each label got: both had an open load, and nothing shows that less than was
 * offered was sent, or that failures changed what came after them.
 */
export function isLoadOfPlan(before: RunFingerprint, after: RunFingerprint): boolean {
  const fellShort = ({ saturated, achieved }: RunFingerprint) =>
    saturated === true || (achieved !== null && achieved < MIN_ACHIEVED_SHARE);
  const runs = [before, after];
  const failMore = Math.abs((after.errorRate ?? 0) - (before.errorRate ?? 0)) > MORE_FAIL;
  return runs.every(({ loadModel }) => loadModel === "open") && !runs.some(fellShort) && !failMore;
}

/** Whether two mixes are those of different plans, as far as a level or a trend is concerned. */
export function isOtherMix(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return (mixDistance(a, b) ?? 0) >= MIX_WARN;
}

const UNSEEN: readonly DifferenceKind[] = ["left-out", "label-filter", "lost-labels", "renamed-labels"];

/** Of the reference's requests, part has no counterpart: that it didn't get worse isn't known. */
export function isUnseen({ kind, severity }: Pick<Difference, "kind" | "severity">): boolean {
  return severity === "warn" && UNSEEN.includes(kind);
}

/** The tool's own percentiles, or none: nothing to resample. */
export function isQuoted(source: LatencySource): boolean {
  return source === "quoted" || source === "none";
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

function warn(reason: ChangeReason): Found {
  return { severity: "warn", reason };
}

function note(reason: ChangeReason): Found {
  return { severity: "note", reason };
}

function veto(reason: ChangeReason): Found {
  return { severity: "veto", reason };
}
