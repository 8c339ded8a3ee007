import { z } from "zod";
import { comparability, comparedRun, metricRow } from "./comparison.ts";

/** One experiment of a rounds comparison, with its run in each round. */
export const roundsRow = z.strictObject({
  experiment: comparedRun.shape.service.extend({ group: z.string().nullable() }),
  state: z.enum(["pair", "no-second-run", "no-first-run", "no-run"]),
  before: comparedRun.nullable(),
  after: comparedRun.nullable(),
  metrics: z.array(metricRow),
  comparability: comparability.nullable(),
});
export type RoundsRow = z.infer<typeof roundsRow>;

/** All experiments of a service, first round against second. The pair with the worst change comes first. */
export const roundsComparison = z.strictObject({
  service: comparedRun.shape.service,
  rows: z.array(roundsRow),
  total: z.int().nonnegative(),
});
export type RoundsComparison = z.infer<typeof roundsComparison>;
