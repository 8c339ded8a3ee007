import type { Percentile, ProofAnswer, WindowSummary } from "@headroom/contract";
import { costOf, parsePrice } from "@headroom/core";
import type { CostKind } from "@headroom/core";
import type { RunWindow } from "@headroom/services";
import {
  formatCount,
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatMoney,
  formatPercent,
  formatPrice,
} from "@headroom/ui";
import { windowName } from "../view/window-words.ts";

interface FigureRow {
  name: string;
  shown: string;
  /** Null: there is no other window to set beside. */
  beside: string | null;
  /** Requests beyond the percentile in the shown window; null for rows that are not percentiles. */
  beyond: string | null;
  strong: boolean;
}

export interface FiguresColumn {
  name: string;
  length: string | null;
}

export interface FiguresTable {
  shown: FiguresColumn;
  beside: FiguresColumn | null;
  rows: readonly FigureRow[];
  /** What is counted, where it is not everything. */
  note: string | null;
}

/** A window beside the one that is shown: its figures are of all requests. */
export interface BesideWindow {
  name: string;
  summary: WindowSummary;
}

const ABSENT = "-";

const PERCENTILES = ["p50", "p90", "p95", "p99", "p99.9"] as const;

export interface FiguresInput {
  window: RunWindow;
  successful: boolean;
  beside: BesideWindow | null;
  /** Of what was running, "0.004 USD/s". Null: nobody said, or the window is of one label, which nobody pays for alone. */
  price?: string | null;
}

/** The figures of the chosen window beside those of the steady phase, or of the whole run. */
export function prepareFigures({ window, successful, beside, price = null }: FiguresInput): FiguresTable {
  const own = shownSummary(window, successful);
  const beyond = beyondOf(window.proof, own.requests, window.summary.requests);
  const row = (
    name: string,
    show: (figures: WindowSummary) => string,
    percentile: Percentile | null = null,
  ): FigureRow => ({
    name,
    shown: show(own),
    beside: beside === null ? null : show(beside.summary),
    beyond: percentile === null || show(own) === ABSENT ? null : beyond(percentile),
    strong: name === "p99, ms",
  });
  const millis = (key: keyof WindowSummary["latencyMs"]) => (figures: WindowSummary) =>
    or(figures.latencyMs[key], formatMillis);
  const percentile = (key: Percentile) => (figures: WindowSummary) =>
    formatKnown(
      { value: figures.latencyMs[key], range: figures.latencyIntervalsMs[key] ?? null },
      formatMillis,
    ) ?? ABSENT;
  return {
    shown: { name: windowName(window), length: lengthOf(own) },
    beside: beside === null ? null : { name: beside.name, length: lengthOf(beside.summary) },
    rows: [
      ...PERCENTILES.map((name) => row(`${name}, ms`, percentile(name), name)),
      row("max, ms", millis("max")),
      row("mean, ms", millis("mean")),
      row("req/s", ({ throughput }) => or(throughput, formatFigure)),
      ...itemsRows(row, own),
      row("requests", ({ requests }) => or(requests, formatCount)),
      row("errors", ({ errors, errorsAtLeast }) => leastOf(errorsAtLeast, errors, formatCount) ?? ABSENT),
      row(
        "error rate",
        ({ errorRate, errorsAtLeast }) => leastOf(errorsAtLeast, errorRate, formatPercent) ?? ABSENT,
      ),
      ...costRows(window.summary, { beside, price }),
    ].filter(isKnown),
    note: notesOf({ window, successful, beside, price }),
  };
}

/** What a source doesn't give has no row; a cost that somebody asked for keeps its note. */
function isKnown({ shown, beside }: FigureRow): boolean {
  return shown !== ABSENT || (beside !== null && beside !== ABSENT);
}

/** "≥ 12", where the source leaves out some failed requests. */
export function leastOf(
  errorsAtLeast: true | null | undefined,
  value: number | null,
  format: (value: number) => string,
): string | null {
  const range = errorsAtLeast === true && value !== null ? { low: value, high: null } : null;
  return formatKnown({ value, range }, format);
}

/** Failed requests count as errors in both views; all other figures leave them out. */
export function shownSummary({ summary, successful }: RunWindow, only: boolean): WindowSummary {
  if (!only || successful === null) return summary;
  const { errors, errorRate, errorsAtLeast } = summary;
  const least = errorsAtLeast === undefined ? {} : { errorsAtLeast };
  return { ...successful, errors, errorRate, ...least };
}

/** Where one request carries one item, items say nothing more. */
function itemsRows(
  row: (name: string, show: (figures: WindowSummary) => string) => FigureRow,
  own: WindowSummary,
): FigureRow[] {
  if (own.items === null || own.items === own.requests) return [];
  const perSecond = ({ items, durationSeconds }: WindowSummary) =>
    items === null || !durationSeconds ? ABSENT : formatFigure(items / durationSeconds);
  const perRequest = ({ items, requests }: WindowSummary) =>
    items === null || !requests ? ABSENT : formatFigure(items / requests);
  return [row("items/s", perSecond), row("items/request", perRequest)];
}

const COST_ROWS: Record<CostKind, string> = { requests: "cost of 1M requests", items: "cost of 1M items" };

/** Computed from all requests of the window, whichever are shown: what failed was paid for, too. */
function costRows(
  shown: WindowSummary,
  { beside, price: stored }: { beside: BesideWindow | null; price: string | null },
): FigureRow[] {
  const price = stored === null ? null : parsePrice(stored);
  if (price === null) return [];
  const text = (of: CostKind, summary: WindowSummary) =>
    formatKnown(costOf(price, summary)[of], (value) => formatMoney(value, price.currency)) ?? ABSENT;
  const kinds: readonly CostKind[] =
    shown.items === null || shown.items === shown.requests ? ["requests"] : ["requests", "items"];
  return kinds.map((of) => ({
    name: COST_ROWS[of],
    shown: text(of, shown),
    beside: beside === null ? null : text(of, beside.summary),
    beyond: null,
    strong: false,
  }));
}

function notesOf({ window: { summary }, successful, beside, price }: Required<FiguresInput>): string | null {
  const notes = [
    successful ? noteOfSuccessful(beside !== null) : null,
    price === null ? null : noteOfCost(price, summary),
  ];
  return notes.filter((note) => note !== null).join(" ") || null;
}

/** The price is what somebody said; what a million cost follows from it. */
function noteOfCost(stored: string, summary: WindowSummary): string {
  const price = parsePrice(stored);
  if (price === null) return "";
  const { range, missing } = costOf(price, summary).requests;
  if (missing !== null) return `There is no cost of a million requests. ${missing}`;
  const least = range === null ? "" : " The source doesn't report all failures, so it is at least this much.";
  return `Costs are computed: ${formatPrice(price)}, divided by what succeeded in that time.${least}`;
}

function noteOfSuccessful(beside: boolean): string {
  const more = beside ? " The other column includes all requests." : "";
  return `Failed requests are subtracted bucket by bucket, so these figures are exact.${more}`;
}

function beyondOf(proof: Pick<ProofAnswer, "beyond">, requests: number | null, all: number | null) {
  return (percentile: Percentile): string | null => {
    if (requests === null || all === null) return null;
    if (requests === all) return formatCount(proof.beyond[percentile]);
    return formatCount(Math.floor(requests * (1 - Number(percentile.slice(1)) / 100) + 1e-9));
  };
}

function lengthOf({ durationSeconds }: WindowSummary): string | null {
  return durationSeconds === null ? null : formatLength(durationSeconds);
}

function or(value: number | null, show: (value: number) => string): string {
  return value === null ? ABSENT : show(value);
}
