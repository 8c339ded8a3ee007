import { MAX_RUN_REASON_LENGTH } from "@headroom/core";
import { z } from "zod";
import { freeText } from "../text.ts";

/** Why a member decides something about a run. */
const reason = freeText(MAX_RUN_REASON_LENGTH)
  .transform((text) => text.trim())
  .refine((text) => text !== "", "enter a reason");

/** The body of `PUT /v1/runs/{id}/aside`. */
export const asideFields = z.strictObject({ reason });

/** A run that is set aside is shown, and counts for nothing. */
export const setAside = z.strictObject({ reason: z.string(), at: z.iso.datetime() });

/** The response of `PUT` and `DELETE /v1/runs/{id}/aside`. Null: the run counts. */
export const asideAnswer = z.strictObject({ setAside: setAside.nullable() });
export type AsideAnswer = z.infer<typeof asideAnswer>;

/** The body of `POST /v1/runs/{id}/accept`. */
export const acceptFields = z.strictObject({ reason });

/** What changed in a run was accepted: later runs are compared with it. */
export const accepted = z.strictObject({
  reason: z.string(),
  at: z.iso.datetime(),
  /** Null: a token, or a former member. */
  by: z.string().nullable(),
});

/** The response of `POST` and `DELETE /v1/runs/{id}/accept`. Null: it isn't accepted. */
export const acceptAnswer = z.strictObject({ accepted: accepted.nullable() });
export type AcceptAnswer = z.infer<typeof acceptAnswer>;
