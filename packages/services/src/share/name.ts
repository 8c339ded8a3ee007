import type { SharedRounds } from "@headroom/contract";
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
    const day = await tx.prisma.peakDay.findUnique({
      where: { id: dayId },
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
  const names = runIds.flatMap((id) => {
    const run = found.find((one) => one.id === id);
    const experiment = experiments.find((one) => one.id === run?.experimentId);
    return run === undefined || experiment === undefined ? [] : [`${experiment.name}, run ${run.number}`];
  });
  const [first, ...others] = names;
  if (first === undefined) return null;
  const services = await namesOfServices(
    tx,
    found.map(({ serviceId }) => serviceId),
  );
  if (others.length === 0) return { title: first, description: `A load test of ${services}` };
  const rest = others.length === 1 ? others[0] : `${others.length} other runs`;
  return { title: `${first}, and ${rest}`, description: `Load tests of ${services}, compared` };
}

async function namesOfServices(tx: WorkspaceTx, ids: readonly string[]): Promise<string> {
  const services = await tx.prisma.service.findMany({
    where: { id: { in: [...new Set(ids)] } },
    orderBy: { name: "asc" },
    select: { name: true },
  });
  return services.map(({ name }) => name).join(", ");
}
