import { importParameters } from "@headroom/contract";
import { simulatedWarning, statedOrigin } from "@headroom/core";
import type { Warning } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { LiveRun } from "./live-run.ts";

/** The warning that a simulator sent the data so far, if a metric says so or the run was opened as simulated. */
export async function liveOrigin(
  tx: WorkspaceTx,
  { runId, parameters }: Pick<LiveRun, "runId" | "parameters">,
): Promise<Warning[]> {
  const metrics = await tx.prisma.liveMetrics.findUnique({ where: { runId } });
  if (metrics?.simulated === true) return [simulatedWarning({ withReal: metrics.real })];
  return statedOrigin(importParameters.parse(parameters));
}
