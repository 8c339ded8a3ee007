import { hasTooFew, SCREENED_FIGURES, screenLabels } from "@headroom/core";
import type { KnownLabel, ScreenedTotals, MetricStatistic, ScreenedFigure } from "@headroom/core";
import type { PairStatistics } from "@headroom/contract";
import type { LabelName, LabelTotalsRead } from "@headroom/db";

/** Resampling takes time; a pair with more labels that differ has regressed or improved anyway. */
const MOST_RESAMPLED = 20;

export interface ScreenInput {
  /** Of all labels that both sides have. */
  totals: readonly LabelTotalsRead[];
  /** Those that are resampled whatever their totals say, with what that showed. */
  known: readonly (LabelName & { metrics: readonly MetricStatistic[] })[];
  /** Those of targets: looked at closely, too. */
  watched: readonly LabelName[];
  roundedMicros: number;
}

export interface ScreenedPair {
  /** The labels to resample. */
  chosen: LabelName[];
  /** How many others were passed over. */
  passed: number;
  counts: NonNullable<PairStatistics["screen"]>;
}

/** Of the labels besides the busiest, those that are worth resampling. */
export function screenPair({ totals, known, watched, roundedMicros }: ScreenInput): ScreenedPair {
  const rows = totals.map((row) => ({ name: row.label, kind: row.kind, ...toTotals(row) }));
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  const knownNames = new Set(known.map(nameOf));
  const rest = rows.filter((row) => !knownNames.has(nameOf(row)));
  const shown = known.flatMap((label): KnownLabel[] => {
    const row = byName.get(nameOf(label));
    return row === undefined ? [] : [{ totals: row, metrics: label.metrics }];
  });
  const { tooFew, found } = screenLabels(rest, shown, roundedMicros);
  const wanted = watched.flatMap((label) => byName.get(nameOf(label)) ?? []);
  const chosen = [...new Set([...wanted.filter((row) => !knownNames.has(nameOf(row))), ...found])].slice(
    0,
    MOST_RESAMPLED,
  );
  const allTooFew = rows.filter(hasTooFew).length;
  return {
    chosen: chosen.map(({ name, kind }) => ({ name, kind })),
    passed: rest.length - chosen.length,
    counts: {
      compared: rows.length - allTooFew,
      tooFew: allTooFew,
      screened: rest.length - tooFew,
      found: found.length,
      resampled: chosen.length,
    },
  };
}

function nameOf({ kind, name }: LabelName): string {
  return `${kind} ${name}`;
}

function toTotals(row: LabelTotalsRead): ScreenedTotals {
  const logsOf = (side: "Before" | "After" | "Varies") =>
    Object.fromEntries(SCREENED_FIGURES.map((figure) => [figure, row[`${figure}${side}`]])) as Record<
      ScreenedFigure,
      number | null
    >;
  return {
    before: {
      runs: row.runsBefore,
      requests: row.requestsBefore,
      errors: row.errorsBefore,
      logs: logsOf("Before"),
    },
    after: {
      runs: row.runsAfter,
      requests: row.requestsAfter,
      errors: row.errorsAfter,
      logs: logsOf("After"),
    },
    varies: logsOf("Varies"),
  };
}
