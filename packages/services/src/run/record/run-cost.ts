import { costOf, parsePrice } from "@headroom/core";
import type { CostFigure, CostSide } from "@headroom/core";
import type { RunCostAnswer, WindowSummary } from "@headroom/contract";
import type { RunModel } from "@headroom/db";
import { storedJudged } from "./stored.ts";

/** What a million cost in the judged window of a run, as the API returns it; null: it has no price. */
export function runCostOf(
  run: Pick<RunModel, "price" | "summary" | "steady" | "phase">,
): RunCostAnswer | null {
  const summary = storedJudged(run);
  const price = run.price === null ? null : parsePrice(run.price);
  if (price === null || summary === null) return null;
  const { requests, items } = costOf(price, summary);
  const isAtLeast = [requests, items].some(({ range }) => range !== null);
  return {
    price: price.text,
    currency: price.currency,
    window: run.steady === null ? "whole" : "steady",
    perMillionRequests: requests.value,
    perMillionItems: items.value,
    ...(isAtLeast ? { atLeast: true } : {}),
  };
}

/** One run of a comparison, with each of its costs. */
export function costSidesOf({
  price: stored,
  summary,
}: {
  price: string | null;
  summary: WindowSummary;
}): Record<"requests" | "items", CostSide> {
  const price = stored === null ? null : parsePrice(stored);
  const cost = price === null ? null : costOf(price, summary);
  const side = (of: CostFigure | null): CostSide => ({ price, cost: of });
  return { requests: side(cost?.requests ?? null), items: side(cost?.items ?? null) };
}
