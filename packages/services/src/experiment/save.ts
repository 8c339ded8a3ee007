import type { z } from "zod";
import { savedExperiment, slugOf } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { createExperiment } from "./create.ts";
import { updateExperiment } from "./update.ts";

export interface SavedExperiment {
  created: boolean;
  experiment: { id: string; url: string; version: number; targetsVersion: number };
}

/** Creates an experiment, or makes an existing one what the input says. Saving the same again changes nothing. */
export async function saveExperiment({
  ctx,
  input: { body, webUrl },
}: {
  ctx: Context;
  input: { body: unknown; webUrl: string };
}): Promise<SavedExperiment> {
  requireScope(ctx, "edit");
  requireAllServices(ctx);
  const { service, experiment, group, ...fields } = parseInput(savedExperiment, body);
  const found = await findExperiment(ctx, service, experiment);
  const saved = await save(ctx, found, { service, experiment, group, ...fields });
  return { created: found === null, experiment: { ...saved, url: `${webUrl}/experiments/${saved.id}` } };
}

type Saving = z.output<typeof savedExperiment>;
type Found = NonNullable<Awaited<ReturnType<typeof findExperiment>>>;

async function save(
  ctx: Context,
  found: Found | null,
  { service, experiment, group, targets: wanted, ...fields }: Saving,
): Promise<{ id: string; version: number; targetsVersion: number }> {
  if (found === null) {
    const texts = wanted ?? [];
    const input = { ...fields, service, name: experiment, groupName: group, targets: texts };
    const { id } = await createExperiment({ ctx, input });
    return { id, version: 1, targetsVersion: texts.length > 0 ? 1 : 0 };
  }
  const { id, name, version, targetsVersion, texts } = found;
  const own = { ...fields, name, groupName: group, targets: wanted ?? texts };
  const input = { ...own, experimentId: id, version, targetsVersion };
  return { id, ...(await updateExperiment({ ctx, input })) };
}

function findExperiment(ctx: Context, service: string, name: string) {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const own = await tx.prisma.service.findFirst({
      where: { slug: slugOf(service, "service") },
      select: { id: true },
    });
    if (own === null) return null;
    const found = await tx.prisma.experiment.findFirst({
      where: { serviceId: own.id, slug: slugOf(name, "experiment"), provisional: false, deletedAt: null },
      select: { id: true, name: true, version: true },
    });
    if (found === null) return null;
    const current = await currentTargetSet(tx, found.id);
    return { ...found, targetsVersion: current?.version ?? 0, texts: current?.texts ?? [] };
  });
}
