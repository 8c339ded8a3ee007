import { MAX_SLOS, MAX_SLOS_OF_SERVICE, newSlo } from "@headroom/contract";
import type { SloAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { changedMeanwhile } from "../changed-meanwhile.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { answerSlo, readObjectives } from "./answer-slo.ts";
import { requireFreeName } from "./free-name.ts";
import { columnsOf } from "./slo-input.ts";

/** Creates an SLO on a service's live traffic. It judges what was received before as well. */
export async function createSlo({
  ctx,
  input: { body, webUrl, openSloName = null },
}: {
  ctx: Context;
  /** `openSloName`: what the file that it comes from calls it. */
  input: { body: unknown; webUrl: string; openSloName?: string | null };
}): Promise<SloAnswer> {
  requireScope(ctx, "edit");
  const { service: slug, ...fields } = parseInput(newSlo, body);
  const columns = columnsOf(fields);
  const { workspaceId } = ctx;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const service = await findService(tx, ctx, slug);
    // One at a time, so that together they can't exceed the limit.
    await tx.query("select from workspace where id = $1 for no key update", [workspaceId]);
    await requireRoomFor(tx, service.id);
    const id = ctx.newId();
    await requireFreeName(tx, { id, serviceId: service.id, name: fields.name });
    const now = ctx.clock();
    const updatedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
    await requireFreeOpenSloName(tx, service.id, openSloName);
    const owned = { ...columns.slo, openSloName, id, workspaceId, serviceId: service.id };
    const slo = await tx.prisma.slo.create({
      data: { ...owned, createdAt: now, updatedAt: now, updatedBy },
    });
    await tx.prisma.sloObjective.create({
      data: { ...columns.objective, sloId: id, workspaceId, number: 1, fromAt: null },
    });
    const detail = { name: fields.name, serviceId: service.id };
    await writeAudit(tx, ctx, { action: "slo.create", subjectKind: "slo", subjectId: id, detail });
    const [stored] = await readObjectives(tx, [slo]);
    return answerSlo(stored ?? { slo, objectives: [] }, service, webUrl);
  });
}

/** Two imports of a new file at the same time. */
async function requireFreeOpenSloName(
  tx: WorkspaceTx,
  serviceId: string,
  openSloName: string | null,
): Promise<void> {
  if (openSloName === null) return;
  if ((await tx.prisma.slo.count({ where: { serviceId, openSloName } })) > 0)
    throw changedMeanwhile("the SLO");
}

async function requireRoomFor(tx: WorkspaceTx, serviceId: string): Promise<void> {
  const [all, own] = [await tx.prisma.slo.count(), await tx.prisma.slo.count({ where: { serviceId } })];
  if (all < MAX_SLOS && own < MAX_SLOS_OF_SERVICE) return;
  const most =
    own < MAX_SLOS_OF_SERVICE
      ? `A workspace can have at most ${MAX_SLOS}`
      : `A service can have at most ${MAX_SLOS_OF_SERVICE}`;
  throw new HeadroomError("conflict", `${most} SLOs.`, { hint: "Delete some of them first." });
}
