import { MAX_SLOS, type ListedSlo } from "@headroom/contract";
import type { SloModel, WorkspaceTx } from "@headroom/db";
import { z } from "zod";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { answerSlo, readObjectives } from "./answer-slo.ts";
import { readGapRequests, type SloSpan, spanOf, statusOf } from "./measure-slo.ts";
import { type ReadCell, readSloCells, tallyCells } from "./read-tallies.ts";

const query = z.strictObject({ service: z.string() });

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
  const { service: slug } = parseInput(query, parameters);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId, ...service } = await findService(tx, ctx, slug);
    const found = await tx.prisma.slo.findMany({
      where: { serviceId },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: MAX_SLOS,
    });
    const now = ctx.clock();
    const cellsOf = await readOncePerLabel(tx, found, { now, keepDays });
    const slos: ListedSlo[] = [];
    for (const stored of await readObjectives(tx, found)) {
      const span = spanOf(stored.slo, now);
      const cells = tallyCells(cellsOf(stored.slo), stored.objectives);
      const status = statusOf(cells, span, await readGapRequests(tx, serviceId, span));
      slos.push({ ...answerSlo(stored, service, webUrl), status });
    }
    return { service, slos };
  });
}

/** SLOs of one label read the same cells: those of the longest window. */
async function readOncePerLabel(
  tx: WorkspaceTx,
  slos: readonly SloModel[],
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<(slo: SloModel) => readonly ReadCell[]> {
  const read = new Map<string | null, ReadCell[]>();
  for (const [label, own] of Map.groupBy(slos, (slo) => slo.label)) {
    const spans: SloSpan[] = own.map((slo) => spanOf(slo, now));
    const range = { from: Math.min(...spans.map(({ readFrom }) => readFrom)), to: spans[0]?.until ?? 0 };
    const [first] = own;
    if (first === undefined) continue;
    read.set(label, await readSloCells(tx, first.serviceId, label, { range, keepDays }));
  }
  return (slo) => read.get(slo.label) ?? [];
}
