import { canonicalTarget } from "@headroom/core";
import type { ExperimentModel, RunModel, TargetSource, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { defaultBranchesOf, spelledBranches } from "./default-branch.ts";

/**
 * The targets that judge the run: those given with the upload, stored as the next version if they are new; otherwise the
 * run's own; otherwise the experiment's current ones. Null: no targets. Targets of another branch judge its runs only: what
 * a change suggests isn't what the experiment promises yet. The caller holds the experiment's row, so that versions are
 * compared and numbered one at a time.
 */
export async function ensureTargetSet(
  tx: WorkspaceTx,
  ctx: Context,
  { run, experiment }: { run: RunModel; experiment: ExperimentModel },
  given: readonly string[],
): Promise<TargetSetTexts | null> {
  if (given.length === 0 && run.targetSetId !== null) return storedTargetSet(tx, run.targetSetId);
  const { targetSetId: current } = experiment;
  const texts = current === null ? [] : await textsOf(tx, current);
  if (given.length === 0) return texts.length === 0 || current === null ? null : { id: current, texts };
  if (current !== null && sameTexts(texts, given)) return { id: current, texts };
  return changedTargetSet(tx, ctx, { run, experiment }, given);
}

/** Of targets that aren't the experiment's current ones. */
async function changedTargetSet(
  tx: WorkspaceTx,
  ctx: Context,
  { run, experiment }: { run: RunModel; experiment: ExperimentModel },
  given: readonly string[],
): Promise<TargetSetTexts> {
  const { id: experimentId, targetSetId: current } = experiment;
  const branch = current === null ? null : await otherBranchOf(tx, ctx, run);
  const known = branch === null ? null : await branchTargetSet(tx, experimentId, branch);
  if (known !== null && sameTexts(known.texts, given)) return known;
  const texts = [...given];
  const { id } = await saveTargetSet(tx, ctx, { experimentId, texts, source: "upload", branch });
  return { id, texts };
}

type TargetSetTexts = Pick<CurrentTargets, "id" | "texts">;

export async function storedTargetSet(tx: WorkspaceTx, id: string | null): Promise<TargetSetTexts | null> {
  return id === null ? null : { id, texts: await textsOf(tx, id) };
}

/** The run's branch, unless it is the experiment's default one or unknown. */
async function otherBranchOf(
  tx: WorkspaceTx,
  { workspaceId }: Context,
  { branch, experimentId }: Pick<RunModel, "branch" | "experimentId">,
): Promise<string | null> {
  if (branch === null) return null;
  const own = spelledBranches(await defaultBranchesOf(tx, { workspaceId, experimentId }));
  return own.includes(branch) ? null : branch;
}

/** The newest that an upload of the branch has brought. */
async function branchTargetSet(
  tx: WorkspaceTx,
  experimentId: string,
  branch: string,
): Promise<CurrentTargets | null> {
  const newest = await tx.prisma.targetSet.findFirst({
    where: { experimentId, branch },
    orderBy: { version: "desc" },
    select: { id: true, version: true },
  });
  return newest === null ? null : { ...newest, texts: await textsOf(tx, newest.id) };
}

export interface CurrentTargets {
  id: string;
  version: number;
  texts: string[];
}

/** The experiment's current targets, which may be none; null: there never were any. */
export async function currentTargetSet(
  tx: WorkspaceTx,
  experimentId: string,
): Promise<CurrentTargets | null> {
  const { targetSetId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: experimentId },
    select: { targetSetId: true },
  });
  if (targetSetId === null) return null;
  const current = await tx.prisma.targetSet.findUnique({
    where: { id: targetSetId },
    select: { id: true, version: true },
  });
  return current === null ? null : { ...current, texts: await textsOf(tx, current.id) };
}

/** In order, as targets are written today: a stored text may be older, and texts are compared. */
export async function textsOf(tx: WorkspaceTx, targetSetId: string): Promise<string[]> {
  const targets = await tx.prisma.target.findMany({ where: { targetSetId }, orderBy: { position: "asc" } });
  return targets.map(({ text }) => canonicalTarget(text));
}

/** The targets of several sets in one read, in no order. */
export async function textsOfAll(tx: WorkspaceTx, targetSetIds: readonly string[]): Promise<string[]> {
  const targets = await tx.prisma.target.findMany({ where: { targetSetId: { in: [...targetSetIds] } } });
  return targets.map(({ text }) => canonicalTarget(text));
}

export interface NewTargetSet {
  experimentId: string;
  texts: readonly string[];
  source: TargetSource;
  /** Whose runs alone it judges; null: the experiment's targets from now on. */
  branch: string | null;
}

/** Stores the next version. The caller holds the experiment's row. */
export async function saveTargetSet(
  tx: WorkspaceTx,
  ctx: Context,
  { experimentId, texts, source, branch }: NewTargetSet,
): Promise<{ id: string; version: number }> {
  const last = await tx.prisma.targetSet.aggregate({ where: { experimentId }, _max: { version: true } });
  const version = (last._max.version ?? 0) + 1;
  const id = ctx.newId();
  const { workspaceId } = ctx;
  const createdBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
  await tx.prisma.targetSet.createMany({
    data: [{ id, workspaceId, experimentId, version, source, branch, createdAt: ctx.clock(), createdBy }],
  });
  await tx.prisma.target.createMany({
    data: texts.map((text, position) => ({ id: ctx.newId(), workspaceId, targetSetId: id, position, text })),
  });
  if (branch === null)
    await tx.prisma.experiment.update({ where: { id: experimentId }, data: { targetSetId: id } });
  await writeAudit(tx, ctx, {
    action: "target-set.create",
    subjectKind: "experiment",
    subjectId: experimentId,
    detail: { version, targets: [...texts], ...(branch === null ? {} : { branch }) },
  });
  return { id, version };
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}
