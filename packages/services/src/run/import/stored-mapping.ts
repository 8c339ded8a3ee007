import type { ImportParameters } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { slugOf } from "@headroom/contract";

/** The column mapping from an earlier upload to this experiment; null if there is none. */
export async function storedMapping(
  ctx: Context,
  { service, experiment }: Pick<ImportParameters, "service" | "experiment">,
): Promise<unknown> {
  const slugs = { service: slugOf(service, "service"), experiment: slugOf(experiment, "experiment") };
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await tx.prisma.service.findFirst({ where: { slug: slugs.service }, select: { id: true } });
    if (found === null) return null;
    const mapped = await tx.prisma.experiment.findUnique({
      where: { serviceId_slug: { serviceId: found.id, slug: slugs.experiment } },
      select: { mapping: true },
    });
    return mapped?.mapping ?? null;
  });
}
