import { createHmac } from "node:crypto";
import type { WorkspaceTx } from "@headroom/db";
import { keyFor } from "../instance-secret.ts";

/** With which webhooks of a workspace are signed. */
export interface SigningKeys {
  current: string;
  /** The key before, while both are valid. */
  previous: { key: string; until: Date } | null;
}

interface KeysOf {
  secret: Uint8Array;
  workspaceId: string;
  now: Date;
}

export async function readSigningKeys(
  tx: WorkspaceTx,
  { secret, workspaceId, now }: KeysOf,
): Promise<SigningKeys> {
  const row = await tx.prisma.webhookKey.findUnique({ where: { workspaceId } });
  const keyOf = (generation: number) => keyOfGeneration(secret, workspaceId, generation);
  if (row === null) return { current: keyOf(0), previous: null };
  const { generation, previousUntil } = row;
  const isValid = previousUntil > now;
  return {
    current: keyOf(generation),
    previous: isValid ? { key: keyOf(generation - 1), until: previousUntil } : null,
  };
}

function keyOfGeneration(secret: Uint8Array, workspaceId: string, generation: number): string {
  const purpose = generation === 0 ? `webhook ${workspaceId}` : `webhook ${workspaceId} ${generation}`;
  return Buffer.from(keyFor(secret, purpose)).toString("hex");
}

/**
 * `t` is when it was signed, so that an old request can't be sent again later. One `v1` for each key: a receiver that knows
 * either of them accepts it.
 */
export function signWebhook({ current, previous }: SigningKeys, body: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1_000);
  const keys = previous === null ? [current] : [current, previous.key];
  const signatures = keys.map((key) => createHmac("sha256", key).update(`${second}.${body}`).digest("hex"));
  return [`t=${second}`, ...signatures.map((signature) => `v1=${signature}`)].join(",");
}
