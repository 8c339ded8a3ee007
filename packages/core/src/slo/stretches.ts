import { MINUTE_SECONDS } from "../time.ts";
import { budgetOf } from "./budget.ts";
import type { SloPeriod } from "./budget.ts";
import { addTallies } from "./tally.ts";
import type { Objective, SloTally } from "./tally.ts";

/** A cell of traffic as an SLO counts it. Several may be of the same seconds. */
export interface TalliedCell {
  /** Epoch seconds. */
  second: number;
  step: number;
  tally: SloTally;
  goodPerMillion: Objective["goodPerMillion"];
}

interface Seconds {
  from: number;
  to: number;
}

/** The periods of a stretch: one for each objective that it was measured by. */
export function periodsOf(cells: readonly TalliedCell[], { from, to }: Seconds): SloPeriod[] {
  const within = cells.filter(({ second }) => second >= from && second < to);
  const byObjective = Map.groupBy(within, ({ goodPerMillion }) => goodPerMillion);
  return [...byObjective].map(([goodPerMillion, own]) => ({
    tally: addTallies(own.map(({ tally }) => tally)),
    goodPerMillion,
    measuredSeconds: measuredSeconds(own),
  }));
}

/** A minute with requests was measured, whichever of its seconds they came in. */
function measuredSeconds(cells: readonly TalliedCell[]): number {
  const measured = new Map<number, number>();
  for (const { second, step, tally } of cells) {
    const length = Math.max(step, MINUTE_SECONDS);
    if (tally.requests > 0) measured.set(Math.floor(second / length) * length, length);
  }
  return [...measured.values()].reduce((sum, length) => sum + length, 0);
}

export interface BudgetPoint {
  /** Up to this epoch second. */
  second: number;
  requests: number;
  /** What is left of the window's budget. */
  left: { low: number; high: number };
}

/** How the budget of a window went down, point by point. Nothing where no budget exists. */
export function budgetHistory(
  cells: readonly TalliedCell[],
  window: Seconds,
  pointSeconds: number,
): BudgetPoint[] {
  const { allowedRequests: allowed } = budgetOf(periodsOf(cells, window));
  if (allowed === 0) return [];
  const points = [];
  const bad = { low: 0, high: 0 };
  const byPoint = Map.groupBy(cells, ({ second }) => Math.floor((second - window.from) / pointSeconds));
  for (let start = window.from; start < window.to; start += pointSeconds) {
    const own = byPoint.get((start - window.from) / pointSeconds) ?? [];
    const { requests, badLow, badHigh } = addTallies(own.map(({ tally }) => tally));
    bad.low += badLow;
    bad.high += badHigh;
    const left = { low: (allowed - bad.high) / allowed, high: (allowed - bad.low) / allowed };
    points.push({ second: Math.min(start + pointSeconds, window.to), requests, left });
  }
  return points;
}

export interface Spending extends Seconds {
  tally: SloTally;
}

export const SPENDING_SECONDS = 600;

/** The ten minutes that spent most, worst first. Those that follow each other are one stretch. */
export function worstSpending(cells: readonly TalliedCell[], window: Seconds, most: number): Spending[] {
  const within = cells.filter(({ second }) => second >= window.from && second < window.to);
  const stretches = Map.groupBy(within, ({ second }) => Math.floor(second / SPENDING_SECONDS));
  const worst = [...stretches]
    .map(([at, own]) => ({
      from: at * SPENDING_SECONDS,
      to: (at + 1) * SPENDING_SECONDS,
      tally: addTallies(own.map(({ tally }) => tally)),
    }))
    .filter(({ tally }) => tally.badHigh > 0)
    .toSorted((a, b) => spentBy(b) - spentBy(a) || a.from - b.from)
    .slice(0, most)
    .toSorted((a, b) => a.from - b.from);
  const joined: Spending[] = [];
  for (const one of worst) {
    const last = joined.at(-1);
    if (last?.to === one.from) {
      last.to = one.to;
      last.tally = addTallies([last.tally, one.tally]);
    } else joined.push(one);
  }
  return joined.toSorted((a, b) => spentBy(b) - spentBy(a));
}

function spentBy({ tally: { badLow, badHigh } }: Spending): number {
  return badLow + badHigh;
}
