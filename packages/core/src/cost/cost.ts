import type { FigureRange } from "../targets/figures.ts";
import { pricePerSecond } from "./price.ts";
import type { Price } from "./price.ts";

/** What the cost of a window is computed from, as its summary has it. */
export interface CostWindow {
  throughput: number | null;
  items: number | null;
  durationSeconds: number | null;
  errorRate: number | null;
  /** The source leaves out some failed requests. */
  errorsAtLeast?: true | undefined;
}

/** The cost of a million, in the price's currency. */
export interface CostFigure {
  value: number | null;
  /** Where it's only known to be at least so much. */
  range: FigureRange | null;
  /** Why the cost isn't known; null if it is. */
  missing: string | null;
}

/** What a cost is of: requests that succeeded, or the items that they carried. */
export const COST_KINDS = ["requests", "items"] as const;
export type CostKind = (typeof COST_KINDS)[number];
export type RunCost = Record<CostKind, CostFigure>;

const MILLION = 1e6;

/**
 * The price divided by what succeeded in the same time: a failed request is paid for and serves nobody, so an outage is never
 * cheap. Sources don't say which items failed, so failed requests count as having carried their share of them.
 */
export function costOf(price: Price, window: CostWindow): RunCost {
  const { throughput, items, durationSeconds } = window;
  const timed = durationSeconds !== null && durationSeconds > 0;
  return {
    requests: costOfRate(price, throughput, window),
    items: costOfRate(price, items === null || !timed ? null : items / durationSeconds, window),
  };
}

function costOfRate(price: Price, perSecond: number | null, window: CostWindow): CostFigure {
  if (perSecond === null) return none("The source doesn't report how many there were.");
  const succeeded = perSecond * (1 - (window.errorRate ?? 0));
  if (!(succeeded > 0)) return none("None succeeded.");
  const value = (MILLION * pricePerSecond(price)) / succeeded;
  const isAtLeast = window.errorRate === null || window.errorsAtLeast === true;
  return { value, range: isAtLeast ? { low: value, high: null } : null, missing: null };
}

function none(missing: string): CostFigure {
  return { value: null, range: null, missing };
}
