import { MAX_SLOS, requiredServiceFilter } from "@headroom/contract";
import type { ListedSlo } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { answerSlo, readObjectives } from "./answer-slo.ts";
import { readBeside, spanOf, statusOf } from "./measure-slo.ts";
import { readTallies } from "./read-tallies.ts";

/** The SLOs of a service by name, and how they are doing. */
export async function listSlos({
  ctx,
  keepDays,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { parameters: unknown; webUrl: string };
}): Promise<{ service: ListedSlo["service"]; slos: ListedSlo[] }> {
  requireScope(ctx, "read");
  const { service: slug } = parseInput(requiredServiceFilter, parameters);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId, ...service } = await findService(tx, ctx, slug);
    const found = await tx.prisma.slo.findMany({
      where: { serviceId },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: MAX_SLOS,
    });
    const now = ctx.clock();
    const slos: ListedSlo[] = [];
    for (const stored of await readObjectives(tx, found)) {
      const span = spanOf(stored.slo, now);
      const range = { from: span.readFrom, to: span.until };
      const cells = await readTallies(tx, ctx, stored, { range, keepDays });
      const status = statusOf(cells, span, await readBeside(tx, serviceId, span));
      slos.push({ ...answerSlo(stored, service, webUrl), status });
    }
    return { service, slos };
  });
}
