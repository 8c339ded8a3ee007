import { z } from "zod";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "./find.ts";

const serviceBySlug = z.strictObject({ service: z.string().max(500) });

export interface ServiceCounts {
  slug: string;
  name: string;
  experiments: number;
  slos: number;
}

/** A service, and how much its pages list. */
export async function getService({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof serviceBySlug>;
}): Promise<ServiceCounts> {
  requireScope(ctx, "read");
  const { service } = parseInput(serviceBySlug, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId, slug, name } = await findService(tx, ctx, service);
    const experiments = await tx.prisma.experiment.count({
      where: { serviceId, provisional: false, deletedAt: null },
    });
    return { slug, name, experiments, slos: await tx.prisma.slo.count({ where: { serviceId } }) };
  });
}
