import type { ReadinessReport } from "@headroom/contract";
import { DAY_MILLIS } from "@headroom/core";
import { missText } from "../peak-day/day-words.ts";
import { withSigns } from "../delta/threshold-text.ts";

/** A missed target, or an experiment that no longer counts, and nobody accepts it. */
export interface OpenRisk {
  of: { runId: string; target: string } | { experimentId: string };
  experiment: string;
  /** What of the experiment: "p99 ≤ 200 ms", or that it was removed. */
  what: string;
  /** After the experiment's name: "run 2 missed p99 ≤ 200 ms (240 ms)." */
  words: string;
}

export function openRisksOf({
  experiments,
  removed,
}: Pick<ReadinessReport, "experiments" | "removed">): OpenRisk[] {
  const missed = experiments.flatMap(({ experiment, newest, openMisses }) =>
    newest === null
      ? []
      : openMisses.map((miss) => ({
          of: { runId: newest.id, target: miss.target },
          experiment: experiment.name,
          what: withSigns(miss.target),
          words: `run ${newest.number} missed ${missText(miss)}.`,
        })),
  );
  const gone = removed
    .filter(({ accepted }) => accepted?.state !== "active")
    .map(({ experiment: { id, name }, words }) => {
      return { of: { experimentId: id }, experiment: name, what: "removed", words };
    });
  return [...missed, ...gone];
}

/** Experiments whose removal a member accepts. */
export function acceptedRemovalsOf({ removed }: Pick<ReadinessReport, "removed">) {
  return removed.flatMap(({ experiment, words, accepted }) =>
    accepted?.state === "active" ? [{ ...accepted, experiment, words }] : [],
  );
}

const DAYS_AFTER = 30;

/** Until when a risk is accepted unless somebody says otherwise: the end of the peak day, or a month if that is over. */
export function suggestedEnd({ endsAt, now }: { endsAt: string; now: string }): string {
  if (Date.parse(endsAt) > Date.parse(now)) return endsAt;
  return new Date(Date.parse(now) + DAYS_AFTER * DAY_MILLIS).toISOString();
}
