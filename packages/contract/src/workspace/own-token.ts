import { z } from "zod";
import { SCOPES } from "@headroom/core";

/** The response of `GET /v1/token`: what the token of the request is for. */
export const ownToken = z.strictObject({
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The one that it is limited to; null: all services. */
  service: z.strictObject({ slug: z.string(), name: z.string() }).nullable(),
  workspace: z.strictObject({ slug: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  /** Null: never. */
  expiresAt: z.iso.datetime().nullable(),
});
export type OwnToken = z.infer<typeof ownToken>;
