import type { z } from "zod";
import { experimentFields, lineOfText } from "@headroom/contract";
import type { Context } from "../context.ts";
import { writeAudit } from "../audit.ts";
import { parseInput } from "../parse-input.ts";
import { readTargets } from "../run/record/read-targets.ts";
import { saveTargetSet } from "../run/record/target-set.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { ensureVisibleService } from "../service/ensure.ts";
import { columnsOf } from "./experiment-input.ts";
import { auditedStatement } from "./stated.ts";
import type { Statement } from "./stated.ts";
import { requireFreeName } from "./free-name.ts";

export const createExperimentInput = experimentFields.extend({ service: lineOfText });

export interface CreatedExperiment {
  id: string;
}

/** Creates an experiment before it has runs, and its service if that is new. */
export async function createExperiment({
  ctx,
  input,
  statement = null,
}: {
  ctx: Context;
  input: z.input<typeof createExperimentInput>;
  /** The file that says so; null: a person, or another program. */
  statement?: Statement | null;
}): Promise<CreatedExperiment> {
  requireScope(ctx, "edit");
  requireAllServices(ctx);
  const { service, ...fields } = parseInput(createExperimentInput, input);
  const texts = readTargets(fields.targets).map(({ text }) => text);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const serviceId = await ensureVisibleService(tx, ctx, service);
    const slug = await requireFreeName(tx, { serviceId, name: fields.name, except: null });
    const id = ctx.newId();
    const now = ctx.clock();
    const updatedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const { workspaceId } = ctx;
    const made = { id, workspaceId, serviceId, slug, createdAt: now, updatedAt: now, updatedBy };
    const stated = { ...columnsOf(fields), ...(statement === null ? {} : { stated: statement }) };
    // An experiment that an upload started and nobody has seen yet becomes this one.
    await tx.prisma.experiment.upsert({
      where: { serviceId_slug: { serviceId, slug } },
      create: { ...made, ...stated },
      update: { ...stated, provisional: false, updatedAt: now, updatedBy },
    });
    const stored = await tx.prisma.experiment.findUniqueOrThrow({
      where: { serviceId_slug: { serviceId, slug } },
      select: { id: true },
    });
    await writeAudit(tx, ctx, {
      action: "experiment.create",
      subjectKind: "experiment",
      subjectId: stored.id,
      detail: { name: fields.name, serviceId, ...auditedStatement(statement) },
    });
    if (texts.length > 0)
      await saveTargetSet(tx, ctx, { experimentId: stored.id, texts, source: "edit", branch: null });
    return stored;
  });
}
