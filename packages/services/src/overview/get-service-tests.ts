import { z } from "zod";
import type { JudgementAnswer, PeakDayBackground } from "@headroom/contract";
import { readExperimentLines, readWorstOf } from "@headroom/db";
import type { ExperimentLine } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { readTargets } from "../peak-day/background.ts";
import { readStored, toNext } from "../run/record/judgement-answer.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { WORST_FIRST } from "./worst-first.ts";

const MOST = 10;
const serviceBySlug = z.strictObject({ service: z.string().max(500) });

export interface ServiceTest extends ExperimentLine {
  /** What would settle its latest run; null: it isn't unsure. */
  next: JudgementAnswer["next"];
}

interface ServiceTests {
  /** The worst first. */
  tests: ServiceTest[];
  /** The strictest of the experiments that represent the peak. */
  targets: PeakDayBackground["targets"];
}

/** What the tests of a service say: its experiments with the worst outcomes. */
export async function getServiceTests({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof serviceBySlug>;
}): Promise<ServiceTests> {
  requireScope(ctx, "read");
  const { service } = parseInput(serviceBySlug, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, service);
    const ids = await readWorstOf(tx, { serviceId, order: WORST_FIRST, most: MOST });
    const lines = await readExperimentLines(tx, ids);
    const unsure = lines.flatMap(({ state, run }) => (state === "unsure" && run !== null ? [run.id] : []));
    const judgements = await tx.prisma.judgement.findMany({ where: { runId: { in: unsure }, isOwn: true } });
    const nextOf = new Map(judgements.map((row) => [row.runId, toNext(readStored(row))]));
    return {
      tests: lines.map((line) => ({ ...line, next: nextOf.get(line.run?.id ?? "") ?? null })),
      targets: await readTargets(tx, serviceId),
    };
  });
}
