import { acceptedRiskFields, MAX_RISKS_OF_EXPERIMENT } from "@headroom/contract";
import type { AcceptedRiskAnswer } from "@headroom/contract";
import { CAPACITY_HOLD_SECONDS, HeadroomError, worstOf } from "@headroom/core";
import type { TargetResult } from "@headroom/core";
import { readJudgedRuns } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { noSuchRun, readRunId } from "../run/record/get.ts";
import { requireRun } from "../run/record/require-run.ts";
import { requireScope } from "../scope.ts";
import { checkUntil, requireAccepting } from "./accepting.ts";
import { answerRisks } from "./answer-risk.ts";

/** Accepts a target that a run missed, until a moment. It stops counting then, or when it is revoked. */
export async function acceptRisk({
  ctx,
  input: { runId, body },
}: {
  ctx: Context;
  input: { runId: string; body: unknown };
}): Promise<AcceptedRiskAnswer> {
  requireScope(ctx, "edit");
  const { target, reason, until, acceptedBy } = parseInput(acceptedRiskFields, body);
  const id = readRunId(runId);
  const now = ctx.clock();
  const untilAt = new Date(until);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, id);
    const run = await tx.prisma.run.findUniqueOrThrow({
      where: { id },
      select: { experimentId: true, status: true },
    });
    checkUntil(untilAt, now);
    // Its verdicts are about a part of the load.
    if (run.status === "receiving") throw noSuchRun();
    const { experimentId } = run;
    // One at a time, so that a miss is accepted once and the limit holds.
    await tx.query("select from experiment where id = $1 for no key update", [experimentId]);
    const missed = await requireMiss(tx, id, target);
    await requireFree(tx, { experimentId, runId: id, target: missed.text, now });
    const person = await requireAccepting(tx, ctx, acceptedBy);
    const { comparator, threshold, unit, value } = missed;
    const risk = await tx.prisma.acceptedRisk.create({
      data: {
        id: ctx.newId(),
        workspaceId: ctx.workspaceId,
        experimentId,
        runId: id,
        target: missed.text,
        comparator,
        threshold,
        unit,
        value,
        reason,
        untilAt,
        acceptedBy: person.id,
        acceptedByName: person.name,
        acceptedAt: now,
      },
    });
    await writeAudit(tx, ctx, {
      action: "risk.accept",
      subjectKind: "run",
      subjectId: id,
      detail: { riskId: risk.id, target: missed.text, until: untilAt.toISOString(), by: person.name },
    });
    const [answer] = await answerRisks(tx, [risk], now);
    if (answer === undefined) throw noSuchRun();
    return answer;
  });
}

async function requireMiss(
  tx: WorkspaceTx,
  runId: string,
  target: string,
): Promise<TargetResult & { value: number }> {
  const [run] = await readJudgedRuns(tx, { runIds: [runId], holdSeconds: CAPACITY_HOLD_SECONDS });
  const result = run?.results.find(({ text }) => text === target);
  if (result === undefined)
    throw new HeadroomError("parameter-unreadable", "The run was not judged by this target.", {
      field: "target",
      hint: "Use the target's text as in the run's verdicts.",
    });
  const value = worstOf(result);
  if (result.verdict === "missed" && value !== null) return { ...result, value };
  throw new HeadroomError("conflict", "The run did not miss this target by a known amount.", {
    field: "target",
    hint: "Only a missed target can be accepted as a risk.",
  });
}

async function requireFree(
  tx: WorkspaceTx,
  { experimentId, runId, target, now }: { experimentId: string; runId: string; target: string; now: Date },
): Promise<void> {
  const active = { revokedAt: null, untilAt: { gt: now } };
  if ((await tx.prisma.acceptedRisk.count({ where: { ...active, runId, target } })) > 0)
    throw new HeadroomError("conflict", "This risk has already been accepted.", {
      hint: "Revoke it first to accept it for another time or reason.",
    });
  const all = await tx.prisma.acceptedRisk.count({ where: { ...active, experimentId } });
  if (all >= MAX_RISKS_OF_EXPERIMENT)
    throw new HeadroomError(
      "conflict",
      `An experiment can have at most ${MAX_RISKS_OF_EXPERIMENT} accepted risks.`,
      { hint: "Revoke some of them first." },
    );
}
