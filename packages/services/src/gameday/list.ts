import { MAX_GAMEDAYS, serviceFilter } from "@headroom/contract";
import type { ListedGameday } from "@headroom/contract";
import type { GamedayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { gamedayUrl, timesOf } from "./answer-gameday.ts";
import type { GamedayReport } from "./answer-gameday.ts";

/** The gamedays of the workspace or of one service, latest first. */
export async function listGamedays({
  ctx,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  input: { parameters: unknown; webUrl: string };
}): Promise<{ gamedays: ListedGameday[] }> {
  requireScope(ctx, "read");
  const { service: slug } = parseInput(serviceFilter, parameters);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const only = slug === undefined ? onlyServiceOf(ctx.actor) : (await findService(tx, ctx, slug)).id;
    const found = await tx.prisma.gameday.findMany({
      where: only === null ? {} : { serviceId: only },
      orderBy: [{ startsAt: "desc" }, { id: "asc" }],
      take: MAX_GAMEDAYS,
    });
    const services = await tx.prisma.service.findMany({
      where: { id: { in: found.map(({ serviceId }) => serviceId) } },
      select: { id: true, slug: true, name: true },
    });
    const named = new Map(services.map(({ id, ...names }) => [id, names]));
    const brief = await briefGamedays(tx, found, ctx.clock());
    return {
      gamedays: brief.map(({ gameday, ...rest }) => ({
        ...rest,
        service: named.get(gameday.serviceId) ?? { slug: "", name: "" },
        url: gamedayUrl(webUrl, gameday),
      })),
    };
  });
}

/** What lists say of gamedays, in the order given. */
export async function briefGamedays(tx: WorkspaceTx, found: readonly GamedayModel[], now: Date) {
  const days = await tx.prisma.peakDay.findMany({
    where: { id: { in: found.flatMap(({ peakDayId }) => peakDayId ?? []) } },
    select: { id: true, name: true },
  });
  const steps = await tx.prisma.gamedayStep.groupBy({
    by: ["gamedayId"],
    where: { gamedayId: { in: found.map(({ id }) => id) } },
    _count: true,
  });
  const planned = new Map(steps.map(({ gamedayId, _count }) => [gamedayId, _count]));
  return found.map((gameday) => ({
    gameday,
    ...timesOf(gameday, now),
    peakDay: days.find(({ id }) => id === gameday.peakDayId) ?? null,
    steps: planned.get(gameday.id) ?? 0,
    counts: (gameday.report as unknown as GamedayReport | null)?.sheet.counts ?? null,
  }));
}
