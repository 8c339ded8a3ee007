import { changedReadinessAction, findingFields, MAX_FINDINGS } from "@headroom/contract";
import type { FindingAnswer, Severity } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ReadinessActionModel, WorkspaceTx } from "@headroom/db";
import { changeAction, personOf } from "../action/change-action.ts";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";
import { holdGameday, holdOpenGameday } from "./require-gameday.ts";
import { noSuchStep } from "./store-steps.ts";

/** Notes something that was found. It is an action of the peak day that the gameday rehearses. */
export async function addFinding({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; body: unknown };
}): Promise<FindingAnswer> {
  requireScope(ctx, "edit");
  const { title, severity, owner, dueAt, step } = parseInput(findingFields, input.body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: gamedayId, workspaceId } = await holdOpenGameday(tx, ctx, input.id);
    if ((await tx.prisma.readinessAction.count({ where: { gamedayId } })) >= MAX_FINDINGS)
      throw new HeadroomError("conflict", `A gameday can have at most ${MAX_FINDINGS} findings.`);
    const stepId = step === null ? null : await requireStepId(tx, gamedayId, step);
    const found = await tx.prisma.readinessAction.create({
      data: {
        id: ctx.newId(),
        workspaceId,
        gamedayId,
        stepId,
        severity,
        title,
        owner,
        dueAt: dueAt === null ? null : new Date(dueAt),
        createdAt: ctx.clock(),
        createdBy: personOf(ctx),
      },
    });
    const subject = { subjectKind: "gameday", subjectId: gamedayId };
    await writeAudit(tx, ctx, { action: "finding.add", ...subject, detail: { title, severity } });
    return answerFinding(tx, found);
  });
}

async function requireStepId(tx: WorkspaceTx, gamedayId: string, given: string): Promise<string> {
  const step = isUuid(given)
    ? await tx.prisma.gamedayStep.findFirst({ where: { id: given, gamedayId } })
    : null;
  if (step === null) throw noSuchStep();
  return step.id;
}

/** Assigns, moves, closes or reopens a finding, also once the gameday is closed. */
export async function changeFinding({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; findingId: string; body: unknown };
}): Promise<FindingAnswer> {
  requireScope(ctx, "edit");
  const given = parseInput(changedReadinessAction, input.body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: gamedayId } = await holdGameday(tx, ctx, input.id);
    const before = isUuid(input.findingId)
      ? await tx.prisma.readinessAction.findFirst({ where: { id: input.findingId, gamedayId } })
      : null;
    if (before === null) throw new HeadroomError("not-found", "Finding not found.");
    const { action, changed } = await changeAction(tx, ctx, { before, given });
    if (changed.length > 0)
      await writeAudit(tx, ctx, {
        action: "finding.change",
        subjectKind: "gameday",
        subjectId: gamedayId,
        detail: { title: action.title, changed },
      });
    return answerFinding(tx, action);
  });
}

const SEVEREST_FIRST: readonly (string | null)[] = ["high", "medium", "low"];

/** Open ones first, and of these the most severe. */
export async function readFindings(tx: WorkspaceTx, gamedayId: string): Promise<FindingAnswer[]> {
  const found = await tx.prisma.readinessAction.findMany({
    where: { gamedayId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const titles = await readTitles(tx, found);
  const rank = ({ closedAt, severity }: ReadinessActionModel) =>
    (closedAt === null ? 0 : SEVEREST_FIRST.length) + SEVEREST_FIRST.indexOf(severity);
  return found.toSorted((a, b) => rank(a) - rank(b)).map((one) => findingOf(one, titles));
}

async function answerFinding(tx: WorkspaceTx, found: ReadinessActionModel): Promise<FindingAnswer> {
  return findingOf(found, await readTitles(tx, [found]));
}

async function readTitles(
  tx: WorkspaceTx,
  found: readonly ReadinessActionModel[],
): Promise<ReadonlyMap<string, string>> {
  const ids = found.flatMap(({ stepId }) => stepId ?? []);
  const steps = await tx.prisma.gamedayStep.findMany({ where: { id: { in: ids } } });
  return new Map(steps.map(({ id, title }) => [id, title]));
}

function findingOf(found: ReadinessActionModel, titles: ReadonlyMap<string, string>): FindingAnswer {
  const { id, title, owner, dueAt, createdAt, closedAt, stepId } = found;
  const step = stepId === null ? undefined : titles.get(stepId);
  return {
    id,
    title,
    owner,
    severity: found.severity as Severity,
    dueAt: dueAt?.toISOString() ?? null,
    step: stepId === null || step === undefined ? null : { id: stepId, title: step },
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
