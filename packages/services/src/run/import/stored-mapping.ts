import type { ImportParameters } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { slugOf } from "../../slug.ts";

/** What an earlier upload said about the columns of this experiment's files; null if none did, or there is none yet. */
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
