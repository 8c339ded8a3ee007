import { MAX_SLOS, requiredServiceFilter } from "@headroom/contract";
import type { ListedSlo } from "@headroom/contract";
import type { SloModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { answerSlo, readObjectives } from "./answer-slo.ts";
import { readBeside, spanOf, statusOf } from "./measure-slo.ts";
import { readTallies } from "./read-tallies.ts";

interface Read {
  ctx: Context;
  keepDays: TrafficRetention;
  webUrl: string;
}

const BY_NAME = [{ name: "asc" }, { id: "asc" }] as const;

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
      orderBy: [...BY_NAME],
      take: MAX_SLOS,
    });
    return { service, slos: await withStatus(tx, { ctx, keepDays, webUrl }, found, () => service) };
  });
}

/** All SLOs of the workspace, by service and name. */
export async function listWorkspaceSlos({
  ctx,
  keepDays,
  input: { webUrl },
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { webUrl: string };
}): Promise<ListedSlo[]> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await tx.prisma.slo.findMany({
      where: only === null ? {} : { serviceId: only },
      orderBy: [...BY_NAME],
      take: MAX_SLOS,
    });
    const services = await tx.prisma.service.findMany({
      where: { id: { in: found.map(({ serviceId }) => serviceId) } },
      select: { id: true, slug: true, name: true },
    });
    const byId = new Map(services.map(({ id, ...service }) => [id, service]));
    const known = found.filter(({ serviceId }) => byId.has(serviceId));
    const slos = await withStatus(tx, { ctx, keepDays, webUrl }, known, ({ serviceId }) => {
      const service = byId.get(serviceId);
      if (service === undefined) throw new RangeError("An SLO has a service.");
      return service;
    });
    return slos.toSorted((a, b) => a.service.name.localeCompare(b.service.name, "en"));
  });
}

async function withStatus(
  tx: WorkspaceTx,
  { ctx, keepDays, webUrl }: Read,
  found: readonly SloModel[],
  serviceOf: (slo: SloModel) => ListedSlo["service"],
): Promise<ListedSlo[]> {
  const now = ctx.clock();
  const slos: ListedSlo[] = [];
  for (const stored of await readObjectives(tx, found)) {
    const span = spanOf(stored.slo, now);
    const range = { from: span.readFrom, to: span.until };
    const cells = await readTallies(tx, ctx, stored, { range, keepDays });
    const status = statusOf(cells, span, await readBeside(tx, stored.slo.serviceId, span));
    slos.push({ ...answerSlo(stored, serviceOf(stored.slo), webUrl), status });
  }
  return slos;
}
