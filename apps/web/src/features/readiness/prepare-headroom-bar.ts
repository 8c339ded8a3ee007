import type { ReadinessReport } from "@headroom/contract";
import { formatFigure, formatShort, formatTimes } from "@headroom/ui";
import { isMeasured } from "./prepare-readiness.ts";

export interface BarMark {
  /** In percent of the width. */
  at: number;
  text: string;
}

export interface HeadroomBar {
  expected: BarMark;
  required: BarMark;
  /** Null: unproven. */
  proven: (BarMark & { isAccepted: boolean }) | null;
  /** What lies between required and proven: "37,399 to spare", or what is missing. */
  between: { from: number; to: number; text: string; isShort: boolean } | null;
  ticks: BarMark[];
  /** For people who don't see it. */
  spoken: string;
}

/** Room beyond the largest value, where nothing is proven. */
const ROOM = 1.12;

/** What the peak needs against what tests have proven, on one scale. Null: nobody has said how high the peak will be. */
export function prepareHeadroomBar({
  expected,
  required,
  capacity,
  times,
  policy,
  experiments,
}: Pick<ReadinessReport, "expected" | "required" | "capacity" | "times" | "policy"> &
  Parameters<typeof isMeasured>[0]): HeadroomBar | null {
  if (expected === null || required === null) return null;
  const most = Math.max(required, capacity ?? 0, expected.throughput) * ROOM;
  const at = (value: number) => (100 * value) / most;
  const mark = (value: number, words: string): BarMark => ({
    at: at(value),
    text: `${words} ${formatFigure(value)}`,
  });
  const needed = mark(required, "required");
  const isAccepted = isMeasured({ capacity, experiments });
  const word = isAccepted ? "measured" : "proven";
  const ofExpected = times === null ? "" : ` (${formatTimes(times)} expected)`;
  const found = capacity === null ? null : mark(capacity, word);
  const proven = found === null ? null : { ...found, text: `${found.text}${ofExpected}`, isAccepted };
  return {
    expected: mark(expected.throughput, "expected"),
    required: { ...needed, text: `${needed.text} (${policy.factor}x)` },
    proven,
    between:
      capacity === null || times === null
        ? null
        : {
            from: at(Math.min(required, capacity)),
            to: at(Math.max(required, capacity)),
            isShort: capacity < required,
            text:
              capacity < required
                ? `${formatFigure(required - capacity)} short`
                : `${formatFigure(capacity - required)} to spare`,
          },
    ticks: ticksUpTo(most).map((value) => ({ at: at(value), text: formatShort(value) })),
    spoken: [
      `Expected peak ${formatFigure(expected.throughput)} requests per second`,
      `required ${formatFigure(required)}`,
      capacity === null ? "nothing proven" : `${word} ${formatFigure(capacity)}`,
    ].join(", "),
  };
}

/** Four or five round numbers from 0. */
function ticksUpTo(most: number): number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, place) => place * step);
}
