import { z } from "zod";
import { REMOVALS } from "@headroom/core";
import { instant } from "../instant.ts";
import { freeText } from "../text.ts";
import { comparator } from "../run/verdict.ts";

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
  /** What the run showed, in the target's unit; of a range, the worse end. */
  value: z.number(),
  reason: z.string(),
  acceptedBy: z.string(),
  acceptedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Only active ones count. */
  state: z.enum(["active", "expired", "revoked"]),
  revokedAt: z.iso.datetime().nullable(),
});

/** What a member says about an experiment that no longer represents the peak. */
export const acceptedRemovalFields = acceptedRiskFields.omit({ target: true });

/** An experiment that represented the peak, and was deleted or unmarked while what its runs had shown counted. */
export const removedExperiment = z.strictObject({
  experiment: z.strictObject({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
  how: z.enum(REMOVALS),
  /** By name. */
  by: z.string(),
  /** What it had shown then. */
  state: z.enum(["proven", "accepted", "unproven"]),
  /** Requests a second; null: it had no proof. */
  throughput: z.number().nullable(),
  /** One sentence, after the experiment's name: "was removed on 28 Nov 2026 by Ada; it held 300 req/s." */
  words: z.string(),
  /** Null: nobody has accepted that, or it was revoked. */
  accepted: z
    .strictObject({
      id: z.string(),
      reason: z.string(),
      acceptedBy: z.string(),
      acceptedAt: z.iso.datetime(),
      until: z.iso.datetime(),
      /** Only active ones count. */
      state: z.enum(["active", "expired"]),
    })
    .nullable(),
});
export type RemovedExperimentAnswer = z.infer<typeof removedExperiment>;

export const acceptedRiskList = z.strictObject({
  risks: z.array(acceptedRisk),
  removed: z.array(removedExperiment),
});
export type AcceptedRiskAnswer = z.infer<typeof acceptedRisk>;
