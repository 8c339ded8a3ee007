import type { LabelRow, MetricRow } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { ChangeState } from "@headroom/ui";
import { changeWords, figureText } from "./figure-words.ts";
import type { RunCard } from "./prepare-runs.ts";
import { labelStatistic, stateOfVerdict } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

export interface LabelCell {
  runId: string;
  /** Null: the run does not have the label, or its source does not tell the figure. */
  text: string | null;
  absent: boolean;
  words: { times: string; percent: string } | null;
  verdict: { state: ChangeState; reason: string } | null;
}

export interface ComparedLabelRow {
  key: string;
  label: string;
  kind: string;
  state: LabelRow["state"];
  cells: readonly LabelCell[];
}

/** One figure of every label in every run, in the order given: what is new or vanished, then by worst change. */
export function prepareLabels(
  rows: readonly LabelRow[],
  { cards, metric, statistics }: { cards: readonly RunCard[]; metric: FigureId; statistics: StatisticsByRun },
): readonly ComparedLabelRow[] {
  return rows.map((row) => {
    const figures = row.metrics.find((one) => one.metric === metric) ?? null;
    return {
      key: `${row.kind} ${row.label}`,
      label: row.label,
      kind: row.kind,
      state: row.state,
      cells: cards.map((card, at) => cellOf(row, figures, { card, at, metric, statistics })),
    };
  });
}

interface CellInput {
  card: RunCard;
  at: number;
  metric: FigureId;
  statistics: StatisticsByRun;
}

function cellOf({ label, kind, requests }: LabelRow, figures: MetricRow | null, input: CellInput): LabelCell {
  const { card, at, metric, statistics } = input;
  const value = figures?.values[at] ?? null;
  const change = figures?.changes[at] ?? null;
  const found = labelStatistic(statistics, card.id, { label, kind, metric });
  return {
    runId: card.id,
    text: value === null ? null : figureText(metric, value),
    absent: (requests[at] ?? null) === null,
    words: change === null || card.isReference ? null : changeWords(metric, change),
    verdict:
      found === null || card.isReference
        ? null
        : { state: stateOfVerdict(found.verdict), reason: found.reason },
  };
}
