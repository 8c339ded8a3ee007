import type { AcceptAnswer } from "@headroom/contract";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { namesOf } from "./names-of.ts";

/** Null: nobody accepted what changed in it. */
export async function readAccepted(
  tx: WorkspaceTx,
  { acceptedAt, acceptedBy, acceptedReason }: Pick<RunModel, "acceptedAt" | "acceptedBy" | "acceptedReason">,
): Promise<AcceptAnswer["accepted"]> {
  if (acceptedAt === null || acceptedReason === null) return null;
  const names = await namesOf(tx, [acceptedBy]);
  return { reason: acceptedReason, at: acceptedAt.toISOString(), by: names.get(acceptedBy ?? "") ?? null };
}
