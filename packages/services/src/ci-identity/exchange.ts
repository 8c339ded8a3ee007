import type { ExchangedToken } from "@headroom/contract";
import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { CI_EXCHANGE } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { hashSecret } from "../secret.ts";
import { tokenSecret } from "../token/secret.ts";
import { isUuid } from "../uuid.ts";
import { matchesClaims, toldClaims, tokenName } from "./claims.ts";
import type { JobClaims } from "./claims.ts";

/** Enough to start an upload. Who needs longer exchanges again. */
const TOKEN_MINUTES = 15;
/** More jobs at a time than any pipeline has. */
const MOST_ACTIVE = 1_000;

/** What a job's token says, once its signature, its issuer and its times were checked. */
interface CheckedJob {
  issuer: string;
  claims: JobClaims;
  /** The identity that its audience names; null: none of this server. */
  identityId: string | null;
  /** The same for each copy of the job's token, and for no other token of its issuer. */
  tokenId: string;
  /** When the job's token is no longer accepted. */
  validUntil: Date;
  /** A secret that the job made up; null: it sent none. */
  jobKey: string | null;
}

/**
 * A job gets a token by the identity that its own token was made for. Jobs that the identity doesn't fit get the same answer as
 * those that name one that doesn't exist: it says nothing of what another workspace trusts. A copy of a token that was exchanged
 * before gets nothing.
 */
export async function exchangeJobToken({
  services,
  input: { job },
}: {
  services: Services;
  input: { job: CheckedJob };
}): Promise<ExchangedToken> {
  const { identityId } = job;
  const workspaceId =
    identityId === null || !isUuid(identityId)
      ? null
      : await services.db.lookup.workspaceOfCiIdentity(identityId);
  if (identityId === null || workspaceId === null) throw noIdentity(job);
  const ctx = contextOf(services, workspaceId, { kind: "system", id: null });
  const issued = await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const identity = await tx.prisma.ciIdentity.findUnique({ where: { id: identityId } });
    if (identity === null || identity.issuer !== job.issuer || !matchesClaims(identity.claims, job.claims))
      throw noIdentity(job);
    return issue(tx, ctx, { identity, job });
  });
  // Not inside: what was refused is audited.
  if (issued === null) throw exchangedBefore();
  return issued;
}

interface Issued {
  identity: NonNullable<Awaited<ReturnType<WorkspaceTx["prisma"]["ciIdentity"]["findUnique"]>>>;
  job: CheckedJob;
}

async function issue(
  tx: WorkspaceTx,
  ctx: Context,
  { identity, job }: Issued,
): Promise<ExchangedToken | null> {
  const now = ctx.clock();
  // Also holds the identity: until the token is there, nobody can delete it, and no other job is counted.
  const { count } = await tx.prisma.ciIdentity.updateMany({
    where: { id: identity.id },
    data: { lastUsedAt: now },
  });
  if (count === 0) throw noIdentity(job);
  if (!(await takeJobToken(tx, ctx, { identity, job }))) return null;
  const active = { ciIdentityId: identity.id, revokedAt: null, expiresAt: { gt: now } };
  if ((await tx.prisma.token.count({ where: active })) >= MOST_ACTIVE)
    throw new HeadroomError("rate-limited", `${MOST_ACTIVE} tokens of this CI identity are still valid.`, {
      hint: `Each lasts ${TOKEN_MINUTES} minutes. Exchange once per job, and use that token for all its requests.`,
      retryAfterSeconds: 60,
    });
  const id = ctx.newId();
  const secret = tokenSecret(identity.scopes, ctx.newSecretBytes());
  const expiresAt = new Date(now.getTime() + TOKEN_MINUTES * MINUTE_MILLIS);
  const name = tokenName(identity.name, job.claims);
  const { scopes, serviceId, createdBy, workspaceId } = identity;
  await tx.prisma.token.create({
    data: {
      id,
      workspaceId,
      name,
      scopes,
      serviceId,
      createdBy,
      expiresAt,
      tokenHash: Buffer.from(hashSecret(secret)),
      createdAt: now,
      ciIdentityId: identity.id,
    },
  });
  await writeAudit(tx, ctx, {
    action: CI_EXCHANGE,
    subjectKind: "token",
    subjectId: id,
    detail: { name, identity: identity.name, claims: toldClaims(job.claims) },
  });
  return { id, secret, expiresAt: expiresAt.toISOString(), expiresInSeconds: TOKEN_MINUTES * 60 };
}

/** False: somebody has exchanged this token, and doesn't share a key with who sends it now. */
async function takeJobToken(tx: WorkspaceTx, ctx: Context, { identity, job }: Issued): Promise<boolean> {
  const { workspaceId, id: ciIdentityId } = identity;
  const which = { ciIdentityId, tokenHash: Buffer.from(hashSecret(job.tokenId)) };
  const jobKeyHash = job.jobKey === null ? null : Buffer.from(hashSecret(job.jobKey));
  const { count } = await tx.prisma.exchangedJobToken.createMany({
    data: [{ workspaceId, ...which, jobKeyHash, expiresAt: job.validUntil }],
    skipDuplicates: true,
  });
  if (count === 1) return true;
  const first = await tx.prisma.exchangedJobToken.findUniqueOrThrow({
    where: { ciIdentityId_tokenHash: which },
  });
  if (jobKeyHash !== null && first.jobKeyHash !== null && jobKeyHash.equals(first.jobKeyHash)) return true;
  const noted = await tx.prisma.exchangedJobToken.updateMany({
    where: { ...which, refusedAt: null },
    data: { refusedAt: ctx.clock() },
  });
  if (noted.count === 1)
    await writeAudit(tx, ctx, {
      action: "ci-identity.refuse-copy",
      subjectKind: "ci-identity",
      subjectId: ciIdentityId,
      detail: { name: identity.name, claims: toldClaims(job.claims) },
    });
  return false;
}

function exchangedBefore(): HeadroomError {
  return new HeadroomError("unauthenticated", "This token of a CI job was already exchanged.", {
    field: "idToken",
    hint: [
      "Commands of one job share it if they can all write to its cache folder (RUNNER_TEMP, XDG_CACHE_HOME or ~/.cache).",
      "Otherwise, exchange it once and set HEADROOM_TOKEN to the answer's secret, or start the job again for a new token.",
      "If nothing of yours exchanged it, somebody else has a copy: the audit log says when.",
    ].join(" "),
  });
}

function noIdentity({ issuer, claims }: CheckedJob): HeadroomError {
  return new HeadroomError("unauthenticated", "No CI identity of this server fits this job.", {
    field: "idToken",
    hint: [
      "Compare it with Settings > CI identities: the audience, and every claim, have to be the same.",
      `The job's token says ${[`issuer: ${issuer}`, ...toldClaims(claims)].join(", ")}.`,
    ].join(" "),
  });
}
