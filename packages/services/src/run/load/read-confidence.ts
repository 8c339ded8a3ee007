import { TARGET_CONFIDENCE } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { readSettings } from "../../workspace/settings.ts";

/** How sure the verdicts of a workspace have to be. */
export async function readConfidence(tx: WorkspaceTx, workspaceId: string): Promise<number> {
  const { targetConfidence } = await readSettings(tx, workspaceId);
  return targetConfidence ?? TARGET_CONFIDENCE;
}
