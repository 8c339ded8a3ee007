import { DAY_MILLIS, UNSURE_DAYS, UNSURE_REASONS, unsureReason } from "@headroom/core";
import type { UnsureReason } from "@headroom/core";
import type { JudgementAnswer } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { onlyServiceOf, requireScope } from "../../scope.ts";
import { readStored, toNext } from "../record/judgement-answer.ts";

/** Older ones of a busy workspace aren't counted. */
const MOST_RUNS = 2_000;

interface UnsureGroup {
  reason: UnsureReason;
  count: number;
  latest: {
    id: string;
    number: number;
    experiment: { id: string; name: string };
    service: { name: string };
    publishedAt: Date;
  };
  /** Of the latest. */
  next: JudgementAnswer["next"];
}

export interface UnsureRuns {
  /** The most frequent reason first. */
  groups: UnsureGroup[];
  /** How many runs were unsure, and how many were judged. */
  unsure: number;
  judged: number;
}

/** Why runs of the last month are unsure. */
export async function listUnsureRuns({ ctx }: { ctx: Context }): Promise<UnsureRuns> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  const since = new Date(ctx.clock().getTime() - UNSURE_DAYS * DAY_MILLIS);
  const recent = { publishedAt: { gte: since }, ...(only === null ? {} : { serviceId: only }) };
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const judged = await tx.prisma.run.count({ where: { ...recent, outcome: { notIn: ["not-judged"] } } });
    const runs = await tx.prisma.run.findMany({
      where: { ...recent, outcome: "unsure" },
      orderBy: [{ publishedAt: "desc" }, { number: "desc" }],
      take: MOST_RUNS,
      select: { id: true, number: true, experimentId: true, serviceId: true, publishedAt: true },
    });
    const rows = await tx.prisma.judgement.findMany({
      where: { runId: { in: runs.map(({ id }) => id) }, isOwn: true },
    });
    const experiments = await tx.prisma.experiment.findMany({
      where: { id: { in: runs.map(({ experimentId }) => experimentId) } },
    });
    const services = await tx.prisma.service.findMany({
      where: { id: { in: runs.map(({ serviceId }) => serviceId) } },
    });
    const found = runs.flatMap((run) => {
      const row = rows.find(({ runId }) => runId === run.id);
      if (row === undefined || run.publishedAt === null) return [];
      const judgement = readStored(row);
      const reason = unsureReason(judgement);
      if (reason === null) return [];
      const experiment = experiments.find(({ id }) => id === run.experimentId);
      const service = services.find(({ id }) => id === run.serviceId);
      const { id, number, publishedAt } = run;
      const latest = {
        id,
        number,
        experiment: { id: run.experimentId, name: experiment?.name ?? "" },
        service: { name: service?.name ?? "" },
        publishedAt,
      };
      return [{ reason, latest, next: toNext(judgement) }];
    });
    const byReason = Map.groupBy(found, ({ reason }) => reason);
    const groups = UNSURE_REASONS.flatMap((reason): UnsureGroup[] => {
      const [first, ...more] = byReason.get(reason) ?? [];
      return first === undefined ? [] : [{ ...first, count: more.length + 1 }];
    });
    return { groups: groups.toSorted((a, b) => b.count - a.count), unsure: found.length, judged };
  });
}
