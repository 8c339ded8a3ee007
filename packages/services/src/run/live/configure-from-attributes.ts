import { configurationOfAttributes, readConfiguration } from "@headroom/core";
import { importParameters } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { readSettings } from "../../workspace/settings.ts";
import { configurationOf } from "../record/metadata.ts";
import type { LiveRun } from "./live-run.ts";

/** Adds what the resources of a run's metrics said to its configuration. What people said about the run comes first. */
export async function configureFromAttributes(
  tx: WorkspaceTx,
  { workspaceId }: Context,
  { runId, parameters }: Pick<LiveRun, "runId" | "parameters">,
): Promise<void> {
  const metrics = await tx.prisma.liveMetrics.findUnique({ where: { runId } });
  if (metrics === null) return;
  const { runAttributes } = await readSettings(tx, workspaceId);
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  const own = configurationOf(run);
  const given = readConfiguration(importParameters.parse(parameters).configuration);
  const found = configurationOfAttributes(
    metrics.attributes as Record<string, string[]>,
    runAttributes,
    Object.keys({ ...own, ...given }),
  );
  if (Object.keys(found).length === 0) return;
  await tx.prisma.run.update({ where: { id: runId }, data: { configuration: { ...own, ...found } } });
}
