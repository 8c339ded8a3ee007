import "server-only";
import { isHeadroomError } from "@headroom/core";
import { getLiveRun, systemContext } from "@headroom/services";
import type { LiveRunView } from "@headroom/services";
import { services } from "../services.ts";

/** Reads a live run as everybody in its workspace sees it; null: it is finished, or gone. */
export async function readLiveRun(workspaceId: string, runId: string): Promise<LiveRunView | null> {
  try {
    return await getLiveRun({ ctx: systemContext(services(), workspaceId), input: { runId } });
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}

/** Names a live run among all views of this process. */
export function liveRunKey(workspaceId: string, runId: string): string {
  return `run ${workspaceId} ${runId}`;
}
