import { z } from "zod";
import { experimentTrend, figureRange, trendMetric } from "@headroom/contract";
import type { ExperimentTrend } from "@headroom/contract";
import { ratioOf } from "@headroom/core";
import { formatChange, formatFigure, plural } from "@headroom/core/format";
import { pathOf } from "../api.ts";
import { inShownUnit, percentOf, shownUnit } from "../figures.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { idInput, optionalText, readId } from "./inputs.ts";

const words = z.string().nullable();
const MAX_CHANGES = 50;
/** Fewer runs can't show a change of level. */
const RUNS_NEEDED = 8;

const change = z.strictObject({
  atRun: z.number().describe("The first run of the new level."),
  runId: z.string(),
  earliestRun: z.number(),
  latestRun: z.number(),
  driftToRun: z
    .int()
    .nullable()
    .describe("The value moved little by little until this run; null: in one step."),
  effect: z.enum(["better", "worse"]),
  before: z.number(),
  after: z.number(),
  changePercent: z.number().nullable(),
  stillFound: z.boolean().describe("False: the current values no longer show it."),
  note: z
    .strictObject({ words: z.string(), by: words, at: z.string() })
    .nullable()
    .describe("Why it is accepted; null: nobody has accepted it."),
});

export const getTrend = readTool({
  name: "get_trend",
  title: "Read the trend of an experiment",
  about:
    "Reads one metric over the runs of an experiment, oldest first, and where its level changed. All values are in `unit`.",
  input: z.strictObject({
    experiment: idInput("experiment"),
    metric: trendMetric.default("p99"),
    label: z
      .string()
      .max(2_000)
      .optional()
      .describe("One request label, over whole runs. Default: all requests."),
    branch: optionalText("Only runs of this branch."),
    environment: optionalText("Only runs in this environment."),
    runs: z.int().min(0).max(100).default(30).describe("How many of the newest runs to list."),
  }),
  output: z.strictObject({
    url: z.string(),
    experiment: z.string(),
    service: z.string(),
    metric: trendMetric,
    unit: z.string(),
    better: z.enum(["higher", "lower"]),
    label: words,
    runsTotal: z.number(),
    runsSearched: z.number().describe("Changes were looked for in so many runs. 0: too few, it takes 8."),
    changes: z.array(change),
    runs: z.array(
      z.strictObject({
        id: z.string(),
        number: z.number(),
        at: z.string(),
        commit: words,
        branch: words,
        verdict: words,
        value: z.number().nullable(),
        range: figureRange.nullable(),
      }),
    ),
    baseline: z
      .strictObject({ runId: z.string(), number: z.number(), value: z.number().nullable() })
      .nullable(),
    targets: z.array(z.strictObject({ text: z.string(), value: z.number() })),
  }),
  async run(api, { experiment, runs, ...asked }) {
    const id = readId(experiment, "experiment");
    const trend = await api.get(experimentTrend, pathOf`/v1/experiments/${id}/trend`, asked);
    return { lines: linesOf(trend), data: dataOf(trend, runs) };
  },
});

function dataOf(trend: ExperimentTrend, most: number) {
  const { url, experiment, service, metric, better, label, runsTotal, searched, baseline, targets } = trend;
  const shown = (value: number) => inShownUnit(metric, value);
  const orNull = (value: number | null) => (value === null ? null : shown(value));
  return {
    url,
    metric,
    better,
    label,
    runsTotal,
    runsSearched: searched,
    experiment: experiment.name,
    service: service.name,
    unit: shownUnit(metric, trend.unit),
    changes: trend.changes.slice(-MAX_CHANGES).map((one) => ({
      atRun: one.runNumber,
      runId: one.runId,
      earliestRun: one.earliestRun,
      latestRun: one.latestRun,
      driftToRun: one.drift?.lastRunNumber ?? null,
      effect: one.effect,
      before: shown(one.before),
      after: shown(one.after),
      changePercent: percentBetween(one),
      stillFound: one.found,
      note: noteOf(one),
    })),
    runs: trend.runs.slice(trend.runs.length - Math.min(most, trend.runs.length)).map((run) => ({
      id: run.id,
      number: run.number,
      at: run.at,
      commit: run.commit,
      branch: run.branch,
      verdict: run.verdict,
      value: orNull(run.value),
      range: run.range === null ? null : { low: shown(run.range.low), high: orNull(run.range.high) },
    })),
    baseline: baseline === null ? null : { ...baseline, value: orNull(baseline.value) },
    targets: targets.map(({ text: target, value }) => ({ text: target, value: shown(value) })),
  };
}

/** A server of an earlier version only knows notes. */
function noteOf({ accepted, acknowledged }: ExperimentTrend["changes"][number]) {
  if (accepted !== null) return { words: accepted.reason, by: accepted.by, at: accepted.at };
  return acknowledged === null
    ? null
    : { words: acknowledged.word, by: acknowledged.by, at: acknowledged.at };
}

function linesOf(trend: ExperimentTrend): string[] {
  const { metric, label, experiment, service, better, searched, runsTotal } = trend;
  const of = label === null ? "" : ` of ${quoted(label)}`;
  const last = trend.runs.findLast(({ value }) => value !== null);
  const unit = shownUnit(metric, trend.unit);
  const text = (value: number) => `${formatFigure(inShownUnit(metric, value))} ${unit}`;
  return [
    `${metric}${of}, experiment ${quoted(experiment.name)}, service ${quoted(service.name)}: ${plural(trend.runs.length, "run")} of ${runsTotal}; ${better} is better.`,
    ...(last?.value == null ? [] : [`Run ${last.number}, the newest with a value: ${text(last.value)}.`]),
    ...(searched === 0 ? [tooFew(trend)] : changeLines(trend, text)),
    trend.url,
  ];
}

/** Runs that were kept from live traffic are searched apart, so it can be too few although there are many. */
function tooFew({ runs }: ExperimentTrend): string {
  const valued = runs.filter(({ value }) => value !== null).length;
  return `UNSURE: ${plural(valued, "run")} with a value, and it takes ${RUNS_NEEDED} of one kind to find a change. This doesn't say that nothing changed.`;
}

function changeLines({ changes, searched }: ExperimentTrend, text: (value: number) => string): string[] {
  if (changes.length === 0)
    return [
      `No change of level found in ${plural(searched, "run")}. A small or recent one may not show yet.`,
    ];
  return changes.slice(-MAX_CHANGES).map((one) => changeLine(one, text));
}

function percentBetween({ before, after }: ExperimentTrend["changes"][number]): number | null {
  const ratio = ratioOf(before, after);
  return ratio === null ? null : percentOf(ratio - 1);
}

function changeLine(one: ExperimentTrend["changes"][number], text: (value: number) => string): string {
  const verb = one.direction === "rise" ? "rose" : "fell";
  const ratio = ratioOf(one.before, one.after);
  const size = ratio === null ? "" : ` (${formatChange(ratio - 1)})`;
  const where =
    one.drift !== null
      ? `From run ${one.runNumber} to run ${one.drift.lastRunNumber} it ${verb} little by little`
      : `At run ${one.runNumber} it ${verb}`;
  const between =
    one.earliestRun === one.latestRun
      ? ""
      : ` It may be anywhere from run ${one.earliestRun} to ${one.latestRun}.`;
  const accepted = noteOf(one);
  const note =
    accepted === null
      ? " Nobody has accepted it."
      : ` Accepted by ${quoted(accepted.by ?? "a former member or a token")}: ${quoted(accepted.words)}`;
  const found = one.found ? "" : " The current values no longer show it.";
  return `${one.effect.toUpperCase()}: ${where}, from ${text(one.before)} to ${text(one.after)}${size}.${between}${found}${note}`;
}
