import { HeadroomError } from "@headroom/core";
import { holdOwners, type WorkspaceTx } from "@headroom/db";

/** Refuses what would leave the workspace without an owner; until the transaction ends, no other owner goes either. */
export async function keepAnOwner(tx: WorkspaceTx, leavingPersonId: string): Promise<void> {
  const owners = await holdOwners(tx);
  if (owners.some((personId) => personId !== leavingPersonId)) return;
  throw new HeadroomError("conflict", "A workspace needs at least one owner.", {
    field: "role",
    hint: "Make another member an owner first.",
  });
}
