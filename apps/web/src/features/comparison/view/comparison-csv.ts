import type { MetricStatistic, RunComparison } from "@headroom/contract";
import type { FigureId, PairOutcome } from "@headroom/core";
import type { RunCard } from "./prepare-runs.ts";
import { costStatistic, pairOutcome, wholeStatistic } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

const HEADER = [
  "figure",
  "unit",
  "run",
  "run_number",
  "value",
  "reference",
  "change_share",
  "times",
  "interval_low",
  "interval_high",
  "smallest_detectable_share",
  "verdict",
  "target",
  "range_low",
  "range_high",
  "pair_outcome",
  "side_runs",
  "at_mix",
];

/** Every figure of every run in full: RFC 4180, an absent figure is an empty field. */
export function comparisonCsv(
  comparison: RunComparison,
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
): string {
  const { whole, reference, judged } = comparison;
  // How many runs a value is of.
  const sides = judged === null ? [] : [judged.level.count, judged.commit.count];
  const lines = whole.flatMap(({ metric, unit, values, ranges, changes, targets }) =>
    cards.map((card, at) => {
      const change = changes[at] ?? null;
      return [
        metric,
        unit,
        card.id,
        card.number,
        values[at] ?? null,
        values[reference] ?? null,
        change?.share ?? null,
        change?.times ?? null,
        ...noiseFields(wholeStatistic(statistics, card.id, metric)),
        targets[at]?.verdict ?? null,
        ...rangeFields(ranges[at] ?? null),
        outcomeOf(card, statistics),
        sides[at] ?? 1,
        isAtMix(statistics, card.id, metric),
      ];
    }),
  );
  return [HEADER, ...lines, ...costLines(comparison, cards, statistics), ...changedLines(comparison, cards)]
    .map((line) => `${line.map(field).join(",")}\r\n`)
    .join("");
}

/** "true": the change is the one at the reference's mix of labels, and the value as measured. */
function isAtMix(statistics: StatisticsByRun, runId: string, metric: FigureId): "true" | null {
  return wholeStatistic(statistics, runId, metric)?.atMix === true ? "true" : null;
}

/** A million cost so much, in the currency of each run. */
function costLines(
  { costs, reference }: RunComparison,
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
): Line[] {
  return costs.flatMap((row) =>
    cards.flatMap((card, at) => {
      const currency = row.currencies[at] ?? null;
      if (currency === null) return [];
      const before = currency === row.currencies[reference] ? (row.values[reference] ?? null) : null;
      const change = row.changes[at] ?? null;
      return [
        [
          `cost-${row.of}`,
          `${currency} per million`,
          card.id,
          card.number,
          row.values[at] ?? null,
          before,
          change?.share ?? null,
          change?.times ?? null,
          ...noiseFields(costStatistic(statistics, card.id, row.of)),
          null,
          ...rangeFields(row.ranges[at] ?? null),
          outcomeOf(card, statistics),
          1,
          null,
        ],
      ];
    }),
  );
}

/** What people say differs from the reference. A link shows it only if its creator chose so. */
function changedLines({ comparability }: RunComparison, cards: readonly RunCard[]): Line[] {
  return comparability.flatMap(({ run, whatChanged }) => {
    const [card, words] = [cards[run], whatChanged?.words ?? null];
    if (card === undefined || words === null) return [];
    // With its name before it, no spreadsheet takes it for a formula.
    const value = `What was changed: ${words}`;
    return [["what-changed", null, card.id, card.number, value, ...HEADER.slice(5).map(() => null)]];
  });
}

/** Of the run against the reference, the same on each of its lines. */
function outcomeOf({ id }: RunCard, statistics: StatisticsByRun): PairOutcome | null {
  return pairOutcome(statistics.get(id));
}

type Line = (string | number | null)[];

function rangeFields(range: RunComparison["whole"][number]["ranges"][number]) {
  return range === null ? [null, null] : [range.low, range.high];
}

function noiseFields(
  noise: Pick<MetricStatistic, "interval" | "smallestDetectable" | "verdict"> | null,
): Line {
  if (noise === null) return [null, null, null, null];
  const { interval, smallestDetectable, verdict } = noise;
  return [interval?.low ?? null, interval?.high ?? null, smallestDetectable, verdict];
}

function field(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
