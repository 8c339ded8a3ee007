import type { ProofGrade } from "../proof/proof.ts";
import type { LatencySource } from "../cell/sample.ts";
import { formatLength } from "../format/duration.ts";
import { formatChange, formatPercent, formatRoughPercent } from "../format/number.ts";

/** What decides whether two runs may be laid beside each other at all. Null: the run does not tell. */
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
  /** The tool itself says that it could not send what it should have. */
  saturated: boolean;
  source: LatencySource;
  grade: ProofGrade;
  /** Share of the requests by label, of the busiest labels. */
  labels: ReadonlyMap<string, number>;
}

export const DIFFERENCE_SEVERITIES = ["note", "warn", "veto"] as const;
/** Veto: no verdict stands on this pair. Warn: it may be the reason for a change. Note: good to know. */
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
  /** False: something vetoes, and verdicts are "not comparable". */
  comparable: boolean;
  /** The gravest first. */
  differences: Difference[];
  /** What was looked at and is alike. */
  alike: DifferenceKind[];
}

/** With an open load, throughput is what was offered: so much apart is another load. */
const OFFERED_APART = 0.1;
const ACHIEVED_LEAST = 0.95;
const DURATION_NOTE = 1.25;
const DURATION_WARN = 2;
/** Share of the requests that would have to change their label for the mixes to be alike. */
const MIX_WARN = 0.05;
const MIX_VETO = 0.5;

type Found = Omit<Difference, "kind"> | null;
type Look = (before: RunFingerprint, after: RunFingerprint) => Found;

/** Everything in which two runs are not alike. It stands above every delta, and a veto keeps verdicts from it. */
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
  service: ({ service: a }, { service: b }) => (a === b ? null : warn(`Two services: ${a} and ${b}.`)),

  experiment: (a, b) =>
    a.experimentId === b.experimentId
      ? null
      : warn(`Two experiments: ${a.experiment} and ${b.experiment}. Their workloads need not be the same.`),

  "load-shape": ({ settled: a, source }, { settled: b }) => {
    if (a === b || isQuoted(source)) return null;
    const which = a ? "The later run" : "The earlier run";
    return warn(`${which} has no steady phase: its figures hold the warm-up or a load that kept changing.`);
  },

  "load-model": ({ loadModel: a }, { loadModel: b }) => {
    if (a === b) return null;
    if (a === "unknown" || b === "unknown")
      return note("Of one run it is not known whether its load model is open or closed.");
    return warn(`Load model ${a} → ${b}: a closed one waits for answers and hides part of a stall.`);
  },

  "offered-load": (a, b) => {
    if (a.loadModel !== "open" || b.loadModel !== "open" || a.throughput === null || b.throughput === null)
      return null;
    const share = b.throughput / a.throughput - 1;
    if (!(Math.abs(share) > OFFERED_APART)) return null;
    return warn(
      `The load itself differs: ${figure(a.throughput)} → ${figure(b.throughput)} req/s offered (${formatChange(share)}).`,
    );
  },

  achieved: ({ achieved: a }, { achieved: b }) => {
    const said = (which: string, share: number) =>
      `${which} achieved ${formatPercent(share)} of its expected requests`;
    const short = (share: number | null): share is number => share !== null && share < ACHIEVED_LEAST;
    if (short(a) && short(b)) return warn(`${said("The earlier run", a)}, ${said("the later", b)}.`);
    if (short(a)) return warn(`${said("The earlier run", a)}: its latencies are of less load.`);
    return short(b) ? warn(`${said("The later run", b)}: its latencies are of less load.`) : null;
  },

  generators: ({ generators: a }, { generators: b }) => (a === b ? null : warn(`Generators ${a} → ${b}.`)),

  saturation: ({ saturated: a }, { saturated: b }) => {
    if (!a && !b) return null;
    const which = a && b ? "both runs" : a ? "the earlier run" : "the later run";
    return warn(`The generator could not send all that it should have in ${which}.`);
  },

  duration: ({ durationSeconds: a }, { durationSeconds: b }) => {
    if (a === null || b === null || !(a > 0) || !(b > 0)) return null;
    const ratio = Math.max(a, b) / Math.min(a, b);
    if (ratio < DURATION_NOTE) return null;
    const words = `Compared for ${formatLength(Math.round(a))} and ${formatLength(Math.round(b))}.`;
    return ratio < DURATION_WARN ? note(words) : warn(words);
  },

  "label-mix": (a, b) => {
    const apart = mixDistance(a.labels, b.labels);
    if (apart === null || apart < MIX_WARN) return null;
    const words = `The mix of labels differs: ${formatRoughPercent(apart)} of the requests are of other labels.`;
    return apart >= MIX_VETO && a.experimentId === b.experimentId && a.tool === b.tool
      ? { severity: "veto", words }
      : warn(words);
  },

  environment: ({ environment: a }, { environment: b }) => {
    if (a === b) return null;
    if (a === null || b === null) return note(`Only one run says its environment: ${a ?? b}.`);
    return warn(`Environment ${a} → ${b}.`);
  },

  tool: (a, b) => {
    if (a.tool !== b.tool) return warn(`Tool ${a.tool} → ${b.tool}: they need not measure the same.`);
    if (a.toolVersion === b.toolVersion) return null;
    return note(
      `${a.tool} ${a.toolVersion ?? "of unknown version"} → ${b.toolVersion ?? "of unknown version"}.`,
    );
  },

  "percentile-source": ({ source: a }, { source: b }) => {
    const untold = [a, b].filter(isQuoted).length;
    if (untold > 0) {
      const which = untold === 2 ? "Both runs bring" : "One run brings";
      return {
        severity: "veto",
        words: `${which} the tool's own figures and no samples: figures are compared as quoted, and noise cannot be told from change.`,
      };
    }
    if ((a === "buckets") === (b === "buckets")) return null;
    return warn(
      "The percentiles of one run come from the source's own buckets and are known to an interval only.",
    );
  },

  status: ({ status: a }, { status: b }) => {
    if (a === "finished" && b === "finished") return null;
    const which = a === b ? "Both runs are" : a === "finished" ? "The later run is" : "The earlier run is";
    return warn(`${which} not complete.`);
  },
};

/** The tool's own percentiles, or none: nothing to resample. */
export function isQuoted(source: LatencySource): boolean {
  return source === "quoted" || source === "none";
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
