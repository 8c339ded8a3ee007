import { z } from "zod";
import { queryNumber } from "../query-number.ts";
import { labelSummary } from "./summary.ts";

/** One page of a run's labels, busiest first. `next` is the cursor for the next page, null on the last one. */
export const labelPage = z.strictObject({
  labels: z.array(labelSummary),
  labelsTotal: z.int().nonnegative(),
  next: z.string().nullable(),
});
export type LabelPage = z.infer<typeof labelPage>;

/** The query of `GET /v1/runs/{id}/labels`. */
export const labelPageParameters = z.strictObject({
  limit: queryNumber(z.number().int().min(1).max(1_000).default(100)),
  cursor: z.string().min(1).max(1_000).optional(),
});
export type LabelPageParameters = z.infer<typeof labelPageParameters>;
