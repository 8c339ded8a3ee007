import { z } from "zod";

export const MOST_SHARE_DAYS = 365;

/** A further parameter of `POST /v1/runs`: for how many days anyone with the link in the response may see the run. */
export const askedShare = z.object({
  share: z.coerce.number().int().min(1).max(MOST_SHARE_DAYS).optional(),
});

/** The response of `POST /v1/shares`. Its address is in no other response: only a hash of its secret is stored. */
export const createdShare = z.strictObject({
  id: z.uuid(),
  url: z.url(),
  expiresAt: z.iso.datetime(),
});
export type CreatedShareAnswer = z.infer<typeof createdShare>;

/** A link as `GET /v1/shares` lists it. */
export const listedShare = z.strictObject({
  id: z.uuid(),
  state: z.enum(["open", "expired", "revoked"]),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  hasPassphrase: z.boolean(),
  openedCount: z.int(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** It shows the report as it was then; null: what is. */
  frozenAt: z.iso.datetime().nullable(),
});
export type ListedShareAnswer = z.infer<typeof listedShare>;
