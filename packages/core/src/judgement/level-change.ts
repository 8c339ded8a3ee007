import { ratioOf } from "../comparison/change.ts";
import { stepIsOver } from "../comparison/level.ts";
import type { LevelStep } from "../comparison/level.ts";
import { printedLevels } from "../comparison/printed-change.ts";
import { formatChange, formatFixed } from "../format/number.ts";
import { figureName, figureOfMetric, FIGURES, isFigureId } from "../targets/figures.ts";
import type { ComparableFigures, FigureId } from "../targets/figures.ts";
import { parseTarget } from "../targets/target.ts";
import type { Finding, FindingRun } from "./judgement.ts";

/** Worse: nobody accepted it, and it isn't over. */
export const LEVEL_CHANGE_STATES = ["worse", "accepted", "better"] as const;
export type LevelChangeState = (typeof LEVEL_CHANGE_STATES)[number];

/** One figure of the default branch that is at another level than before. It is stored with a judgement and shown at every door. */
export interface LevelChange {
  metric: FigureId;
  /** Null: all requests. */
  label: string | null;
  before: number;
  after: number;
  state: LevelChangeState;
  /** The first one at the new level; null: the reader may not know of it. */
  run: FindingRun | null;
  /** How many runs of the level there are since then, that one included; null: not known. */
  runs: number | null;
}

interface Level {
  /** The first of the present level. */
  from: number;
  /** The run that somebody accepted last; -1: none. */
  accepted: number;
  /** Of the runs that are looked at; null: one that doesn't count. */
  figures: readonly (ComparableFigures | null)[];
}

/** A step that still holds, by its place among the runs. */
export type PresentStep = LevelStep & { state: LevelChangeState };

/** What the latest run still shows of each metric: an open step to the worse, or else the last one that was accepted or to the better. */
export function presentSteps(
  steps: readonly LevelStep[],
  open: readonly LevelStep[],
  { from, accepted, figures }: Level,
): PresentStep[] {
  const metrics = new Set(steps.map(({ metric }) => metric));
  return [...metrics].flatMap((metric): PresentStep[] => {
    const worse = open.find((step) => step.metric === metric);
    if (worse !== undefined) return [{ ...worse, state: "worse" }];
    const last = steps
      .filter((step) => step.metric === metric)
      .toSorted((a, b) => a.index - b.index)
      .at(-1);
    if (last === undefined || stepIsOver(last, figures)) return [];
    if (!last.isWorse) return [{ ...last, state: "better" }];
    return last.index <= Math.min(from, accepted) ? [{ ...last, state: "accepted" }] : [];
  });
}

/**
 * With what the comparison of the run itself shows of labels, and of metrics whose trend shows nothing yet. The one to name
 * first is first: of those to the worse, a metric that a target is about, then of all requests, then the largest.
 */
export function orderedChanges(
  trend: readonly LevelChange[],
  findings: readonly Finding[],
  { run, targets }: { run: FindingRun; targets: readonly string[] },
): LevelChange[] {
  const ofRun = findings.flatMap(({ kind, code, effect, metric, label, before, after }): LevelChange[] => {
    if (kind !== "change" || code !== "regressed" || effect !== "fail") return [];
    if (metric === null || !isFigureId(metric) || before === null || after === null) return [];
    if (label === null && trend.some((one) => one.metric === metric)) return [];
    return [{ metric, label, before, after, state: "worse", run, runs: 1 }];
  });
  const wanted = targets.flatMap(metricOf);
  const rank = ({ metric, label, state }: LevelChange) => {
    const at = wanted.indexOf(metric);
    const place = label !== null ? wanted.length + 1 : at === -1 ? wanted.length : at;
    return LEVEL_CHANGE_STATES.indexOf(state) * MOST_TARGETS + place;
  };
  const byWeight = (some: readonly LevelChange[]) =>
    some.toSorted((a, b) => rank(a) - rank(b) || sizeOf(b) - sizeOf(a));
  // Many runs show more than one does.
  const [lasting, own] = [byWeight(trend), byWeight(ofRun)];
  const isWorse = ({ state }: LevelChange) => state === "worse";
  return [...lasting.filter(isWorse), ...own, ...lasting.filter((one) => !isWorse(one))].slice(
    0,
    MOST_CHANGES,
  );
}

const MOST_TARGETS = 10_000;
/** A run has up to 20,000 labels. */
const MOST_CHANGES = 8;

function metricOf(text: string): FigureId[] {
  const parsed = parseTarget(text);
  if (!parsed.ok || parsed.target.label !== null) return [];
  const id = figureOfMetric(parsed.target.metric);
  return id === null ? [] : [id];
}

function sizeOf({ before, after }: LevelChange): number {
  const ratio = ratioOf(before, after);
  return ratio === null || ratio <= 0 ? Infinity : Math.abs(Math.log(ratio));
}

/** One change in the words that every door uses. */
export interface DeltaWords {
  /** "p99", or "p99 of GET /search". */
  name: string;
  before: string;
  after: string;
  /** "+23%"; null: from zero. */
  size: string | null;
  /** "since run 32" */
  since: string;
  /** "14 runs"; null: not known, or that run alone. */
  span: string | null;
  /** Whether the figure rose, which may be good or bad. */
  rises: boolean;
}

export function deltaWords({ metric, label, before, after, run, runs }: LevelChange): DeltaWords {
  const ratio = ratioOf(before, after);
  const isSeveral = runs !== null && runs >= 2;
  return {
    name: label === null ? figureName(metric) : `${figureName(metric)} of ${label}`,
    ...printedLevels(metric, { before, after }, deltaSize),
    size: ratio === null ? null : deltaSize(ratio),
    since: run === null ? `for ${isSeveral ? runs : "several"} runs` : `since run ${run.number}`,
    // To a guest, who isn't told of other runs, the number says since when.
    span: run === null || !isSeveral ? null : `${runs} runs`,
    rises: after > before,
  };
}

/** "+23%", "+8.4%", "−3.2%": how far a level is from another one. A tenth of a percent of a large change is noise. */
export function deltaSize(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (Math.abs(percent) < 9.95) return formatChange(ratio - 1);
  return `${percent < 0 ? "−" : "+"}${formatFixed(Math.abs(percent), 0)}%`;
}

/** "p99 is 23% slower since run 32", as a headline has it. */
export function deltaSentence(change: LevelChange): string {
  const { name, size, since, before, after } = deltaWords(change);
  const subject = /^p\d/.test(name) ? name : name.charAt(0).toUpperCase() + name.slice(1);
  if (size === null) return `${subject} went from ${before} to ${after} ${since}`;
  return `${subject} is ${size.replace(/^[+−]/, "")} ${comparative(change)} ${since}`;
}

function comparative({ metric, before, after }: LevelChange): string {
  const rises = after > before;
  if (FIGURES[metric].unit !== "ms") return rises ? "higher" : "lower";
  return rises ? "slower" : "faster";
}
