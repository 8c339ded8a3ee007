import { deltaSize, exactValue, isSentInTrend, MIN_RUNS, ratioOf } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { Trend, TrendChange } from "@headroom/services";
import { formatCount } from "@headroom/ui";
import type { TrendQuery } from "./search-params.ts";
import { figureWords, knownWords, trendFigure } from "./trend-figure.ts";
import type { TrendFigure } from "./trend-figure.ts";
import { placeOf } from "./trend-levels.ts";

/** The answer to "did it change", and what qualifies it. */
export function trendSentence(trend: Trend, query: TrendQuery): { lead: string; rest: string } {
  const figure = trendFigure(query.metric, trend.currencies[0] ?? null);
  const name = query.label === null ? figure.name : `${figure.name} of ${short(query.label)}`;
  const known = trend.runs
    .filter(({ setAside }) => setAside === null)
    .flatMap((run) => exactValue(run) ?? []);
  const latest = trend.runs.findLast(({ value, range }) => value !== null || range !== null);
  if (trend.runsTotal === 0)
    return { lead: "No complete runs yet.", rest: "The first one starts the trend." };
  if (latest === undefined)
    return {
      lead: `None of these runs has a value for ${name}.`,
      rest: "Choose another metric or other runs.",
    };
  const found = trend.changes.filter((change) => change.found);
  const runs = plural(known.length, "run");
  const open = found.filter(({ accepted }) => accepted === null);
  const newest = open.at(-1);
  if (newest !== undefined)
    return {
      lead: changeWords(upper(name), newest, figure, trend),
      rest: openWords(found.length, open.length, runs),
    };
  const last = found.at(-1);
  if (last !== undefined) {
    return {
      lead: lastWords(upper(name), last, figure, trend),
      rest:
        found.length === 1
          ? `One change in ${runs}, accepted.`
          : `${found.length} changes in ${runs}, all accepted.`,
    };
  }
  if (trend.searched === 0) {
    return {
      lead: `Latest ${name}: ${knownWords(figure, latest)}.`,
      rest: trend.liveRuns === 0 ? fewWords(trend, query) : liveWords(query.metric),
    };
  }
  const across =
    trend.searched < known.length
      ? `the ${formatCount(trend.searched)} of ${runs} that can be compared`
      : runs;
  return {
    lead: `No detectable change in ${name} across ${across}.`,
    rest: `Latest: ${knownWords(figure, latest)}.`,
  };
}

/** Changes are only looked for in exact values, and not in runs that are set aside or of other branches. */
function fewWords({ runs }: Trend, { branch }: TrendQuery): string {
  const counting = runs.filter((run) => placeOf(run, branch) === "line");
  const known = counting.filter((run) => exactValue(run) !== null).length;
  const takes = `Detecting changes takes at least ${2 * MIN_RUNS} runs`;
  if (known >= 2 * MIN_RUNS) return `${takes} that can be compared with each other.`;
  const of = known < counting.length ? " with an exact value" : known < runs.length ? " that count" : "";
  return `${takes}${of}, and there ${known === 1 ? "is" : "are"} ${known}.`;
}

function liveWords(metric: TrendMetric): string {
  return isSentInTrend(metric)
    ? "Of live traffic, it is what users sent, so it isn't searched for changes."
    : `Detecting changes in live traffic takes at least ${2 * MIN_RUNS} runs of about the same time of day.`;
}

function changeWords(name: string, change: TrendChange, figure: TrendFigure, trend: Trend): string {
  const { direction, before, after, runNumber, drift } = change;
  const span = `from ${figureWords(figure, before)} to ${figureWords(figure, after)}`;
  const verb = direction === "rise" ? "rose" : "fell";
  const ratio = ratioOf(before, after);
  if (drift !== null) {
    const going = isGoingOn(drift, trend);
    const moved = going ? (direction === "rise" ? "has risen" : "has fallen") : verb;
    const size = ratio === null ? "" : ` by ${sizeOf(ratio)}`;
    const until = going ? "" : ` until run ${drift.lastRunNumber}`;
    return `${name} ${moved} little by little${size} over ${formatCount(drift.runs)} runs${until}, ${span}.`;
  }
  if (ratio === null) return `${name} ${verb} ${span} at run ${runNumber}.`;
  return `${name} ${verb} by ${sizeOf(ratio)} at run ${runNumber}, ${span}.`;
}

/** A verb says its direction. */
function sizeOf(ratio: number): string {
  return deltaSize(ratio).replace(/^[+−]/, "");
}

/** Of a change that everybody knows of. */
function lastWords(name: string, last: TrendChange, figure: TrendFigure, trend: Trend): string {
  if (last.drift !== null && isGoingOn(last.drift, trend)) return changeWords(name, last, figure, trend);
  const since = last.drift === null ? last.runNumber : last.drift.lastRunNumber;
  return `${name} has stayed at about ${figureWords(figure, last.after)} since run ${since}.`;
}

/** Whether the latest run with a value is part of the drift. */
function isGoingOn({ lastRunId }: NonNullable<TrendChange["drift"]>, { runs }: Trend): boolean {
  return runs.findLast((run) => exactValue(run) !== null)?.id === lastRunId;
}

function openWords(found: number, open: number, runs: string): string {
  if (found === 1) return `One change in ${runs}, not accepted yet.`;
  return open === found
    ? `${found} changes in ${runs}, none accepted yet.`
    : `${found} changes in ${runs}, ${open} not accepted yet.`;
}

const MAX_LABEL_LENGTH = 60;

function short(label: string): string {
  return label.length <= MAX_LABEL_LENGTH ? label : `${label.slice(0, MAX_LABEL_LENGTH - 1)}…`;
}

function upper(text: string): string {
  return /^p[0-9]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
