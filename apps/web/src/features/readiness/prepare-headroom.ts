import type { ExperimentProofAnswer, HeadroomAnswer } from "@headroom/contract";
import { DAY_MILLIS, productionText } from "@headroom/core";
import { formatFigure, formatTimesOf } from "@headroom/ui";
import type { FigureCell, IconName } from "@headroom/ui";
import { prepareHeadroomBar } from "./prepare-headroom-bar.ts";
import type { HeadroomBar } from "./prepare-headroom-bar.ts";
import {
  calibrationText,
  capacityText,
  cell,
  expectedText,
  missesText,
  proofText,
  VERDICTS,
} from "./prepare-readiness.ts";

export interface HeadroomModel {
  verdict: { word: string; icon: IconName; ink: string };
  figures: FigureCell[];
  /** Whether the run that sets the capacity was like live traffic. */
  likeness: { words: string; runId: string } | null;
  experiments: ProofRow[];
  /** What production itself held, in a sentence. */
  production: string | null;
  peaks: PeakRow[];
  /** Of the peak day that decides; null: none is planned, or nobody knows how high it will be. */
  bar: HeadroomBar | null;
}

export interface ProofRow {
  id: string;
  name: string;
  /** Requests a second. */
  throughput: string | null;
  accepted: boolean;
  /** It counts, and met its targets. */
  isProven: boolean;
  /** What was missed and accepted, or what a past peak day showed that it is worth. */
  note: string | null;
  run: { id: string; number: number } | null;
  /** How old the proof is, or why it's missing. */
  words: string;
  ink: string;
  /** Days for which it still counts; null: there is no proof. */
  left: { days: number; of: number; state: "fresh" | "ageing" | "outdated" } | null;
}

export interface PeakRow {
  id: string;
  name: string;
  startsAt: string;
  verdict: { word: string; icon: IconName; ink: string };
  expected: string;
  times: string;
  decides: boolean;
}

const NO_PEAK = { word: "No peak day is planned", icon: "none", ink: "text-ink-3" } as const;

/** What tests prove of a service, for its page. */
export function prepareHeadroom(answer: HeadroomAnswer, now: Date): HeadroomModel {
  const { verdict, experiments, policy } = answer;
  return {
    verdict: verdict === "no-peak-day" ? NO_PEAK : VERDICTS[verdict],
    figures: figuresOf(answer),
    bar: barOf(answer),
    likeness: likenessOf(answer),
    experiments: experiments.map((one) => proofRow(one, policy.proofDays, now)),
    production: answer.production == null ? null : productionText(answer.production),
    peaks: answer.peaks.map((peak) => ({
      id: peak.peakDay.id,
      name: peak.peakDay.name,
      startsAt: peak.peakDay.startsAt,
      verdict: VERDICTS[peak.verdict],
      expected: peak.expected === null ? "not known" : `${formatFigure(peak.expected.throughput)} req/s`,
      times: peak.times === null ? "unproven" : formatTimesOf(peak.times, answer.policy.factor),
      decides: peak.peakDay.id === answer.decidedBy,
    })),
  };
}

function barOf({ peaks, decidedBy, capacity, policy, experiments }: HeadroomAnswer): HeadroomBar | null {
  const peak = peaks.find(({ peakDay }) => peakDay.id === decidedBy);
  if (peak === undefined) return null;
  const { expected, required, times } = peak;
  return prepareHeadroomBar({ expected, required, times, capacity, policy, experiments });
}

function figuresOf(answer: HeadroomAnswer): FigureCell[] {
  const { capacity, policy, peaks, decidedBy } = answer;
  const peak = peaks.find(({ peakDay }) => peakDay.id === decidedBy);
  const tested = cell("Tested capacity", capacity === null ? "No proof" : formatFigure(capacity), {
    unit: capacity === null ? "" : "req/s",
    caption: capacityText(answer),
  });
  if (peak === undefined) return [tested];
  const { expected, required, times } = peak;
  return [
    cell("Expected peak", expected === null ? "Not known" : formatFigure(expected.throughput), {
      unit: expected === null ? "" : "req/s",
      caption: expectedText(peak),
    }),
    cell(`Required, ${policy.factor}x`, required === null ? "Not known" : formatFigure(required), {
      unit: required === null ? "" : "req/s",
      caption: peak.peakDay.name,
    }),
    tested,
    cell("Headroom", times === null ? "Unproven" : formatTimesOf(times, policy.factor), {
      unit: "",
      caption: "tested capacity by expected peak",
    }),
  ];
}

const LIKENESS: Record<NonNullable<HeadroomAnswer["representative"]>, string> = {
  yes: "The run that sets the tested capacity was like live traffic.",
  "in-part": "The run that sets the tested capacity was like live traffic in part.",
  no: "The run that sets the tested capacity was not like live traffic.",
  unknown: "Nobody can say whether the run that sets the tested capacity was like live traffic.",
};

function likenessOf({ representative, capacity, experiments }: HeadroomAnswer): HeadroomModel["likeness"] {
  const lowest = experiments.find(({ throughput }) => throughput !== null && throughput === capacity);
  if (representative === null || lowest?.run == null) return null;
  return { words: LIKENESS[representative], runId: lowest.run.id };
}

function proofRow(one: ExperimentProofAnswer, proofDays: number, now: Date): ProofRow {
  const { experiment, throughput, run, misses } = one;
  return {
    id: experiment.id,
    name: experiment.name,
    run,
    throughput: throughput === null ? null : formatFigure(throughput),
    accepted: misses.length > 0,
    isProven: one.state === "proven" && one.freshness?.state !== "outdated",
    note: noteOf(one),
    ...proofText(one),
    left: leftOf(one, proofDays, now),
  };
}

function noteOf({ misses, calibration }: ExperimentProofAnswer): string | null {
  if (misses.length > 0) return `missed ${missesText({ misses })}, accepted`;
  return calibration === null ? null : calibrationText(calibration);
}

function leftOf({ freshness }: ExperimentProofAnswer, proofDays: number, now: Date): ProofRow["left"] {
  if (freshness === null) return null;
  const days = Math.ceil((Date.parse(freshness.endsAt) - now.getTime()) / DAY_MILLIS);
  return { days: Math.max(0, days), of: proofDays, state: freshness.state };
}
