import { HeadroomError } from "@headroom/core";
import { holdOwners } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";

/** Refuses a change that would leave the workspace without an owner. No other owner can leave until the transaction ends. */
export async function keepAnOwner(tx: WorkspaceTx, leavingPersonId: string): Promise<void> {
  const owners = await holdOwners(tx);
  if (owners.some((personId) => personId !== leavingPersonId)) return;
  throw new HeadroomError("conflict", "A workspace needs at least one owner.", {
    field: "role",
    hint: "Make another member an owner first.",
  });
}
