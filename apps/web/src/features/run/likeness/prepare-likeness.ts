import type { LikenessAnswer } from "@headroom/contract";
import { formatCount, formatPercent, toCsv } from "@headroom/ui";

interface CheckRow {
  kind: string;
  title: string;
  state: string;
  tone: string;
  words: string;
}

interface LabelShareRow {
  label: string;
  /** As the test calls it, if that is another name. */
  testLabel: string | null;
  test: string;
  live: string;
  /** In percentage points. */
  difference: string;
}

export interface LikenessModel {
  lead: string;
  /** What it was compared with; the window follows. Null: nothing. */
  compared: string | null;
  requests: string;
  checks: CheckRow[];
  rows: LabelShareRow[];
  /** How many labels aren't listed. */
  more: number;
  /** The shares of live traffic, to be copied into a test; null: it has no labels. */
  mix: { json: string; csv: string } | null;
}

type Checks = LikenessAnswer["checks"][number];

export const REPRESENTATIVE_WORDS: Record<LikenessAnswer["representative"], string> = {
  yes: "Representative of live traffic.",
  "in-part": "Representative in part.",
  no: "Not representative of live traffic.",
  unknown: "Can't say whether this run is representative.",
};
const TITLES: Record<Checks["kind"], string> = {
  "label-mix": "Label mix",
  throughput: "Load",
  bursts: "Bursts",
  cache: "Cache",
  errors: "Errors",
  payload: "Payload",
};
const STATES: Record<Checks["state"], { state: string; tone: string }> = {
  alike: { state: "Alike", tone: "text-good" },
  apart: { state: "Differs", tone: "text-unsure" },
  far: { state: "Far apart", tone: "text-bad" },
  unknown: { state: "Unknown", tone: "text-ink-3" },
};
const ROWS = 20;

export function prepareLikeness({ representative, window, checks, mix }: LikenessAnswer): LikenessModel {
  const labels = mix?.labels ?? [];
  return {
    lead: REPRESENTATIVE_WORDS[representative],
    compared: window === null ? null : comparedWith(window),
    requests: window === null ? "" : `${formatCount(window.requests)} requests`,
    checks: checks.map(({ kind, state, words }) => ({ kind, title: TITLES[kind], ...STATES[state], words })),
    rows: labels.slice(0, ROWS).map(({ label, testLabel, test, live }) => ({
      label,
      testLabel,
      test: shareText(test),
      live: shareText(live),
      difference: pointsText(test - live),
    })),
    more: Math.max(0, (mix?.labelsTotal ?? 0) - ROWS),
    mix: mixOf(labels.filter(({ live }) => live > 0)),
  };
}

function comparedWith({ chosen, peakDay }: NonNullable<LikenessAnswer["window"]>): string {
  if (chosen === "asked") return "Compared with live traffic of";
  return peakDay === null
    ? "Compared with the busiest hour of the last 7 days,"
    : `Compared with the busiest hour of ${peakDay.name},`;
}

/** Nothing isn't a small share. */
function shareText(share: number): string {
  return share === 0 ? "–" : formatPercent(share);
}

function pointsText(difference: number): string {
  const points = Math.abs(difference * 100);
  if (points < 0.05) return "0";
  return `${difference < 0 ? "\u2212" : "+"}${points.toFixed(1)}`;
}

function mixOf(labels: readonly { label: string; live: number }[]): LikenessModel["mix"] {
  if (labels.length === 0) return null;
  const rounded = labels.map(({ label, live }) => ({ label, share: Number(live.toPrecision(4)) }));
  return {
    json: JSON.stringify(rounded, null, 2),
    csv: toCsv(
      ["label", "share"],
      rounded.map(({ label, share }) => [label, share]),
    ),
  };
}
