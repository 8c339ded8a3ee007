import { z } from "zod";
import { instant } from "./instant.ts";
import { freeText } from "./text.ts";
import { comparator } from "./verdict.ts";

const MAX_REASON = 2_000;
/** An accepted risk lasts at most this long. */
export const MAX_RISK_DAYS = 366;
/** Accepted risks of an experiment that count at the same time. */
export const MAX_RISKS_OF_EXPERIMENT = 200;

/** What a member says about a missed target of a run. */
export const acceptedRiskFields = z.strictObject({
  /** The target's text, as in the run's verdicts. */
  target: z.string().trim().min(1).max(500),
  reason: freeText(MAX_REASON)
    .transform((text) => text.trim())
    .refine((text) => text !== "", "say why the risk is acceptable"),
  until: instant,
  /** The email of the member who accepts it. Required of tokens; people accept for themselves. */
  acceptedBy: z.string().trim().max(320).optional(),
});

/** The query of `GET /v1/accepted-risks`: whose are listed. */
export const acceptedRiskParameters = z.union([
  z.strictObject({ service: z.string() }),
  z.strictObject({ experiment: z.string() }),
]);

/** A missed target that a member accepts. It covers misses of the experiment that are no worse. */
export const acceptedRisk = z.strictObject({
  id: z.string(),
  experiment: z.strictObject({ id: z.string(), name: z.string() }),
  run: z.strictObject({ id: z.string(), number: z.int() }),
  target: z.string(),
  comparator,
  threshold: z.number(),
  unit: z.string(),
  /** What the run showed, in the target's unit. */
  value: z.number(),
  reason: z.string(),
  acceptedBy: z.string(),
  acceptedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Only active ones count. */
  state: z.enum(["active", "expired", "revoked"]),
  revokedAt: z.iso.datetime().nullable(),
});
export const acceptedRiskList = z.strictObject({ risks: z.array(acceptedRisk) });
export type AcceptedRiskAnswer = z.infer<typeof acceptedRisk>;
