import { isHeadroomError } from "@headroom/core";
import { findOverdueRuns } from "@headroom/db";
import type { Services } from "../../context.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { deleteRun } from "./delete.ts";

/**
 * Deletes the runs that came in longer ago than their workspace keeps them, as a member would: they are in the audit
 * log, and can be brought back for as long as any deleted run. Answers how many.
 */
export async function retireRuns({ services }: { services: Services }): Promise<number> {
  let retired = 0;
  for (const { workspaceId, runId } of await findOverdueRuns(services.db, services.clock())) {
    try {
      await deleteRun({ ctx: systemContext(services, workspaceId), input: { runId } });
      retired++;
    } catch (error) {
      // Somebody else deleted it meanwhile, or another process did this very work.
      if (!isHeadroomError(error, "not-found") && !isHeadroomError(error, "conflict")) throw error;
    }
  }
  return retired;
}
