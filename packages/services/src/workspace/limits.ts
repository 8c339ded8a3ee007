import type { WorkspaceTx } from "@headroom/db";
import { readSettings } from "./settings.ts";

export interface ImportLimits {
  labels: number;
  labelLength: number;
  runSeconds: number;
  runCells: number;
  /** The share of refused lines above which the whole file is refused. */
  badLinesShare: number;
}

/** What a workspace accepts: as much as the server does, or less. Never more: the server's limits protect it. */
export async function limitsOfWorkspace(
  tx: WorkspaceTx,
  workspaceId: string,
  server: ImportLimits,
): Promise<ImportLimits> {
  const { maxLabels, maxBadLinesShare } = await readSettings(tx, workspaceId);
  return {
    ...server,
    labels: Math.min(server.labels, maxLabels ?? Infinity),
    badLinesShare: Math.min(server.badLinesShare, maxBadLinesShare ?? Infinity),
  };
}
