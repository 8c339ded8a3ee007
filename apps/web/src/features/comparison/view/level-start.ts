import type { LevelChange } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { RunCard } from "./prepare-runs.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

/** The runs in the order in which they ran. */
export function byTime<Run extends Pick<RunCard, "startedAt" | "number">>(cards: readonly Run[]): Run[] {
  return cards.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt) || a.number - b.number);
}

export interface LevelStart {
  /** The run that the trend names, which needn't be among the compared ones. */
  number: number;
  /** The first compared run from then on. */
  first: RunCard;
  before: number;
  after: number;
}

function isBeforeReference({ startedAt }: RunCard, cards: readonly RunCard[]): boolean {
  const reference = cards.find(({ isReference }) => isReference);
  return reference !== undefined && Date.parse(startedAt) < Date.parse(reference.startedAt);
}

/** A pair leads from the reference to its run, which may have run before it. */
function inTime(change: LevelChange, isBackwards: boolean): LevelChange {
  return isBackwards ? { ...change, before: change.after, after: change.before } : change;
}

/**
 * Where the level of a figure changed among the compared runs, as their experiment's trend shows it; null: nowhere, or in several
 * places, or the runs are of several experiments.
 */
export function levelStart(
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
  metric: FigureId,
): LevelStart | null {
  if (new Set(cards.map(({ service, experiment }) => `${service} ${experiment}`)).size > 1) return null;
  const changes = cards.flatMap((card) => {
    const pair = statistics.get(card.id);
    if (pair === undefined || pair === "failed") return [];
    const ofMetric = pair.trend.filter((change) => change.metric === metric && change.runs.length === 1);
    return ofMetric.map((change) => inTime(change, isBeforeReference(card, cards)));
  });
  const numbers = new Set(changes.flatMap(({ runs }) => runs));
  const [number, ...more] = numbers;
  const [change] = changes;
  if (number === undefined || change === undefined || more.length > 0) return null;
  const first = byTime(cards).find((card) => card.number >= number);
  return first === undefined || byTime(cards)[0] === first
    ? null
    : { number, first, before: change.before, after: change.after };
}
