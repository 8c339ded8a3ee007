import { z } from "zod";
import { SCOPES } from "@headroom/core";
import { instant } from "../instant.ts";
import { lineOfText } from "../text.ts";

const MAX_NAME_LETTERS = 200;
/** 30 days. */
const MOST_OVERLAP_HOURS = 720;

const scopes = z.array(z.enum(SCOPES)).min(1);

/** The body of `POST /v1/tokens`. */
export const newTokenByApi = z.strictObject({
  name: z.string().trim().min(1).max(MAX_NAME_LETTERS),
  scopes,
  /** A service by its name, or by the slug in its page's address; one that doesn't exist yet is created. Null: all services. */
  service: lineOfText.nullable().default(null),
  /** Null: never. */
  expiresAt: instant.nullable().default(null),
});

/** The secret is in no other answer: only its hash is stored. */
export const createdToken = z.strictObject({ id: z.uuid(), secret: z.string() });

/** How long the secret that is replaced still works. */
const keepPreviousHours = z.int().min(0).max(MOST_OVERLAP_HOURS).default(24);

/** The body of `POST /v1/token/rotate`. */
export const rotateOwnToken = z.strictObject({ keepPreviousHours });

/** The body of `POST /v1/tokens/{id}/rotate`. */
export const rotateTokenFields = z.strictObject({
  keepPreviousHours,
  /** Null: never. Without it, the token expires when it did. */
  expiresAt: instant.nullable().optional(),
});

export const rotatedToken = z.strictObject({
  id: z.uuid(),
  secret: z.string(),
  /** Until when the secret before works, too; null: it no longer does. */
  previousUntil: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type RotatedTokenAnswer = z.infer<typeof rotatedToken>;

/** A token as `GET /v1/tokens` lists it. */
export const listedToken = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  scopes,
  /** The service's slug. Null means all services. */
  service: z.string().nullable(),
  createdAt: z.iso.datetime(),
  rotatedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** With any of its secrets. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Secrets that were replaced and still work, oldest first. */
  previousSecrets: z.array(
    z.strictObject({ validUntil: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }),
  ),
});
export const tokenList = z.strictObject({ tokens: z.array(listedToken) });
export type TokenListAnswer = z.infer<typeof tokenList>;
