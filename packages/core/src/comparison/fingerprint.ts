import { MIN_ACHIEVED_SHARE } from "../policy.ts";
import type { ProofGrade } from "../proof/proof.ts";
import type { LatencySource } from "../cell/sample.ts";
import { formatLength } from "../format/duration.ts";
import { formatChange, formatPercentBelow, formatRoughPercent } from "../format/number.ts";

/** What decides whether two runs can be compared at all. Null: the run doesn't say. */
export interface RunFingerprint {
  experimentId: string;
  experiment: string;
  service: string;
  tool: string;
  toolVersion: string | null;
  loadModel: "open" | "closed" | "unknown";
  environment: string | null;
  status: "receiving" | "finished" | "interrupted";
  /** Whether a steady phase was found. Without one the whole run is compared, warm-up included. */
  settled: boolean;
  /** Seconds of the window that is compared. */
  durationSeconds: number | null;
  throughput: number | null;
  /** Completed of expected requests. */
  achieved: number | null;
  /** How many generators sent parts. */
  generators: number;
  /** The tool itself reports that it couldn't send its full load. */
  saturated: boolean;
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
  "load-shape",
  "load-model",
  "offered-load",
  "achieved",
  "generators",
  "saturation",
  "duration",
  "label-mix",
  "environment",
  "tool",
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

export interface Comparability {
  /** False: a veto makes the verdict "not comparable". */
  comparable: boolean;
  /** Most serious first. */
  differences: Difference[];
  /** What was checked and matches. */
  alike: DifferenceKind[];
}

/** With an open load, throughput is what was offered, so a larger difference is a different load. */
const OFFERED_APART = 0.1;
/** Shares of the expected requests that are closer are the same load. */
const ACHIEVED_APART = 0.05 + 1e-9;
const DURATION_NOTE = 1.25;
const DURATION_WARN = 2;
/** Share of the requests that would have to change their label to make the mixes equal. */
const MIX_WARN = 0.05;
const MIX_VETO = 0.5;

type Found = Omit<Difference, "kind"> | null;
type Look = (before: RunFingerprint, after: RunFingerprint) => Found;

/** Every difference between two runs. It is shown above the metrics, and a veto prevents a verdict. */
export function compareFingerprints(before: RunFingerprint, after: RunFingerprint): Comparability {
  const differences: Difference[] = [];
  const alike: DifferenceKind[] = [];
  for (const kind of DIFFERENCE_KINDS) {
    const found = LOOKS[kind](before, after);
    if (found === null) alike.push(kind);
    else differences.push({ kind, ...found });
  }
  const gravity = ({ severity }: Difference) => -DIFFERENCE_SEVERITIES.indexOf(severity);
  return {
    comparable: differences.every(({ severity }) => severity !== "veto"),
    differences: differences.toSorted((a, b) => gravity(a) - gravity(b)),
    alike,
  };
}

const LOOKS: Record<DifferenceKind, Look> = {
  service: ({ service: a }, { service: b }) => (a === b ? null : warn(`Different services: ${a} and ${b}.`)),

  experiment: (a, b) =>
    a.experimentId === b.experimentId
      ? null
      : warn(`Different experiments: ${a.experiment} and ${b.experiment}. Their workloads may differ.`),

  "load-shape": ({ settled: a, source }, { settled: b }) => {
    if (a === b || isQuoted(source)) return null;
    return warn(
      a
        ? "The other run has no steady phase, so its figures include the warm-up or a changing load."
        : "The reference has no steady phase, so its figures include the warm-up or a changing load.",
    );
  },

  "load-model": ({ loadModel: a }, { loadModel: b }) => {
    if (a === b) return null;
    if (a === "unknown" || b === "unknown") return note("The load model of one run is unknown.");
    return warn(
      `The load model differs: ${a} → ${b}. A closed model waits for responses and hides part of a stall.`,
    );
  },

  "offered-load": (a, b) => {
    if (a.loadModel !== "open" || b.loadModel !== "open" || a.throughput === null || b.throughput === null)
      return null;
    const share = b.throughput / a.throughput - 1;
    if (!(Math.abs(share) > OFFERED_APART)) return null;
    return warn(
      `The offered load differs: ${figure(a.throughput)} → ${figure(b.throughput)} req/s (${formatChange(share)}).`,
    );
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
    if (alike) return null;
    if (short(a))
      return warn(
        `The reference achieved only ${formatPercentBelow(a, MIN_ACHIEVED_SHARE)} of its expected requests, so its latencies are from a lower load.`,
      );
    return short(b)
      ? warn(
          `The other run achieved only ${formatPercentBelow(b, MIN_ACHIEVED_SHARE)} of its expected requests, so its latencies are from a lower load.`,
        )
      : null;
  },

  generators: ({ generators: a }, { generators: b }) =>
    a === b ? null : warn(`The number of generators differs: ${a} → ${b}.`),

  saturation: ({ saturated: a }, { saturated: b }) => {
    if (!a && !b) return null;
    const which = a && b ? "both runs" : a ? "the reference" : "the other run";
    return warn(`The generator couldn't send the full load in ${which}.`);
  },

  duration: ({ durationSeconds: a }, { durationSeconds: b }) => {
    if (a === null || b === null || !(a > 0) || !(b > 0)) return null;
    const ratio = Math.max(a, b) / Math.min(a, b);
    if (ratio < DURATION_NOTE) return null;
    const words = `The compared windows differ in length: ${formatLength(Math.round(a))} and ${formatLength(Math.round(b))}.`;
    return ratio < DURATION_WARN ? note(words) : warn(words);
  },

  "label-mix": (a, b) => {
    const apart = mixDistance(a.labels, b.labels);
    if (apart === null || apart < MIX_WARN) return null;
    const words = `The label mix differs: ${formatRoughPercent(apart)} of the requests have different labels.`;
    return apart >= MIX_VETO && a.experimentId === b.experimentId && a.tool === b.tool
      ? { severity: "veto", words }
      : warn(words);
  },

  environment: ({ environment: a }, { environment: b }) => {
    if (a === b) return null;
    if (a === null || b === null) return note(`Only one run names its environment: ${a ?? b}.`);
    return warn(`The environment differs: ${a} → ${b}.`);
  },

  tool: (a, b) => {
    if (a.tool !== b.tool)
      return warn(`The tool differs: ${a.tool} → ${b.tool}. The two may not measure the same way.`);
    if (a.toolVersion === b.toolVersion) return null;
    return note(
      `The version of ${a.tool} differs: ${a.toolVersion ?? "unknown"} → ${b.toolVersion ?? "unknown"}.`,
    );
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
    if ((a === "buckets") === (b === "buckets")) return null;
    return warn(
      "The percentiles of one run come from the source's own buckets, so only a range of each is known.",
    );
  },

  status: ({ status: a }, { status: b }) => {
    if (a === "finished" && b === "finished") return null;
    if (a !== "finished" && b !== "finished") return warn("Both runs are incomplete.");
    return warn(a === "finished" ? "The other run is incomplete." : "The reference is incomplete.");
  },
};

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

function figure(value: number): string {
  return value.toLocaleString(
    "en-US",
    value < 1_000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );
}
