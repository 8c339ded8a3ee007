import { z } from "zod";
import { SCOPES } from "@headroom/core";
import { lineOfText } from "../text.ts";

const MAX_CLAIMS = 10;
const MAX_VALUE_LETTERS = 500;
/** Longer than the tokens of GitHub and GitLab by far. */
const MAX_ID_TOKEN_LETTERS = 16_000;

/** One of them says whose job it is. All other claims can be the same in anyone's project. */
const OWNER_CLAIMS = ["repository", "repository_id", "project_path", "project_id", "sub"] as const;

/** 192 bits and more, in the letters of base64url. */
export const jobKey = z.string().regex(/^[A-Za-z0-9_-]{32,128}$/);

const scopes = z.array(z.enum(SCOPES)).min(1);

/** What has to be in a job's token: names of claims, and their exact values. */
export const ciClaims = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), z.string().trim().min(1).max(MAX_VALUE_LETTERS))
  .refine((claims) => Object.keys(claims).length <= MAX_CLAIMS, `expected at most ${MAX_CLAIMS} claims`)
  .refine(
    (claims) => OWNER_CLAIMS.some((name) => Object.hasOwn(claims, name)),
    `expected one of the claims ${OWNER_CLAIMS.join(", ")}, which say whose job it is`,
  );

/** The body of `POST /v1/ci-identities`. */
export const newCiIdentity = z.strictObject({
  name: lineOfText,
  issuer: z.string().max(MAX_VALUE_LETTERS),
  claims: ciClaims,
  scopes,
  /** A service by its name, or by the slug in its page's address; one that doesn't exist yet is created. Null: any service. */
  service: lineOfText.nullable().default(null),
});

export const createdCiIdentity = z.strictObject({
  id: z.uuid(),
  /** What a job asks its CI system for a token for. */
  audience: z.string(),
});
export type CreatedCiIdentity = z.infer<typeof createdCiIdentity>;

export const listedCiIdentity = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  issuer: z.string(),
  audience: z.string(),
  claims: z.record(z.string(), z.string()),
  scopes,
  /** By the name in its page's address. Null: any service. */
  service: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Tokens that jobs got by it and that still work. */
  activeTokens: z.int(),
});

export const ciIdentityList = z.strictObject({
  /** Those that the server accepts tokens of. */
  issuers: z.array(z.string()),
  identities: z.array(listedCiIdentity),
});
export type CiIdentityList = z.infer<typeof ciIdentityList>;

/** The body of `POST /v1/oidc/exchange`. */
export const idTokenOfJob = z.strictObject({
  idToken: z.string().trim().min(1).max(MAX_ID_TOKEN_LETTERS),
  /** A secret that the job makes up. Only with the one of its first exchange, a token can be exchanged again. */
  jobKey: jobKey.optional(),
});

export const exchangedToken = z.strictObject({
  id: z.uuid(),
  secret: z.string(),
  expiresAt: z.iso.datetime(),
  /** For a machine whose clock differs. */
  expiresInSeconds: z.int(),
});
export type ExchangedToken = z.infer<typeof exchangedToken>;

/** What the tokens of jobs have to be for. It names the identity, so a token for one is worth nothing at another. */
export function audienceOf(webUrl: string, identityId: string): string {
  return `${webUrl}/ci/${identityId}`;
}

/** Null: the audience of something else. */
export function identityInAudience(webUrl: string, audience: string): string | null {
  const start = `${webUrl}/ci/`;
  const id = audience.startsWith(start) ? audience.slice(start.length) : "";
  return z.uuid().safeParse(id).success ? id : null;
}

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

/** A setting: issuers, separated by commas, exactly as their tokens name them. */
export const issuerList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((issuer) => issuer !== ""))
  .refine((issuers) => issuers.every(isIssuer), "expected https addresses without a query");

/** The keys come from there, so nobody between must be able to change them. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.includes(url.hostname));
}
