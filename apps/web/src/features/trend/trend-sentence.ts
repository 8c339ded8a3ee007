import { MIN_RUNS } from "@headroom/core";
import type { Trend, TrendChange } from "@headroom/services";
import { formatChangeSize, formatCount } from "@headroom/ui";
import type { TrendQuery } from "./search-params.ts";
import { TREND_FIGURES, figureWords } from "./trend-figure.ts";
import type { TrendFigure } from "./trend-figure.ts";

/** The answer to "did it change", and what qualifies it. */
export function trendSentence(trend: Trend, query: TrendQuery): { lead: string; rest: string } {
  const figure = TREND_FIGURES[query.metric];
  const name = query.label === null ? figure.name : `${figure.name} of ${short(query.label)}`;
  const known = trend.runs.flatMap(({ value }) => (value === null ? [] : [value]));
  const latest = known.at(-1);
  if (trend.runsTotal === 0) return { lead: "No runs yet.", rest: "The first upload starts the trend." };
  if (latest === undefined)
    return {
      lead: `None of these runs has a value for ${name}.`,
      rest: "Choose another metric or other runs.",
    };
  const found = trend.changes.filter((change) => change.found);
  const runs = known.length === 1 ? "1 run" : `${formatCount(known.length)} runs`;
  const open = found.filter(({ acknowledged }) => acknowledged === null);
  const newest = open.at(-1);
  if (newest !== undefined)
    return {
      lead: changeWords(upper(name), newest, figure),
      rest: openWords(found.length, open.length, runs),
    };
  const last = found.at(-1);
  if (last !== undefined) {
    return {
      lead: `${upper(name)} has stayed at about ${figureWords(figure, last.after)} since run ${last.runNumber}.`,
      rest:
        found.length === 1
          ? `One change in ${runs}, acknowledged.`
          : `${found.length} changes in ${runs}, all acknowledged.`,
    };
  }
  if (known.length < 2 * MIN_RUNS) {
    return {
      lead: `Latest ${name}: ${figureWords(figure, latest)}.`,
      rest: `Detecting changes takes at least ${2 * MIN_RUNS} runs, and there ${known.length === 1 ? "is" : "are"} ${known.length}.`,
    };
  }
  return {
    lead: `No detectable change in ${name} across ${runs}.`,
    rest: `Latest: ${figureWords(figure, latest)}.`,
  };
}

function changeWords(
  name: string,
  { direction, before, after, runNumber }: TrendChange,
  figure: TrendFigure,
): string {
  const span = `from ${figureWords(figure, before)} to ${figureWords(figure, after)}`;
  const verb = direction === "rise" ? "rose" : "fell";
  if (before === 0) return `${name} ${verb} ${span} at run ${runNumber}.`;
  return `${name} ${verb} by ${formatChangeSize(after / before - 1)} at run ${runNumber}, ${span}.`;
}

function openWords(found: number, open: number, runs: string): string {
  if (found === 1) return `One change in ${runs}, not acknowledged yet.`;
  return open === found
    ? `${found} changes in ${runs}, none acknowledged yet.`
    : `${found} changes in ${runs}, ${open} not acknowledged yet.`;
}

const MAX_LABEL_LENGTH = 60;

function short(label: string): string {
  return label.length <= MAX_LABEL_LENGTH ? label : `${label.slice(0, MAX_LABEL_LENGTH - 1)}…`;
}

function upper(text: string): string {
  return /^p[0-9]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
