import type { SharedRounds } from "@headroom/contract";
import { comparisonTitle } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { ShareContext } from "./share-context.ts";
import { roundsName } from "./shared-rounds.ts";

export interface ShareName {
  title: string;
  /** What the preview of a link says below it. */
  description: string;
}

/** What a link shows, by its names alone: for the title of the page. Null: nothing of it is left. */
export async function nameShared({ ctx }: { ctx: ShareContext }): Promise<ShareName | null> {
  const { id, runIds, peakDayId, reportOf, roundsOf, gamedayId } = ctx.actor;
  const dayId = peakDayId ?? reportOf;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    if (roundsOf !== null) return nameRounds(tx, { linkId: id, serviceId: roundsOf });
    if (gamedayId !== null) return nameGameday(tx, gamedayId);
    if (dayId === null) return nameRuns(tx, runIds);
    const day = await tx.prisma.serviceDay.findFirst({
      where: { peakDayId: dayId },
      select: { name: true, serviceId: true },
    });
    if (day === null) return null;
    const services = await namesOfServices(tx, [day.serviceId]);
    return reportOf === null
      ? { title: day.name, description: `A peak day of ${services}` }
      : { title: `Readiness for ${day.name}`, description: `Whether ${services} will hold` };
  });
}

async function nameGameday(tx: WorkspaceTx, id: string): Promise<ShareName | null> {
  const gameday = await tx.prisma.gameday.findUnique({
    where: { id },
    select: { name: true, serviceId: true },
  });
  if (gameday === null) return null;
  return {
    title: gameday.name,
    description: `A gameday of ${await namesOfServices(tx, [gameday.serviceId])}`,
  };
}

async function nameRounds(
  tx: WorkspaceTx,
  { linkId, serviceId }: { linkId: string; serviceId: string },
): Promise<ShareName | null> {
  const link = await tx.prisma.shareLink.findUnique({ where: { id: linkId }, select: { rounds: true } });
  const services = await namesOfServices(tx, [serviceId]);
  if (link === null || services === "") return null;
  // Only `createShare` writes it.
  const name = roundsName(link.rounds as SharedRounds);
  return {
    title: `${services}, ${name}`,
    description: `Load tests of ${services}, first round against second`,
  };
}

async function nameRuns(tx: WorkspaceTx, runIds: readonly string[]): Promise<ShareName | null> {
  const found = await tx.prisma.run.findMany({
    where: { id: { in: [...runIds] }, deletedAt: null },
    select: { id: true, number: true, experimentId: true, serviceId: true },
  });
  const experiments = await tx.prisma.experiment.findMany({
    where: { id: { in: found.map(({ experimentId }) => experimentId) } },
    select: { id: true, name: true },
  });
  const services = await readServices(
    tx,
    found.map(({ serviceId }) => serviceId),
  );
  const runs = runIds.flatMap((id) => {
    const run = found.find((one) => one.id === id);
    const experiment = experiments.find((one) => one.id === run?.experimentId);
    const service = services.find((one) => one.id === run?.serviceId);
    return run === undefined || experiment === undefined || service === undefined
      ? []
      : [{ number: run.number, experiment, service }];
  });
  if (runs.length === 0) return null;
  const names = services.map(({ name }) => name).join(", ");
  const isOne = runs.length === 1;
  return {
    title: comparisonTitle(runs),
    description: isOne ? `A load test of ${names}` : `Load tests of ${names}, compared`,
  };
}

async function namesOfServices(tx: WorkspaceTx, ids: readonly string[]): Promise<string> {
  const services = await readServices(tx, ids);
  return services.map(({ name }) => name).join(", ");
}

function readServices(tx: WorkspaceTx, ids: readonly string[]) {
  return tx.prisma.service.findMany({
    where: { id: { in: [...new Set(ids)] } },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
}
