import { LEAST_RUNS } from "@headroom/core";
import type { Trend, TrendChange } from "@headroom/services";
import { formatChange, formatCount } from "@headroom/ui";
import type { TrendQuery } from "./search-params.ts";
import { TREND_FIGURES, figureWords } from "./trend-figure.ts";

/** The answer to "did it change", and what qualifies it. */
export function trendSentence(trend: Trend, query: TrendQuery): { lead: string; rest: string } {
  const figure = TREND_FIGURES[query.metric];
  const name = `${figure.name}${query.label === null ? "" : ` of ${short(query.label)}`}`;
  const known = trend.runs.flatMap(({ value }) => (value === null ? [] : [value]));
  const latest = known.at(-1);
  if (trend.runsTotal === 0) return { lead: "Nothing ran yet.", rest: "The first upload begins the trend." };
  if (latest === undefined)
    return { lead: `No run here has a figure for ${name}.`, rest: "Choose another figure or other runs." };
  const found = trend.changes.filter((change) => change.found);
  const open = found.findLast(({ acknowledged }) => acknowledged === null);
  const inRuns = `in ${formatCount(known.length)} ${known.length === 1 ? "run" : "runs"}`;
  if (open !== undefined) {
    return {
      lead: `${upper(name)} ${changeWords(open)} at run ${open.runNumber}: from ${figureWords(figure, open.before)} to ${figureWords(figure, open.after)}.`,
      rest: `${counted(found)} ${inRuns}; ${acknowledgedWords(found)}.`,
    };
  }
  const last = found.at(-1);
  if (last !== undefined) {
    return {
      lead: `${upper(name)} has stayed at about ${figureWords(figure, last.after)} since run ${last.runNumber}.`,
      rest: `${counted(found)} ${inRuns}, ${found.length === 1 ? "" : "all "}acknowledged.`,
    };
  }
  if (known.length < 2 * LEAST_RUNS) {
    return {
      lead: `${upper(name)} of the latest run: ${figureWords(figure, latest)}.`,
      rest: `${upper(inRuns.slice(3))} so far; changes are looked for from ${2 * LEAST_RUNS} on.`,
    };
  }
  return {
    lead: `No change of ${name} stands out ${inRuns}.`,
    rest: `The latest: ${figureWords(figure, latest)}.`,
  };
}

function changeWords({ direction, before, after }: TrendChange): string {
  const verb = direction === "rise" ? "rose" : "fell";
  return before === 0
    ? verb
    : `${verb} by ${formatChange(after / before - 1)
        .replace(/^[+\u2212]/, "")
        .replace(" ", "\u00a0")}`;
}

function counted(changes: readonly TrendChange[]): string {
  return changes.length === 1 ? "One change" : `${changes.length} changes`;
}

function acknowledgedWords(changes: readonly TrendChange[]): string {
  const open = changes.filter(({ acknowledged }) => acknowledged === null).length;
  if (open < changes.length) return `${open} not acknowledged yet`;
  return changes.length === 1 ? "not acknowledged yet" : "none acknowledged yet";
}

const LONGEST_LABEL = 60;

function short(label: string): string {
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;
}

function upper(text: string): string {
  return /^p[0-9]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
