import type { SloStatus } from "@headroom/contract";
import { budgetOf, BURN_RULES, MINUTE_MILLIS, periodsOf, readBurnRates, windowAt } from "@headroom/core";
import type { BurnReading, ErrorBudget, TalliedCell } from "@headroom/core";
import { readTrafficGaps } from "@headroom/db";
import type { SloModel, WorkspaceTx } from "@headroom/db";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { windowOf } from "./answer-slo.ts";
import { answerLeftOut, readLeftOut } from "./maintenance.ts";
import type { Seconds } from "./maintenance.ts";

const LONGEST_RULE = Math.max(...BURN_RULES.map(({ longSeconds }) => longSeconds));

/** The window of an SLO at a moment, in epoch seconds. */
export interface SloSpan extends Seconds {
  /** The end of what can have been measured: whole minutes. */
  until: number;
  /** From when on cells are needed: burn rates look back over the start of a calendar period. */
  readFrom: number;
}

export function spanOf(slo: SloModel, now: Date): SloSpan {
  const until = Math.floor(now.getTime() / MINUTE_MILLIS) * 60;
  const window = windowAt(windowOf(slo), new Date(until * 1_000));
  const from = window.from.getTime() / 1_000;
  return { from, to: window.to.getTime() / 1_000, until, readFrom: Math.min(from, until - LONGEST_RULE) };
}

/** How an SLO is doing, from the cells of its window. */
export function statusOf(
  cells: readonly TalliedCell[],
  span: SloSpan,
  beside: Pick<SloStatus, "gapRequests" | "simulated" | "maintenance">,
): SloStatus {
  const budget = budgetOf(periodsOf(cells, { from: span.from, to: span.until }));
  const rates = readBurnRates({
    windowSeconds: span.to - span.from,
    last: (seconds) => periodsOf(cells, { from: span.until - seconds, to: span.until }),
  });
  return {
    at: at(span.until),
    from: at(span.from),
    to: at(span.to),
    state: budget.state,
    requests: budget.requests,
    bad: { low: budget.badLow, high: budget.badHigh },
    goodPercent: times(budget.goodShare, 100),
    budget: answerBudget(budget),
    elapsedSeconds: span.until - span.from,
    measuredSeconds: Math.min(budget.measuredSeconds, span.until - span.from),
    ...beside,
    burnRates: rates.map(answerReading),
  };
}

/** Requests that came in one number after a gap of the window, what of it is simulated, and what is left out. */
export async function readBeside(
  tx: WorkspaceTx,
  serviceId: string,
  { from, until }: SloSpan,
): Promise<Pick<SloStatus, "gapRequests" | "simulated" | "maintenance">> {
  const gaps = await readTrafficGaps(tx, serviceId, { from, to: until });
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
  return {
    gapRequests: gaps.reduce((sum, { requests }) => sum + requests, 0),
    simulated: simulatedIn(traffic, { from, to: until }),
    maintenance: answerLeftOut(await readLeftOut(tx, serviceId, { from, to: until })),
  };
}

function answerBudget({ allowedRequests, allowedMinutes, leftShare }: ErrorBudget): SloStatus["budget"] {
  return {
    requests: allowedRequests,
    minutes: allowedMinutes,
    leftPercent: times(leftShare, 100),
    leftRequests: times(leftShare, allowedRequests),
    leftMinutes: times(leftShare, allowedMinutes),
  };
}

function answerReading({ rule, rate, long, short, state }: BurnReading): SloStatus["burnRates"][number] {
  const { severity, longSeconds, shortSeconds } = rule;
  return { severity, longSeconds, shortSeconds, alertingRate: rate, long, short, state };
}

export function times(
  range: { low: number; high: number } | null,
  factor: number,
): { low: number; high: number } | null {
  return range === null ? null : { low: range.low * factor, high: range.high * factor };
}

export function at(second: number): string {
  return new Date(second * 1_000).toISOString();
}
