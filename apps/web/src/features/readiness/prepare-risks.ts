import type { ReadinessReport } from "@headroom/contract";
import { DAY_MILLIS } from "@headroom/core";
import { formatFigure, joinUnit } from "@headroom/ui";

/** A missed target that nobody accepts. */
export interface OpenRisk {
  runId: string;
  experiment: string;
  target: string;
  /** "Run 2 missed p99 <= 200 ms (240 ms)." */
  words: string;
}

export function openRisksOf({ experiments }: Pick<ReadinessReport, "experiments">): OpenRisk[] {
  return experiments.flatMap(({ experiment, newest, openMisses }) =>
    newest === null
      ? []
      : openMisses.map((miss) => ({
          runId: newest.id,
          experiment: experiment.name,
          target: miss.target,
          words: `Run ${newest.number} missed ${missText(miss)}.`,
        })),
  );
}

/** p99 <= 200 ms (240 ms) */
export function missText({ target, value, unit }: { target: string; value: number; unit: string }): string {
  return `${target} (${joinUnit(formatFigure(value), unit)})`;
}

const DAYS_AFTER = 30;

/** Until when a risk is accepted unless somebody says otherwise: the end of the peak day, or a month if that is over. */
export function suggestedEnd({ endsAt, now }: { endsAt: string; now: string }): string {
  if (Date.parse(endsAt) > Date.parse(now)) return endsAt;
  return new Date(Date.parse(now) + DAYS_AFTER * DAY_MILLIS).toISOString();
}
