import { slugOf } from "@headroom/contract";
import type { PlannedStep } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { readCurrentTargetSets } from "@headroom/db";
import type { GamedayStepModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { isUuid } from "../uuid.ts";
import { refusal } from "./gameday-input.ts";

interface Plan {
  gameday: { id: string; serviceId: string };
  steps: readonly PlannedStep[];
}

type Row = Omit<GamedayStepModel, "outcome" | "outcomeNote" | "tickedAt" | "tickedBy">;

/**
 * Makes the steps of a gameday what the plan says. A step that stays keeps its ticks and the targets that it was planned with.
 * Returns whether anything changed.
 */
export async function storeSteps(tx: WorkspaceTx, ctx: Context, { gameday, steps }: Plan): Promise<boolean> {
  const before = await readSteps(tx, gameday.id);
  const rows = await rowsOf(tx, ctx, { gameday, steps, before });
  const kept = new Set(rows.map(({ id }) => id));
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await tx.prisma.gamedayStep.deleteMany({ where: { id: { in: gone } } });
  const known = new Map(before.map((step) => [step.id, step]));
  const added = rows.filter(({ id }) => !known.has(id));
  const changed = rows.filter((row) => {
    const step = known.get(row.id);
    return step !== undefined && COLUMNS.some((column) => step[column] !== row[column]);
  });
  for (const { id, ...data } of changed) await tx.prisma.gamedayStep.update({ where: { id }, data });
  if (added.length > 0) await tx.prisma.gamedayStep.createMany({ data: added });
  return gone.length + added.length + changed.length > 0;
}

const COLUMNS = ["position", "title", "watcher", "targetSetId"] as const;

export function readSteps(tx: WorkspaceTx, gamedayId: string): Promise<GamedayStepModel[]> {
  return tx.prisma.gamedayStep.findMany({ where: { gamedayId }, orderBy: { position: "asc" } });
}

interface Planning extends Plan {
  before: readonly GamedayStepModel[];
}

async function rowsOf(tx: WorkspaceTx, ctx: Context, { gameday, steps, before }: Planning): Promise<Row[]> {
  const known = new Map(before.map((step) => [step.id, step]));
  const experiments = await findExperiments(tx, gameday.serviceId, steps);
  const targets = await readCurrentTargetSets(
    tx,
    experiments.flatMap((found) => found?.id ?? []),
  );
  const rows = steps.map((step, position): Row => {
    const existing = step.id === null ? null : (known.get(step.id) ?? null);
    if (step.id !== null && existing === null) throw noSuchStep();
    const found = experiments[position] ?? null;
    const { workspaceId } = ctx;
    return {
      workspaceId,
      gamedayId: gameday.id,
      position,
      watcher: step.watcher,
      ...(step.experiment === null
        ? triedStep(step, existing, ctx)
        : existing !== null && isStill(existing, step.experiment, found)
          ? stepThatStays(step, { existing, found, targets })
          : newStep(step.experiment, { found, targets, ctx })),
    };
  });
  requireOnce(rows);
  return rows;
}

type Content = Pick<Row, "id" | "experimentId" | "title" | "targetSetId">;
type TargetSets = ReadonlyMap<string, string>;

function triedStep({ title }: PlannedStep, existing: GamedayStepModel | null, ctx: Context): Content {
  if (title === null) throw refusal("steps", "Say what is tried in each step, or choose an experiment.");
  const id = existing !== null && existing.experimentId === null ? existing.id : ctx.newId();
  return { id, experimentId: null, title, targetSetId: null };
}

function stepThatStays(
  { adoptTargets }: PlannedStep,
  { existing, found, targets }: { existing: GamedayStepModel; found: Found | null; targets: TargetSets },
): Content {
  const { id, experimentId, title, targetSetId } = existing;
  const adopted = adoptTargets && found !== null ? (targets.get(found.id) ?? null) : targetSetId;
  return { id, experimentId, title: found?.name ?? title, targetSetId: adopted };
}

function newStep(
  given: string,
  { found, targets, ctx }: { found: Found | null; targets: TargetSets; ctx: Context },
): Content {
  if (found === null)
    throw new HeadroomError("not-found", `The service has no experiment "${given}".`, {
      field: "steps",
      hint: "Use its ID or its name.",
    });
  const { id: experimentId, name: title } = found;
  return { id: ctx.newId(), experimentId, title, targetSetId: targets.get(experimentId) ?? null };
}

/** Also if the experiment has been deleted since it was planned. */
function isStill(step: GamedayStepModel, given: string, found: { id: string } | null): boolean {
  return step.experimentId !== null && (step.experimentId === given || step.experimentId === found?.id);
}

/** A run can't say which of two steps it is for. */
function requireOnce(rows: readonly Row[]): void {
  const seen = new Set<string>();
  for (const { experimentId, title } of rows) {
    if (experimentId === null) continue;
    if (seen.has(experimentId))
      throw refusal(
        "steps",
        `${title} is in the plan twice.`,
        "Plan it once: each further run of it shows in the same step.",
      );
    seen.add(experimentId);
  }
  if (new Set(rows.map(({ id }) => id)).size < rows.length)
    throw refusal("steps", "A step is in the plan twice.");
}

type Found = { id: string; name: string };

/** For each step its experiment; null: it has none, or it isn't found. */
async function findExperiments(
  tx: WorkspaceTx,
  serviceId: string,
  steps: readonly PlannedStep[],
): Promise<(Found | null)[]> {
  const given = steps.map(({ experiment }) => experiment);
  const ids = given.filter((text) => text !== null && isUuid(text)) as string[];
  const slugs = given.flatMap((text) => (text === null ? [] : [slugOf(text, "experiment")]));
  const where = { serviceId, provisional: false, deletedAt: null };
  const found = await tx.prisma.experiment.findMany({
    where: { ...where, OR: [{ id: { in: ids } }, { slug: { in: slugs } }] },
    select: { id: true, slug: true, name: true },
  });
  return given.map((text) => {
    if (text === null) return null;
    return (
      found.find(({ id }) => id === text) ??
      found.find(({ slug }) => slug === slugOf(text, "experiment")) ??
      null
    );
  });
}

export function noSuchStep(): HeadroomError {
  return new HeadroomError("not-found", "Step not found.", {
    hint: "It may have been removed from the plan.",
  });
}
