import type { Cell } from "../cell/cell.ts";
import type { Unsent } from "../phase/unsent.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Metric } from "../targets/metrics.ts";
import { isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { roundingOf } from "./judged-threshold.ts";
import { countStalls, heldBackIn } from "./held-back.ts";
import type { FigureInput } from "./judged.ts";
import type { TargetReason } from "./target-sentences.ts";
import { withUnsent } from "./with-unsent.ts";

/**
 * Why latencies that look met don't settle their target: a stall or a partial hang kept requests from being sent, and with those the figure
 * would be on the other side. Null: none were held back, or they make no difference.
 */
export function stallDoubt(target: Target, judged: Stalled): TargetReason | null {
  const { measured, threshold, input } = judged;
  const { metric, comparator, users, asMeasured } = target;
  if (metricRow(metric).quantity !== "time" || !isCeiling(comparator) || users !== null || asMeasured)
    return null;
  const window = measured.window ?? input.window;
  const unsent = window === null ? [] : heldBackIn(input, window);
  const figure = unsent.length === 0 ? null : figureWith(unsent, metric, judged);
  if (figure === null || figure.value <= threshold.value) return null;
  return { code: "stalled", ...countStalls(unsent), metric, ...figure };
}

type Stalled = Pick<FigureInput, "measured" | "threshold" | "input">;

/** Null: the source has no samples to add them to. */
function figureWith(
  unsent: readonly Unsent[],
  metric: Metric,
  { measured, input }: Stalled,
): { value: number; unit: string } | null {
  if (measured.cell === null) return null;
  const cell = withUnsent(measured.cell, shareOf(unsent, measured.cell, input.figures.all));
  if (cell === null) return null;
  const figure = metricRow(metric).read(metric, {
    cell,
    parts: [cell],
    seconds: measured.seconds,
    absent: [],
    achieved: null,
    rounding: roundingOf(input),
    gauge: () => null,
    asked: measured.unit,
  });
  return "problem" in figure || figure.value === null ? null : { value: figure.value, unit: figure.unit };
}

/** Of one label's requests, as many were held back as it has of all. */
function shareOf(unsent: readonly Unsent[], { requests }: Cell, all: Cell): Unsent[] {
  const share = all.requests === 0 ? 1 : Math.min(1, requests / all.requests);
  return unsent.map((one) => ({ ...one, requests: Math.round(one.requests * share) }));
}
