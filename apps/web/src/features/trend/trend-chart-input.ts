import type { RunOutcome } from "@headroom/core";
import { joinUnit } from "@headroom/ui";
import type { TrendChartInput, TrendPointTone } from "@headroom/ui/charts";
import type { ChangeRow, TrendModel } from "./prepare-trend.ts";
import type { TrendQuery } from "./search-params.ts";
import { trendFigure } from "./trend-figure.ts";
import { withSigns } from "../delta/threshold-text.ts";

/** What the chart draws: latencies on a logarithmic axis, all else from zero. */
export function trendChartInput(model: TrendModel, query: TrendQuery, timeZone: string): TrendChartInput {
  const { format, unit } = trendFigure(query.metric, model.currency);
  const percent = query.metric === "error-rate" ? 100 : 1;
  const scaled = (value: number) => value * percent;
  return {
    runs: model.points.map(({ id, number, at, value, group, of, outcome }) => ({
      key: id,
      name: `run ${number}`,
      at,
      value: value === null ? null : scaled(value),
      group,
      of,
      tone: outcome === null ? null : (TONES[outcome] ?? null),
    })),
    levels: model.levels.map(({ value, usual, ...level }) => ({
      ...level,
      value: scaled(value),
      usual: { low: scaled(usual.low), high: scaled(usual.high) },
    })),
    axis: query.axis === "date" ? "date" : "order",
    name: model.figure.name,
    unit,
    field: `${query.metric.replaceAll(/[.-]/g, "_")}_${FIELD_UNITS[unit] ?? model.currency?.toLowerCase() ?? "value"}`,
    scale: unit === "ms" ? "log" : "linear",
    show: (value) => joinUnit(format(value / percent), unit),
    timeZone,
    targets: model.targets.map(({ text, value }) => ({ value: scaled(value), text: targetWords(text) })),
    baseline:
      model.baseline === null
        ? null
        : { value: scaled(model.baseline.value), text: `baseline, run ${model.baseline.number}` },
    changes: model.changes.map((change) => ({
      runKey: change.runId,
      text: changeLabel(change),
      tone: change.state === "improved" ? "better" : change.accepted === null ? "worse" : "accepted",
      drift:
        change.drift === null
          ? null
          : { lastKey: change.drift.lastRunId, from: scaled(change.before), to: scaled(change.after) },
    })),
  };
}

/** A run that meets its targets needs no colour of its own. */
const TONES: Partial<Record<RunOutcome, TrendPointTone>> = {
  misses: "bad",
  regressed: "bad",
  unsure: "unsure",
};

function changeLabel({ changeText, runNumber, accepted, drift }: ChangeRow): string {
  if (accepted !== null) return `${changeText}: ${short(accepted.reason)}`;
  return drift === null ? `run ${runNumber}, ${changeText}` : changeText;
}

const FIELD_UNITS: Readonly<Record<string, string>> = {
  ms: "ms",
  "req/s": "per_second",
  "items/s": "per_second",
  "%": "percent",
};

const MAX_WORD_IN_CHART_LENGTH = 32;

function short(word: string): string {
  const [line = ""] = word.split("\n");
  return line.length <= MAX_WORD_IN_CHART_LENGTH ? line : `${line.slice(0, MAX_WORD_IN_CHART_LENGTH - 1)}…`;
}

function targetWords(text: string): string {
  return `target ${withSigns(text)}`;
}
