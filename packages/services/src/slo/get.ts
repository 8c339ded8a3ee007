import type { SloAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { answerSlo, readObjectives } from "./answer-slo.ts";
import { requireSlo } from "./require-slo.ts";

/** An SLO with its earlier objectives. */
export async function getSlo({
  ctx,
  input: { id, webUrl },
}: {
  ctx: Context;
  input: { id: string; webUrl: string };
}): Promise<SloAnswer> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const slo = await requireSlo(tx, ctx, id);
    const [stored] = await readObjectives(tx, [slo]);
    const service = await tx.prisma.service.findUniqueOrThrow({
      where: { id: slo.serviceId },
      select: { slug: true, name: true },
    });
    return answerSlo(stored ?? { slo, objectives: [] }, service, webUrl);
  });
}
