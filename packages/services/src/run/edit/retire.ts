import { isHeadroomError } from "@headroom/core";
import { findOverdueRuns } from "@headroom/db";
import type { Services } from "../../context.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { deleteRun } from "./delete.ts";

/**
 * Deletes runs that are older than their workspace retains them, as a member would: the audit log lists them, and they
 * can be restored like any deleted run. Returns how many.
 */
export async function retireRuns({ services }: { services: Services }): Promise<number> {
  let retired = 0;
  for (const { workspaceId, runId } of await findOverdueRuns(services.db, services.clock())) {
    try {
      await deleteRun({ ctx: systemContext(services, workspaceId), input: { runId } });
      retired++;
    } catch (error) {
      // Someone else deleted it in the meantime, or another process did the same work.
      if (!isHeadroomError(error, "not-found") && !isHeadroomError(error, "conflict")) throw error;
    }
  }
  return retired;
}
