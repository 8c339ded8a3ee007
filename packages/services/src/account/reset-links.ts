import { deleteAccountRows } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";

/** Ends every emailed link with which the person could choose a new password. */
export async function endResetLinks(tx: WorkspaceTx, personId: string): Promise<void> {
  await deleteAccountRows(tx, "verification", [{ column: "value", operator: "=", value: personId }]);
}
