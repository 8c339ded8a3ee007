import type { AcceptAnswer } from "@headroom/contract";
import type { RunModel, SetAside, WorkspaceTx } from "@headroom/db";
import { namesOf } from "./names-of.ts";

/** Null: the run counts. */
export function setAsideOf({
  setAsideAt,
  setAsideReason,
}: Pick<RunModel, "setAsideAt" | "setAsideReason">): SetAside | null {
  if (setAsideAt === null || setAsideReason === null) return null;
  return { reason: setAsideReason, at: setAsideAt.toISOString() };
}

/** Null: nobody accepted what changed in it. */
export async function readAccepted(
  tx: WorkspaceTx,
  { acceptedAt, acceptedBy, acceptedReason }: Pick<RunModel, "acceptedAt" | "acceptedBy" | "acceptedReason">,
): Promise<AcceptAnswer["accepted"]> {
  if (acceptedAt === null || acceptedReason === null) return null;
  const names = await namesOf(tx, [acceptedBy]);
  return { reason: acceptedReason, at: acceptedAt.toISOString(), by: names.get(acceptedBy ?? "") ?? null };
}
