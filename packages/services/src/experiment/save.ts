import type { z } from "zod";
import { savedExperiment, slugOf } from "@headroom/contract";
import type { StatedField } from "@headroom/contract";
import type { ExperimentModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { defaultBranchesOf, spelledBranches } from "../run/record/default-branch.ts";
import { readTargets } from "../run/record/read-targets.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import type { CurrentTargets } from "../run/record/target-set.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { createExperiment } from "./create.ts";
import { differencesFrom, presentFields, storedStatement } from "./stated.ts";
import type { Statement } from "./stated.ts";
import { updateExperiment } from "./update.ts";

export interface SavedExperiment {
  created: boolean;
  experiment: { id: string; url: string; version: number; targetsVersion: number };
  /** False: the file is of another branch than the default one. */
  applied: boolean;
  /** What people had changed since the file was applied before, and is now as the file says again. */
  replaced: StatedField[];
}

/**
 * Creates an experiment, or makes an existing one what the input says. Saving the same again changes nothing. A file of
 * another branch than the default one changes nothing either: it isn't agreed on yet.
 */
export async function saveExperiment({
  ctx,
  input: { body, webUrl },
}: {
  ctx: Context;
  input: { body: unknown; webUrl: string };
}): Promise<SavedExperiment> {
  requireScope(ctx, "edit");
  requireAllServices(ctx);
  const saving = parseInput(savedExperiment, body);
  const found = await findExperiment(ctx, saving);
  const saved = await save(ctx, found, saving);
  const { applied, replaced, ...experiment } = saved;
  const url = `${webUrl}/experiments/${saved.id}`;
  return { created: found === null, experiment: { ...experiment, url }, applied, replaced };
}

type Saving = z.output<typeof savedExperiment>;

interface Found {
  experiment: ExperimentModel;
  current: CurrentTargets | null;
  isOfOtherBranch: boolean;
}

type Saved = Omit<SavedExperiment["experiment"], "url"> & Pick<SavedExperiment, "applied" | "replaced">;

async function save(ctx: Context, found: Found | null, saving: Saving): Promise<Saved> {
  const { service, experiment: name, group: groupName, targets, statedIn, ...others } = saving;
  const fields = { ...others, groupName };
  const statement = statedIn === undefined ? null : statementOf(ctx, { ...saving, statedIn });
  if (found === null) {
    const texts = targets ?? [];
    const input = { ...fields, service, name, targets: texts };
    const { id } = await createExperiment({ ctx, input, statement });
    return { id, version: 1, targetsVersion: texts.length > 0 ? 1 : 0, applied: true, replaced: [] };
  }
  const { experiment, current, isOfOtherBranch } = found;
  const { id, version } = experiment;
  const targetsVersion = current?.version ?? 0;
  if (isOfOtherBranch) return { id, version, targetsVersion, applied: false, replaced: [] };
  const own = { ...fields, name: experiment.name, targets: targets ?? current?.texts ?? [] };
  const input = { ...own, experimentId: id, version, targetsVersion };
  const updated = await updateExperiment({ ctx, input, statement });
  return { id, ...updated, applied: true, replaced: replacedBy(statement, found) };
}

function statementOf(
  ctx: Context,
  {
    service: _service,
    experiment: _name,
    statedIn,
    group,
    targets,
    ...fields
  }: Saving & { statedIn: NonNullable<Saving["statedIn"]> },
): Statement {
  const texts = targets === undefined ? {} : { targets: readTargets(targets).map(({ text }) => text) };
  return {
    ...statedIn,
    at: ctx.clock().toISOString(),
    fields: { ...fields, groupName: group, ...texts },
  };
}

function replacedBy(statement: Statement | null, { experiment, current }: Found): StatedField[] {
  const before = storedStatement(experiment.stated);
  if (statement === null || before === null) return [];
  const present = presentFields(experiment, current?.texts ?? []);
  const now = differencesFrom(statement, present).map(({ field }) => field);
  return differencesFrom(before, present)
    .map(({ field }) => field)
    .filter((field) => now.includes(field));
}

function findExperiment(ctx: Context, saving: Saving): Promise<Found | null> {
  const { service, experiment: name } = saving;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const own = await tx.prisma.service.findFirst({
      where: { slug: slugOf(service, "service") },
      select: { id: true },
    });
    if (own === null) return null;
    const experiment = await tx.prisma.experiment.findFirst({
      where: { serviceId: own.id, slug: slugOf(name, "experiment"), provisional: false, deletedAt: null },
    });
    if (experiment === null) return null;
    const current = await currentTargetSet(tx, experiment.id);
    const isOfOtherBranch = await isOther(tx, experiment, saving);
    return { experiment, current, isOfOtherBranch };
  });
}

/** If nobody has named a default branch for the experiment, the file may. */
async function isOther(
  tx: WorkspaceTx,
  { id, workspaceId, defaultBranch }: ExperimentModel,
  { statedIn, defaultBranch: stated }: Saving,
): Promise<boolean> {
  const branch = statedIn?.branch ?? null;
  if (branch === null) return false;
  const own = defaultBranch ?? stated;
  const names = own === null ? await defaultBranchesOf(tx, { workspaceId, experimentId: id }) : [own];
  return !spelledBranches(names).includes(branch);
}
