import { acceptedRemovalFields } from "@headroom/contract";
import type { RemovedExperimentAnswer } from "@headroom/contract";
import { HeadroomError, isActive } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";
import { checkUntil, requireAccepting } from "./accepting.ts";
import { answerRemoval, readRemovals } from "./removed.ts";
import type { Removal } from "./removed.ts";

/** Accepts that an experiment no longer represents the peak, until a moment. */
export async function acceptRemoval({
  ctx,
  input: { experimentId, body },
}: {
  ctx: Context;
  input: { experimentId: string; body: unknown };
}): Promise<RemovedExperimentAnswer> {
  requireScope(ctx, "edit");
  const { reason, until, acceptedBy } = parseInput(acceptedRemovalFields, body);
  const now = ctx.clock();
  const untilAt = new Date(until);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const removal = await requireRemoval(tx, ctx, experimentId);
    checkUntil(untilAt, now);
    if (removal.untilAt !== null && isActive({ until: removal.untilAt }, now))
      throw new HeadroomError("conflict", "This risk has already been accepted.", {
        hint: "Revoke it first to accept it for another time or reason.",
      });
    const person = await requireAccepting(tx, ctx, acceptedBy);
    const accepted = { riskId: ctx.newId(), reason, acceptedBy: person.id, acceptedByName: person.name };
    const data = { ...accepted, acceptedAt: now, untilAt };
    await tx.prisma.removedExperiment.update({ where: { experimentId }, data });
    await writeAudit(tx, ctx, {
      action: "removal.accept",
      subjectKind: "experiment",
      subjectId: experimentId,
      detail: { riskId: accepted.riskId, until: untilAt.toISOString(), by: person.name },
    });
    return answerRemoval({ ...removal, ...data }, now, "UTC");
  });
}

/** Of an experiment that may have been deleted. */
async function requireRemoval(tx: WorkspaceTx, ctx: Context, experimentId: string): Promise<Removal> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id: experimentId, ...(only === null ? {} : { serviceId: only }) };
  if (!isUuid(experimentId) || (await tx.prisma.experiment.count({ where })) === 0)
    throw new HeadroomError("not-found", "Experiment not found.");
  // One at a time, so that it is accepted once.
  await tx.query("select from experiment where id = $1 for no key update", [experimentId]);
  const [removal] = await readRemovals(tx, { id: experimentId }, ctx.clock());
  if (removal === undefined)
    throw new HeadroomError("conflict", "No readiness report names this experiment as removed.", {
      hint: "Only an experiment that was deleted or unmarked while what it had shown counted can be accepted as a risk.",
    });
  return removal;
}
