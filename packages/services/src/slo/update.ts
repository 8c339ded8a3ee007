import { changedSlo } from "@headroom/contract";
import type { SloAnswer } from "@headroom/contract";
import { SPENDING_SECONDS } from "@headroom/core";
import type { SloObjectiveModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { changedMeanwhile } from "../changed-meanwhile.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { answerSlo, readObjectives } from "./answer-slo.ts";
import { requireFreeName } from "./free-name.ts";
import { requireSlo } from "./require-slo.ts";
import { columnsOf, refusal } from "./slo-input.ts";
import type { ObjectiveColumns } from "./slo-input.ts";

/**
 * Updates an SLO as a whole. A new objective counts from the ten minutes on in which it is set; what was measured before
 * stays judged by the earlier one. If two people edit it at the same time, the second gets a conflict.
 */
export async function updateSlo({
  ctx,
  input: { id: given, body, webUrl },
}: {
  ctx: Context;
  input: { id: string; body: unknown; webUrl: string };
}): Promise<SloAnswer> {
  requireScope(ctx, "edit");
  const { version, ...fields } = parseInput(changedSlo, body);
  const columns = columnsOf(fields);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireSlo(tx, ctx, given);
    await tx.query("select from slo where id = $1 for no key update", [id]);
    const before = await requireSlo(tx, ctx, id);
    if (before.version !== version) throw changedMeanwhile("the SLO");
    if (columns.slo.label !== before.label) {
      throw refusal("label", "The label of an SLO can't be changed. Create another SLO instead.");
    }
    await requireFreeName(tx, { id, serviceId: before.serviceId, name: fields.name });
    const [stored] = await readObjectives(tx, [before]);
    const hasObjective = await storeObjective(tx, ctx, stored?.objectives.at(-1), columns.objective);
    const changed = [
      ...Object.entries(columns.slo).flatMap(([field, value]) =>
        Reflect.get(before, field) === value ? [] : [field],
      ),
      ...(hasObjective ? ["objective"] : []),
    ];
    const service = await tx.prisma.service.findUniqueOrThrow({
      where: { id: before.serviceId },
      select: { slug: true, name: true },
    });
    if (changed.length === 0) return answerSlo(stored ?? { slo: before, objectives: [] }, service, webUrl);
    const updatedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const data = { ...columns.slo, version: version + 1, updatedAt: ctx.clock(), updatedBy };
    const slo = await tx.prisma.slo.update({ where: { id }, data });
    const detail = { changed, name: fields.name };
    await writeAudit(tx, ctx, { action: "slo.update", subjectKind: "slo", subjectId: id, detail });
    const [after] = await readObjectives(tx, [slo]);
    return answerSlo(after ?? { slo, objectives: [] }, service, webUrl);
  });
}

/** Returns whether it is another one than before. */
async function storeObjective(
  tx: WorkspaceTx,
  ctx: Context,
  before: SloObjectiveModel | undefined,
  objective: ObjectiveColumns,
): Promise<boolean> {
  if (before === undefined) throw new RangeError("An SLO has an objective.");
  const isSame =
    before.goodPerMillion === objective.goodPerMillion &&
    before.latencyMicros === objective.latencyMicros &&
    before.withoutError === objective.withoutError;
  if (isSame) return false;
  const millis = SPENDING_SECONDS * 1_000;
  const fromAt = new Date(Math.floor(ctx.clock().getTime() / millis) * millis);
  const { sloId, workspaceId, number } = before;
  await tx.prisma.sloObjective.create({
    data: { ...objective, sloId, workspaceId, number: number + 1, fromAt },
  });
  return true;
}
