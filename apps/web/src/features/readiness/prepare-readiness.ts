import type { EvidenceRun, ExperimentProofAnswer, ReadinessReport } from "@headroom/contract";
import { formatCountdown } from "@headroom/core/format";
import { formatFigure, formatKnown, formatMillis, formatTimesOf, outcomeState } from "@headroom/ui";
import type { FigureCell, IconName, OutcomeState } from "@headroom/ui";
import { missText } from "../peak-day/day-words.ts";
import { withSigns } from "../delta/threshold-text.ts";

export const VERDICTS: Readonly<
  Record<ReadinessReport["verdict"], { word: string; icon: IconName; ink: string }>
> = {
  ready: { word: "Ready", icon: "met", ink: "text-good" },
  "at-risk": { word: "At risk", icon: "warning", ink: "text-unsure" },
  "not-ready": { word: "Not ready", icon: "missed", ink: "text-bad" },
};

/** "in 12 days", "in 5 hours", "running", "over" */
export function countdownText({ now, phase, peakDay }: ReadinessReport): string {
  if (phase === "during") return "running now";
  if (phase === "after") return "over";
  return formatCountdown(new Date(peakDay.startsAt), new Date(now));
}

type Experiment = ReadinessReport["experiments"][number];

/** Those that the sentence doesn't say already. */
export function reasonsBeside({
  sentence,
  reasons,
}: Pick<ReadinessReport, "sentence" | "reasons">): ReadinessReport["reasons"] {
  return reasons.filter(({ experiment, words }) => {
    return sentence !== (experiment === null ? words : `${experiment.name} ${words}`);
  });
}

/** The figures that decide. */
export function figuresOf(report: ReadinessReport): FigureCell[] {
  const { capacity, required, times, policy, expected } = report;
  const oldest = oldestOf(report.experiments);
  return [
    cell("Expected peak", expected === null ? "Not known" : formatFigure(expected.throughput), {
      unit: expected === null ? "" : "req/s",
      caption: expectedText(report),
    }),
    cell("Tested capacity", capacity === null ? "No proof" : formatFigure(capacity), {
      unit: capacity === null ? "" : "req/s",
      caption: capacityText(report),
    }),
    cell("Headroom", times === null ? "Unproven" : formatTimesOf(times, policy.factor), {
      unit: "",
      caption:
        required === null
          ? `${policy.factor}x is required`
          : `${policy.factor}x is required, ${formatFigure(required)} req/s`,
    }),
    // What missed a target is no proof, even if it counts because somebody accepts that.
    cell(
      report.experiments.some(({ state }) => state === "accepted") ? "Oldest result" : "Oldest proof",
      oldest === null ? "None" : String(oldest.days),
      {
        unit: oldest === null ? "" : oldest.days === 1 ? "day" : "days",
        caption: `counts for ${policy.proofDays} days`,
      },
    ),
  ];
}

export function cell(label: string, value: string, rest: { unit: string; caption: string }): FigureCell {
  return { key: label, label, value, ...rest };
}

function oldestOf(experiments: readonly Experiment[]): NonNullable<Experiment["freshness"]> | null {
  const known = experiments.flatMap(({ freshness }) => freshness ?? []);
  return known.toSorted((a, b) => b.days - a.days)[0] ?? null;
}

export function expectedText({ expected }: Pick<ReadinessReport, "expected">): string {
  if (expected === null) return "nobody has said how high it will be";
  if (expected.kind === "typed") return expected.source ?? "as entered";
  const { earlier, growth, peak, simulated } = expected;
  return `${earlier.name}: ${formatFigure(peak)} req/s${simulated ? ", simulated" : ""}, times ${growth}`;
}

/** Whether the capacity was only measured: its run missed a target, and a member accepts that. */
export function isMeasured({
  capacity,
  experiments,
}: {
  capacity: number | null;
  experiments: readonly Pick<ExperimentProofAnswer, "throughput" | "state">[];
}): boolean {
  return experiments.some(({ throughput, state }) => throughput === capacity && state === "accepted");
}

/** Whose figure it is, where it ran, and what it missed. */
export function capacityText({
  capacity,
  experiments,
  production,
}: {
  capacity: number | null;
  experiments: readonly ExperimentProofAnswer[];
  production?: { throughput: number } | null | undefined;
}): string {
  if (capacity === null) {
    const missing = experiments.filter(
      ({ state, freshness }) => state === "unproven" || freshness?.state === "outdated",
    ).length;
    return experiments.length === 0
      ? "no experiment represents the peak"
      : experiments.length === 1
        ? `${experiments[0]?.experiment.name} has no proof that counts`
        : `${missing} of ${experiments.length} experiments have no proof that counts`;
  }
  const lowest = experiments.find(({ throughput }) => throughput === capacity);
  if (lowest === undefined) return production?.throughput === capacity ? "held by production itself" : "";
  return [lowest.experiment.name, ...notesOf(lowest)].join(", ");
}

/** What keeps it from being a plain proof. */
function notesOf({ elsewhere, run, calibration, misses }: ExperimentProofAnswer): string[] {
  return [
    ...(elsewhere ? [`on ${run?.environment ?? ""}`] : []),
    ...(run?.otherBranch == null ? [] : [`on branch ${run.otherBranch}`]),
    ...(run?.leftOut == null ? [] : [`without ${run.leftOut}`]),
    ...(calibration === null ? [] : [calibrationText(calibration)]),
    ...(misses.length === 0 ? [] : [`missed ${missesText({ misses })}, accepted`]),
  ];
}

/** "times 0.75, as Black Friday 2025 showed" */
export function calibrationText({ factor, peakDay }: NonNullable<Experiment["calibration"]>): string {
  return `times ${formatFigure(factor)}, as ${peakDay.name} showed`;
}

export function missesText({ misses }: Pick<Experiment, "misses">): string {
  return misses.map(missText).join(", ");
}

export interface EvidenceRow {
  id: string;
  name: string;
  targets: string;
  throughput: Change;
  p99: Change;
  proof: { words: string; ink: string };
  /** Of the newest run. */
  state: OutcomeState | "none";
  accepted: boolean;
  /** No real run exists. */
  simulated: boolean;
  run: { id: string; number: number } | null;
}

export interface Change {
  before: string | null;
  after: string | null;
}

const INKS = { fresh: "text-ink-2", ageing: "text-unsure", outdated: "text-bad" } as const;

export function evidenceOf({ experiments }: Pick<ReadinessReport, "experiments">): EvidenceRow[] {
  return experiments.map((one) => {
    const { experiment, before, newest, missesAccepted } = one;
    return {
      id: experiment.id,
      name: experiment.name,
      targets: one.targets.map(withSigns).join(", "),
      throughput: { before: rateText(before), after: rateText(newest) },
      p99: { before: p99Text(before), after: p99Text(newest) },
      proof: proofText(one),
      state: newest === null ? "none" : outcomeState(newest.outcome),
      accepted: missesAccepted,
      simulated: newest?.simulated ?? false,
      run: newest === null ? null : { id: newest.id, number: newest.number },
    };
  });
}

/** A run that is shown arrived a moment ago. */
export function isBeingJudged({
  experiments,
  rehearsals,
}: Pick<ReadinessReport, "experiments" | "rehearsals">): boolean {
  const shown = [...experiments.flatMap(({ newest }) => newest ?? []), ...rehearsals];
  return shown.some(({ outcome }) => outcome === null);
}

/** How old a proof is and where it ran, or why the proof is missing. */
export function proofText({
  freshness,
  detail,
  elsewhere,
  run,
  state,
}: ExperimentProofAnswer): EvidenceRow["proof"] {
  const words = withSigns(freshness?.words ?? detail ?? "No proof.");
  return {
    words: elsewhere ? `${words}, on ${run?.environment ?? ""}` : words,
    ink: freshness === null || state === "unproven" ? "text-bad" : INKS[freshness.state],
  };
}

export function rateText(run: EvidenceRun | null): string | null {
  return run?.throughput == null ? null : formatFigure(run.throughput);
}

export function p99Text(run: EvidenceRun | null): string | null {
  return run === null ? null : formatKnown({ value: run.p99Ms, range: run.p99RangeMs }, formatMillis);
}
