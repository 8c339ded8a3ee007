import { z } from "zod";
import { parsePrice, PRICE_SYNTAX } from "@headroom/core";

/** "0.004 USD/s": what everything that was running for a run costs. */
export const priceText = z
  .string()
  .max(60)
  .refine((text) => parsePrice(text) !== null, PRICE_SYNTAX);

/** The body of `PUT /v1/runs/{id}/price`. Null: the run has none. */
export const runPrice = z.strictObject({ price: priceText.nullable() });

/** What a million cost in the run's judged window. */
export const runCost = z.strictObject({
  price: z.string(),
  currency: z.string(),
  window: z.enum(["steady", "whole"]),
  /** Requests that succeeded. Null: none did, or nobody knows how many. */
  perMillionRequests: z.number().positive().nullable(),
  perMillionItems: z.number().positive().nullable(),
  /** The source doesn't report all failed requests: a million cost at least so much. */
  atLeast: z.literal(true).optional(),
});
/** The response of `PUT /v1/runs/{id}/price`. */
export const pricedRun = z.strictObject({ cost: runCost.nullable() });
export type RunCostAnswer = z.infer<typeof runCost>;
