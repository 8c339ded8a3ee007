import { createHash } from "node:crypto";
import { DAY_MILLIS, HeadroomError } from "@headroom/core";
import type { ImportParameters, RunAnswer } from "@headroom/contract";
import { takeKey } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { Uploads } from "./uploads.ts";

const KEY_LIFETIME_MILLIS = 7 * DAY_MILLIS;

export interface StoredAnswer {
  status: number;
  answer: RunAnswer;
}

/** What becomes of a key: somebody is at it, or it has its answer. */
export const CLAIM_STATES = ["claimed", "answered"] as const satisfies readonly Claim["state"][];
export type Claim = { state: "claimed" } | { state: "answered"; digest: Uint8Array; stored: StoredAnswer };

/**
 * Claims the key in its own transaction before the body is read. A claimed key is in progress for as long as the process
 * that claimed it lives. When that process dies, the sweep frees the key. `alongside` reads what is needed next.
 */
export async function claimKey(
  ctx: Context,
  uploads: Uploads,
  key: string,
  alongside: (tx: WorkspaceTx) => Promise<void> = async () => {},
): Promise<Claim> {
  const first = await tryClaim(ctx, uploads, key, alongside);
  if (first !== null) return first;
  await uploads.sweep();
  const second = await tryClaim(ctx, uploads, key, alongside);
  if (second !== null) return second;
  throw new HeadroomError("in-progress", `An upload with the key "${key}" is already in progress.`, {
    field: "Idempotency-Key",
    hint: "Repeat the request in a few seconds to get its result.",
  });
}

async function tryClaim(
  ctx: Context,
  uploads: Uploads,
  key: string,
  alongside: (tx: WorkspaceTx) => Promise<void>,
): Promise<Claim | null> {
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + KEY_LIFETIME_MILLIS);
  const asked = { key, instance: await uploads.instance(), createdAt, expiresAt };
  let held = false;
  const claim = async (tx: WorkspaceTx): Promise<Claim | null> => {
    if (await takeKey(tx, asked)) {
      held = true;
      uploads.holdKey(ctx.workspaceId, key);
      await alongside(tx);
      return { state: "claimed" };
    }
    const taken = await tx.prisma.idempotencyKey.findUnique({
      where: { workspaceId_key: { workspaceId: ctx.workspaceId, key } },
    });
    if (taken === null || taken.state === "claimed" || taken.status === null) return null;
    // `answerKey` wrote it, from a response of this type.
    const answer = taken.answer as RunAnswer;
    return { state: "answered", digest: taken.requestDigest, stored: { status: taken.status, answer } };
  };
  try {
    return await ctx.db.inWorkspace(ctx.workspaceId, claim);
  } catch (error) {
    // It may have been committed anyway; unmarked, it is swept.
    if (held) uploads.letGoOfKey(ctx.workspaceId, key);
    throw error;
  }
}

/** Frees the key after a failure, so that the same request can be retried. If this fails too, the sweep frees it. */
export async function releaseKey(ctx: Context, uploads: Uploads, key: string): Promise<void> {
  const instance = await uploads.instance();
  await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.idempotencyKey.deleteMany({ where: { key, state: "claimed", instance } }),
  );
}

/** The same request gets the same response, if its body and query are the same. */
export function replay(
  claim: Extract<Claim, { state: "answered" }>,
  digest: Uint8Array,
  key: string,
): StoredAnswer {
  if (Buffer.compare(claim.digest, digest) === 0) return claim.stored;
  throw new HeadroomError("key-reused", `The key "${key}" was already used for a different request.`, {
    field: "Idempotency-Key",
    hint: "Use a new key for each upload. Reuse a key only to repeat the same file with the same parameters.",
  });
}

/** Hashes the decoded body and the query: what was asked, whatever the compression. */
export function requestDigest(parameters: ImportParameters, bodyDigest: Uint8Array): Uint8Array {
  const query = JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(query).update("\0").update(bodyDigest).digest();
}
