import { formatMillis } from "../format/latency.ts";
import type { Unsent } from "../phase/unsent.ts";
import { countStalls, stallsText } from "../verdict/held-back.ts";
import { roughly, withUnsent } from "../verdict/with-unsent.ts";
import type { Cell } from "../cell/cell.ts";
import { RELATIVE_ERROR } from "../sketch/sketch-grid.ts";
import { quantileMicros } from "../cell/summary.ts";
import type { AbsentFigure, LatencySource, LoadModel } from "../cell/sample.ts";
import { MIN_REQUESTS_BEYOND } from "../policy.ts";
import { PERCENTILE_IDS } from "../targets/figures.ts";
import type { PercentileId } from "../targets/figures.ts";

export type ProofGrade = "A" | "B" | "C" | "D";
export type ProofSource = LatencySource;

/** How the percentiles of a window were computed and how far they can be trusted. */
export interface Proof {
  /** A: samples, high resolution, enough of them, open load, warm-up excluded. B: one of these doesn't hold. C: the
   * source's buckets, or too few requests. D: the tool's own figures, or no distribution at all. */
  grade: ProofGrade;
  source: ProofSource;
  /** Largest relative error of a percentile, 0 to 1, in addition to the tool's rounding. Null if the source gives no bound. */
  errorBound: number | null;
  /** Percentiles that are exactly what the tool measured: there, its rounding leaves only one possible value. */
  exact: PercentileId[];
  /** How many requests are beyond each percentile. */
  beyond: Record<PercentileId, number>;
  reasons: string[];
  /** What was set by hand instead of detected, such as the steady phase. */
  overrides: string[];
}

export interface ProofInput {
  cell: Cell;
  source: ProofSource;
  /** In a closed model, users wait for responses, so a stall hides the requests it held back. */
  loadModel: LoadModel;
  /** Kept from live traffic: users sent the load, and no tool. */
  liveTraffic?: boolean;
  /** The step in which the source rounds latencies. */
  latencyResolutionMicros: number;
  /** The source's rounding in addition to that, as a share of the value. */
  latencyRelativeError?: number;
  absent?: readonly AbsentFigure[];
  /** False: the figures include the warm-up. */
  warmUpCut: boolean;
  /** Requests that stalls in the window held back. */
  unsent?: readonly Unsent[];
  overrides?: readonly string[];
}

const BEYOND_A_FEW = 1;
/** Rounding above this share of the p50 is visible in it. */
const MAX_ROUNDING = 0.02;
/** A histogram that rounds by more than this affects every percentile. */
const COARSE_SHARE = 0.01;

interface Mark {
  grade: ProofGrade;
  reason: string;
}

/** Grades a window's percentiles by their weakest aspect; every aspect that lowers the grade is a reason. */
export function proofOf(input: ProofInput): Proof {
  const { cell, source, absent = [], overrides = [] } = input;
  const beyond = beyondOf(absent.includes("request-count") ? 0 : cell.requests);
  // Without percentiles, it isn't their count that is missing.
  const isBare = cell.distribution.kind === "none" && UNCOUNTABLE.some((figure) => absent.includes(figure));
  const uncounted = absent.includes("requests");
  const marks = [
    ...(isBare ? BARE : uncounted ? UNCOUNTED : sourceMarks(cell, source)),
    ...(isBare ? [] : absent.includes("request-count") ? UNCOUNTED : fewMarks(cell.requests, beyond)),
    ...sampleMarks(input),
    ...(absent.includes("errors") ? ERRORS_UNTOLD : []),
  ];
  return {
    grade: marks.map(({ grade }) => grade).reduce((worst, grade) => (grade > worst ? grade : worst), "A"),
    source,
    errorBound: errorBoundOf(input),
    exact: exactOf(input),
    beyond,
    reasons: marks.map(({ reason }) => reason),
    overrides: [...overrides],
  };
}

function beyondOf(requests: number): Record<PercentileId, number> {
  const beyond = (percent: number) => Math.floor(requests * (1 - percent / 100) + 1e-9);
  return { p50: beyond(50), p90: beyond(90), p95: beyond(95), p99: beyond(99), "p99.9": beyond(99.9) };
}

function sourceMarks({ requests, distribution }: Cell, source: ProofSource): Mark[] {
  if (requests === 0) return [{ grade: "D", reason: "No requests completed." }];
  if (source === "quoted" || distribution.kind === "quoted") {
    return [{ grade: "D", reason: "The tool reported these percentiles. Its method isn't known." }];
  }
  if (distribution.kind === "none") return [{ grade: "D", reason: "The source reports no distribution." }];
  if (source === "buckets" || distribution.kind === "buckets") {
    return [{ grade: "C", reason: bucketWords(distribution) }];
  }
  return [];
}

function bucketWords(distribution: Cell["distribution"]): string {
  const listed = distribution.kind === "buckets" ? (distribution.listedMicros ?? {}) : {};
  const own = PERCENTILE_IDS.filter((percentile) => percentile in listed);
  if (own.length === 0) return "The source reports buckets, so only a range of each percentile is known.";
  const stated = `The source reports buckets, and states ${own.join(", ")} itself`;
  return own.length === PERCENTILE_IDS.length
    ? `${stated}.`
    : `${stated}. Only a range of the others is known.`;
}

const UNCOUNTED: readonly Mark[] = [
  { grade: "D", reason: "The tool reports percentiles without the number of requests behind them." },
];
const UNCOUNTABLE = ["requests", "request-count"] as const;
const BARE: readonly Mark[] = [{ grade: "D", reason: "The source reports no percentiles." }];
const ERRORS_UNTOLD: readonly Mark[] = [
  { grade: "A", reason: "The source doesn't report which requests failed." },
];

function fewMarks(requests: number, beyond: Record<PercentileId, number>): Mark[] {
  if (requests === 0) return [];
  const few = PERCENTILE_IDS.filter((percentile) => beyond[percentile] < MIN_REQUESTS_BEYOND);
  if (few.length === 0) return [];
  const counts = few.map((percentile) => `${beyond[percentile]} beyond ${percentile}`).join(", ");
  const grade = beyond.p99 >= MIN_REQUESTS_BEYOND ? "A" : beyond.p99 >= BEYOND_A_FEW ? "B" : "C";
  return [{ grade, reason: `Few requests for some percentiles: ${counts}.` }];
}

/** What can spoil samples. Figures from the source itself are already graded lower. */
function sampleMarks(input: ProofInput): Mark[] {
  const { cell, loadModel, liveTraffic = false, latencyResolutionMicros, warmUpCut, unsent = [] } = input;
  if (cell.requests === 0 || cell.distribution.kind !== "sketch") return [];
  const marks: Mark[] = [];
  const hidden = liveTraffic ? HIDDEN_BY_USERS : hiddenByStalls(cell, loadModel, unsent);
  if (hidden !== null) marks.push({ grade: "B", reason: hidden });
  if (latencyResolutionMicros > 1)
    marks.push(roundingMark(latencyResolutionMicros, quantileMicros(cell, 50) ?? 0));
  marks.push(...histogramMarks(input));
  if (!warmUpCut) marks.push({ grade: "B", reason: "The warm-up is included." });
  return marks;
}

/** Live traffic that came as single requests is in our own sketches: no tool has rounded it. */
function histogramMarks({ source, liveTraffic = false, latencyRelativeError = 0 }: ProofInput): Mark[] {
  if (source !== "sketch" || (liveTraffic && latencyRelativeError === 0)) return [];
  const share = Number((latencyRelativeError * 100).toPrecision(2));
  const grade = latencyRelativeError > COARSE_SHARE ? "B" : "A";
  return [
    { grade, reason: `The percentiles come from the tool's histogram, which rounds by up to ${share}%.` },
  ];
}

const HIDDEN_BY_USERS = "In a stall, users may wait or leave, so it may hide requests.";

const WAITS: Record<ProofInput["loadModel"], string> = {
  open: "The load is stated as open, but",
  closed: "The tool waits for responses:",
  unknown: "The tool may wait for responses:",
};

/** What a stall hid, or may have hidden; null under an open load that went on. */
function hiddenByStalls(
  cell: Cell,
  loadModel: ProofInput["loadModel"],
  unsent: readonly Unsent[],
): string | null {
  const { requests, ...stalls } = countStalls(unsent);
  if (requests === 0) {
    if (loadModel === "open") return null;
    const known = loadModel === "closed" ? "The tool waits for responses" : "The tool may wait for responses";
    return `${known}, so a stall may hide requests (coordinated omission).`;
  }
  const held = `${WAITS[loadModel]} about ${roughly(requests).toLocaleString("en-US")} requests were never sent in ${stallsText(stalls)}.`;
  const whole = withUnsent(cell, unsent);
  const micros = whole === null ? null : quantileMicros(whole, 99);
  if (micros === null) return held;
  return `${held} With them, p99 would be about ${formatMillis(roughly(micros) / 1_000)} ms (an estimate, not in the figures).`;
}

function roundingMark(resolutionMicros: number, p50Micros: number): Mark {
  const step = resolutionMicros >= 1_000 ? `${resolutionMicros / 1_000} ms` : `${resolutionMicros} µs`;
  const coarse = resolutionMicros > MAX_ROUNDING * p50Micros;
  if (!coarse) return { grade: "A", reason: `The tool rounds latencies to ${step}.` };
  return {
    grade: "B",
    reason: `The tool rounds latencies to ${step}, which is coarse compared with the p50.`,
  };
}

function errorBoundOf({ cell, source, latencyRelativeError = 0 }: ProofInput): number | null {
  const ours = cell.distribution.kind === "sketch" && cell.requests > 0;
  return ours && (source === "samples" || source === "sketch") ? RELATIVE_ERROR + latencyRelativeError : null;
}

/** A histogram that rounds by a share has no exact values, whatever step it also rounds to. */
function exactOf({ cell: { distribution }, latencyRelativeError = 0 }: ProofInput): PercentileId[] {
  if (distribution.kind !== "sketch" || latencyRelativeError > 0) return [];
  const { all } = distribution;
  return PERCENTILE_IDS.filter((percentile) => {
    const bounds = all.quantileBounds(Number(percentile.slice(1)) / 100);
    return bounds !== null && bounds.low === bounds.high;
  });
}
