import { TARGET_CONFIDENCE } from "@headroom/core";
import type { WorkspaceSettings } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { readSettings } from "../../workspace/settings.ts";

/** How sure the verdicts of a workspace have to be. */
export async function readConfidence(tx: WorkspaceTx, workspaceId: string): Promise<number> {
  return confidenceOf(await readSettings(tx, workspaceId));
}

export function confidenceOf({ targetConfidence }: WorkspaceSettings): number {
  return targetConfidence ?? TARGET_CONFIDENCE;
}
