import type { CostRow, CostStatisticAnswer } from "@headroom/contract";
import { printedCosts } from "@headroom/core";
import { formatChange, formatKnown, formatMoney, formatRange } from "@headroom/ui";
import { detectableWords } from "../view/figure-words.ts";
import { QUOTED } from "./prepare-figures.ts";
import type { ChangeCell, FigureRow } from "./prepare-figures.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { costStatistic, toldState } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

const UNITS: Record<CostRow["of"], string> = { requests: "of 1M requests", items: "of 1M items" };

/** What a million cost in each run, as rows below the other figures. */
export function prepareCosts(
  rows: readonly CostRow[],
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
  quoted: ReadonlySet<number> = new Set(),
): readonly FigureRow[] {
  return rows
    .filter((row) => !saysTheSame(row, rows))
    .map((row) => ({ row, texts: costTexts(row) }))
    .map(({ row, texts }) => ({
      metric: `cost of ${row.of}`,
      name: "Cost",
      unit: UNITS[row.of],
      cells: cards.map((card, at) => ({
        runId: card.id,
        text: texts[at] ?? null,
        absent: (row.currencies[at] ?? null) === null ? "no price" : "no cost",
        target: null,
        change: card.isReference
          ? null
          : changeCell(row, at, card.id, quoted.has(at) ? "quoted" : statistics),
      })),
    }));
}

/** Where every request carries one item, a million items cost what a million requests do. */
function saysTheSame({ of, values }: CostRow, rows: readonly CostRow[]): boolean {
  const requests = rows.find((row) => row.of === "requests");
  return of === "items" && values.every((value, at) => isClose(value, requests?.values[at] ?? null));
}

function isClose(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9 * b;
}

function costTexts({ values, ranges, currencies, changes }: CostRow): (string | null)[] {
  const reference = changes.indexOf(null);
  return currencies.map((currency, at) => {
    const range = ranges[at] ?? null;
    if (currency === null) return null;
    if (range !== null) return formatKnown({ value: null, range }, (value) => formatMoney(value, currency));
    const alike = values.map((value, run) => (currencies[run] === currency ? value : null));
    return printedCosts(alike, currency, reference)[at] ?? null;
  });
}

function changeCell(
  row: CostRow,
  at: number,
  runId: string,
  statistics: StatisticsByRun | "quoted",
): ChangeCell {
  const words = row.changes[at]?.words ?? null;
  const two = twoCurrencies(row, at);
  if (two !== null) return inTwoCurrencies(...two);
  if (statistics === "quoted") return { words, noise: QUOTED };
  if (!statistics.has(runId)) return { words, noise: null };
  const found = costStatistic(statistics, runId, row.of);
  if (found !== null) return { words, noise: noiseOf(found) };
  const reason = "There is too little data to estimate this cost's noise.";
  return { words, noise: { ...NOTHING, state: "not-tested", reason } };
}

/** Those of the reference and of another run, if they differ. */
function twoCurrencies({ currencies, changes }: CostRow, at: number): [string, string] | null {
  const reference = currencies.find((_, run) => changes[run] === null) ?? null;
  const own = currencies[at] ?? null;
  return own === null || reference === null || own === reference ? null : [reference, own];
}

const NOTHING = { interval: null, detectable: null, usual: null };

function inTwoCurrencies(reference: string, own: string): ChangeCell {
  return {
    words: { times: "not compared", percent: `${reference} and ${own}` },
    noise: {
      ...NOTHING,
      state: "not-comparable",
      reason: `The prices are in ${reference} and ${own}, and Headroom doesn't convert currencies.`,
    },
  };
}

function noiseOf({
  verdict,
  reason,
  interval,
  smallestDetectable,
}: CostStatisticAnswer): NonNullable<ChangeCell["noise"]> {
  return {
    state: toldState({ verdict, smallestDetectable }),
    reason,
    interval: interval === null ? null : intervalOf(interval),
    detectable: smallestDetectable === null ? null : detectableWords(smallestDetectable),
    usual: null,
  };
}

function intervalOf({ low, high }: { low: number; high: number | null }): string {
  const from = formatChange(low - 1);
  return high === null ? `${from} or more` : formatRange(from, formatChange(high - 1));
}
