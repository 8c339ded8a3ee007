import type { ProofAnswer } from "@headroom/contract";
import { formatBoundRange, formatCount, formatLength } from "@headroom/ui";
import type { ProofNote } from "@headroom/ui";

const SOURCES: Record<ProofAnswer["source"], string> = {
  samples: "all samples, in merged sketches",
  sketch: "the source's sketches, merged",
  buckets: "the source's own buckets",
  quoted: "the tool's own summary, as reported",
  none: "none: the source reports no percentiles",
};

const LOAD_MODELS: Record<string, string> = {
  open: "open: waiting time is counted",
  closed: "closed: stalls may hide slow requests",
};

const EXACT = "none: exactly as the tool measured it";

export interface ProofInput {
  proof: ProofAnswer;
  loadModel: string;
  steady: { fromSeconds: number; method: string } | null;
  /** The window that is shown; left out: the one that was judged. */
  window?: { kind: "steady" | "whole" | "custom" };
}

/** Makes the note of one percentile. Takes its own bound in milliseconds if that is more precise than the run's. */
export type MakeProofNote = (name: string, millis: number, boundMillis: number | null) => ProofNote;

/** How one percentile was calculated: the facts behind its grade. */
export function prepareProofNote(
  input: ProofInput,
  name: string,
  millis: number | null,
  boundMillis: number | null = null,
): ProofNote {
  const { proof } = input;
  const exact: readonly string[] = proof.exact;
  const isExact =
    boundMillis === null ? exact.includes(name) : boundMillis === 0 && proof.errorBound !== null;
  return {
    grade: proof.grade,
    title: `How this ${name} was calculated`,
    facts: [
      { name: "source", value: SOURCES[proof.source] },
      { name: "error bound", value: isExact ? EXACT : boundWords(proof.errorBound, millis, boundMillis) },
      ...beyondFact(proof, name),
      { name: "load model", value: loadModelWords(input.loadModel) },
      { name: "warm-up", value: warmUpWords(input) },
    ],
    reasons: [...proof.reasons, ...proof.overrides],
  };
}

export interface ProofPanel {
  grade: ProofNote["grade"];
  facts: ProofNote["facts"];
  reasons: readonly string[];
}

/** The same for the run as a whole. The table of figures has the requests beyond each percentile. */
export function prepareProofPanel(input: ProofInput): ProofPanel {
  const { grade, facts, reasons } = prepareProofNote(input, "", null);
  return { grade, facts, reasons };
}

function boundWords(bound: number | null, millis: number | null, boundMillis: number | null): string {
  if (bound === null) return "not reported by the source";
  const share = `±${(bound * 100).toLocaleString("en-US", { maximumFractionDigits: 2 })}%`;
  if (millis === null || millis === 0) return share;
  const own = boundMillis === null ? bound : boundMillis / millis;
  const range = `${formatBoundRange(millis, own)} ms`;
  return own > bound * 1.01 ? `${share} and the tool's rounding: ${range}` : `${share}, so ${range}`;
}

function beyondFact(proof: ProofAnswer, name: string): ProofNote["facts"] {
  const beyond: Readonly<Record<string, number>> = proof.beyond;
  const count = beyond[name];
  return count === undefined ? [] : [{ name: "slower requests", value: formatCount(count) }];
}

function loadModelWords(loadModel: string): string {
  return LOAD_MODELS[loadModel] ?? "unknown";
}

function warmUpWords({ steady, window }: ProofInput): string {
  if (window?.kind === "custom") return "custom window";
  if (steady === null || window?.kind === "whole") return "included";
  if (steady.fromSeconds < 1)
    return steady.method === "hand" ? "none, set manually" : `none detected (${steady.method})`;
  const how = steady.method === "hand" ? "set manually" : `detected by ${steady.method}`;
  return `${formatLength(Math.round(steady.fromSeconds))} left out, ${how}`;
}
