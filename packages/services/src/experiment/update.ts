import { experimentFields } from "@headroom/contract";
import type { ExperimentFields } from "@headroom/contract";
import { z } from "zod";
import { holdExperiment } from "@headroom/db";
import type { ExperimentModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { changedMeanwhile } from "../changed-meanwhile.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { decideRecentAgain } from "../run/edit/decide-again.ts";
import { queueJudging } from "../run/judge/work-judge-recent.ts";
import { readTargets } from "../run/record/read-targets.ts";
import { currentTargetSet, saveTargetSet } from "../run/record/target-set.ts";
import type { CurrentTargets } from "../run/record/target-set.ts";
import { requireScope } from "../scope.ts";
import { columnsOf } from "./experiment-input.ts";
import { auditedStatement } from "./stated.ts";
import type { Statement } from "./stated.ts";
import { requireFreeName } from "./free-name.ts";
import { forgetRemoval, rememberRemoval } from "./remember-removal.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";

export const updateExperimentInput = experimentFields.extend({
  experimentId: z.string(),
  /** The version that the editor started from. */
  version: z.int(),
  targetsVersion: z.int(),
});

export interface UpdatedExperiment {
  version: number;
  /** 0: it has no targets. */
  targetsVersion: number;
}

/** From these follows how many requests its runs should have. */
const OF_THE_WORKLOAD: readonly string[] = ["durationSeconds", "ratePerGenerator", "generators"];

/**
 * Updates an experiment as a whole. If two people edit it at the same time, the second one is told, and the first one's
 * changes aren't lost. Changed targets become a new version; runs keep the version that judged them.
 */
export async function updateExperiment({
  ctx,
  input,
  statement = null,
}: {
  ctx: Context;
  input: z.input<typeof updateExperimentInput>;
  /** The file that says so; null: a person, or another program. */
  statement?: Statement | null;
}): Promise<UpdatedExperiment> {
  requireScope(ctx, "edit");
  const { experimentId, version, targetsVersion, ...fields } = parseInput(updateExperimentInput, input);
  const texts = readTargets(fields.targets).map(({ text }) => text);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    await holdExperiment(tx, id);
    const before = await requireExperiment(tx, ctx, id);
    const current = await currentTargetSet(tx, id);
    requireSeen(before, { version, targetsVersion }, current?.version ?? 0);
    if (fields.name !== before.name)
      await requireFreeName(tx, { serviceId: before.serviceId, name: fields.name, except: id });
    const changed = changesOf(before, fields);
    if (changed.length > 0) await store(tx, ctx, before, { fields, changed, statement });
    if (changed.some((name) => OF_THE_WORKLOAD.includes(name))) await queueJudging(tx, id);
    if (changed.includes("defaultBranch")) await decideRecentAgain(tx, id);
    if (statement !== null) await tx.prisma.experiment.update({ where: { id }, data: { stated: statement } });
    return {
      version: before.version + (changed.length > 0 ? 1 : 0),
      targetsVersion: await storeTargets(tx, ctx, id, { texts, current }),
    };
  });
}

/** Returns the version of the targets in use from now on. */
async function storeTargets(
  tx: WorkspaceTx,
  ctx: Context,
  experimentId: string,
  { texts, current }: { texts: string[]; current: CurrentTargets | null },
): Promise<number> {
  if (sameTexts(current?.texts ?? [], texts)) return current?.version ?? 0;
  const { version } = await saveTargetSet(tx, ctx, { experimentId, texts, source: "edit", branch: null });
  return version;
}

function requireSeen(
  before: ExperimentModel,
  seen: { version: number; targetsVersion: number },
  targetsVersion: number,
): void {
  if (before.version === seen.version && targetsVersion === seen.targetsVersion) return;
  const what = [
    ...(before.version === seen.version ? [] : ["the experiment"]),
    ...(targetsVersion === seen.targetsVersion ? [] : ["its targets"]),
  ].join(" and ");
  throw changedMeanwhile(what);
}

async function store(
  tx: WorkspaceTx,
  ctx: Context,
  before: ExperimentModel,
  {
    fields,
    changed,
    statement,
  }: { fields: ExperimentFields; changed: string[]; statement: Statement | null },
): Promise<void> {
  if (fields.representsPeak) await forgetRemoval(tx, before.id);
  else await rememberRemoval(tx, ctx, { experiment: before, how: "unmarked" });
  await tx.prisma.experiment.update({
    where: { id: before.id },
    data: {
      ...columnsOf(fields),
      version: before.version + 1,
      updatedAt: ctx.clock(),
      updatedBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
    },
  });
  await writeAudit(tx, ctx, {
    action: "experiment.update",
    subjectKind: "experiment",
    subjectId: before.id,
    detail: { changed, name: fields.name, ...auditedStatement(statement) },
  });
}

function changesOf(before: ExperimentModel, fields: ExperimentFields): string[] {
  const after: Record<string, unknown> = columnsOf(fields);
  return Object.keys(after).filter((field) => !same(Reflect.get(before, field), after[field]));
}

function same(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) return sameTexts(before, after);
  return before === after;
}

function sameTexts(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}
