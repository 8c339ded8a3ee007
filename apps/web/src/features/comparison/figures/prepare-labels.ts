import type { LabelRow, MetricRow, MetricStatistic } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { ChangeState } from "@headroom/ui";
import { changeBar } from "./change-bar.ts";
import type { ChangeBar } from "./change-bar.ts";
import { briefTexts, changeWords, detectableWords, intervalWords, knownTexts } from "../view/figure-words.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { MANY_RUNS } from "../view/search-params.ts";
import { labelStatistic, toldState } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

export interface LabelCell {
  runId: string;
  /** Null: the run does not have the label, or its source does not tell the figure. */
  text: string | null;
  /** "Not in this run", or only outside its judged window; null: it is there. */
  without: string | null;
  worse: boolean;
  bar: ChangeBar | null;
  words: { times: string; percent: string } | null;
  verdict: { state: ChangeState; reason: string } | null;
  interval: string | null;
  detectable: string | null;
}

export interface ComparedLabelRow {
  key: string;
  label: string;
  kind: string;
  state: LabelRow["state"];
  /** Of some run only a total is stored, so whole runs are compared. */
  whole: boolean;
  cells: readonly LabelCell[];
}

/** One figure of every label in every run: what is new or vanished, what surely got worse, then in the order given. */
export function prepareLabels(
  rows: readonly LabelRow[],
  { cards, metric, statistics }: { cards: readonly RunCard[]; metric: FigureId; statistics: StatisticsByRun },
): readonly ComparedLabelRow[] {
  const prepared = rows.map((row): ComparedLabelRow => {
    const figures = row.metrics.find((one) => one.metric === metric) ?? null;
    const textsOf = cards.length >= MANY_RUNS ? briefTexts : knownTexts;
    const texts = figures === null ? [] : textsOf(figures);
    return {
      key: `${row.kind} ${row.label}`,
      label: row.label,
      kind: row.kind,
      state: row.state,
      whole: row.window === "whole",
      cells: cards.map((card, at) => cellOf(row, figures, { card, at, metric, statistics, texts })),
    };
  });
  return prepared.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Rows of one rank keep their order: worst change first. */
function rankOf({ state, cells }: ComparedLabelRow): number {
  if (state !== "shared") return 0;
  if (cells.some(({ verdict }) => verdict?.state === "regressed")) return 1;
  return cells.some(({ verdict, worse }) => worse && verdict?.state === "differs") ? 2 : 3;
}

interface CellInput {
  card: RunCard;
  at: number;
  metric: FigureId;
  statistics: StatisticsByRun;
  texts: readonly (string | null)[];
}

function cellOf(
  { label, kind, window, requests }: LabelRow,
  figures: MetricRow | null,
  input: CellInput,
): LabelCell {
  const { card, at, metric, statistics, texts } = input;
  const change = figures?.changes[at] ?? null;
  const compared = card.isReference ? null : change;
  const found = labelStatistic(statistics, card.id, { label, kind, metric });
  return {
    runId: card.id,
    text: texts[at] ?? null,
    without: withoutWords(requests[at] ?? null),
    worse: change?.direction === "worse",
    bar: compared === null ? null : barOf(metric, compared.times, found),
    words: compared === null ? null : changeWords(metric, compared),
    verdict:
      found === null || card.isReference
        ? null
        : { state: toldState(found), reason: reasonOf(found, window) },
    ...rangeOf(metric, found),
  };
}

function barOf(metric: FigureId, times: number | null, found: MetricStatistic | null): ChangeBar | null {
  const state = found === null ? "not-tested" : toldState(found);
  return changeBar(metric, times, { found, state });
}

function rangeOf(
  metric: FigureId,
  found: Pick<MetricStatistic, "interval" | "smallestDetectable"> | null,
): Pick<LabelCell, "interval" | "detectable"> {
  const { interval, smallestDetectable } = found ?? { interval: null, smallestDetectable: null };
  return {
    interval: interval === null ? null : intervalWords(metric, interval),
    detectable: smallestDetectable === null ? null : detectableWords(smallestDetectable),
  };
}

/** With a third run that has only a total, a row covers whole runs, though the statistics of a pair don't. */
function reasonOf(
  found: { reason: string; window?: LabelRow["window"] | undefined },
  shown: LabelRow["window"],
) {
  return found.window === "judged" && shown === "whole"
    ? `In the judged windows: ${found.reason}`
    : found.reason;
}

function withoutWords(requests: number | null): string | null {
  if (requests === null) return "not in this run";
  return requests === 0 ? "not in this window" : null;
}
