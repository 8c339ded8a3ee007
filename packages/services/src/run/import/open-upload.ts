import { labelFilterOf } from "@headroom/core";
import type { ErrorsBy, LabelFilter } from "@headroom/core";
import { againAfterDeadlock, Prisma } from "@headroom/db";
import type { ExperimentModel, PartModel, RunModel, WorkspaceTx } from "@headroom/db";
import type { ImportParameters } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { slugOf } from "@headroom/contract";
import { requireUploadInQuota } from "../../quota/require-upload.ts";
import { limitsOfWorkspace } from "../../workspace/limits.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
import { ensureService, Vanished } from "../../service/ensure.ts";
import { errorsByOf } from "../record/errors-by.ts";
import { metadataOf } from "../record/metadata.ts";
import type { UploadHead } from "../record/upload-source.ts";

/** Where an upload writes: an unpublished part of a run that may be new. */
export interface OpenUpload {
  partId: string;
  runId: string;
  experimentId: string;
  serviceId: string;
  /** Null: the run has none yet, and the file's first bytes contained no sample to take it from. */
  originMicros: number | null;
  /** Where the times of a file begin if they count from the start of the run. */
  startMicros: number;
  /** What its errors are counted by. */
  errorsBy: ErrorsBy;
  /** Labels that don't count; null: all do. */
  labelFilter: LabelFilter | null;
  /** Of its workspace. */
  limits: ImportLimits;
  receivedAt: Date;
  /** The column mapping to save with the experiment; null if there is nothing new. */
  mapping: object | null;
  /** The run's origin, for all of its parts. */
  importedAt: Date;
  /** It has made its run, which has no key by which others could add to it. */
  isAlone: boolean;
}

export interface UploadPlan {
  partId: string;
  instance: number;
  parameters: ImportParameters;
  head: UploadHead;
  /** Of the server. */
  limits: ImportLimits;
}

/**
 * Finds or creates the service, the experiment and the run, and opens a part, in one short transaction. If an existing run
 * is removed before that, because its only other part failed, it is created again.
 */
export async function openUpload(ctx: Context, plan: UploadPlan, attemptsLeft = 5): Promise<OpenUpload> {
  try {
    return await againAfterDeadlock(() => tryOpen(ctx, plan));
  } catch (error) {
    if (!isVanished(error) || attemptsLeft <= 1) throw error;
    return openUpload(ctx, plan, attemptsLeft - 1);
  }
}

// Prisma's codes: a missing foreign key, or a missing record to update.
const VANISHED = new Set(["P2003", "P2025"]);

function isVanished(error: unknown): boolean {
  if (error instanceof Vanished) return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && VANISHED.has(error.code);
}

async function tryOpen(ctx: Context, plan: UploadPlan): Promise<OpenUpload> {
  const open = async (tx: WorkspaceTx): Promise<OpenUpload> => {
    const serviceId = await ensureService(tx, ctx, plan.parameters.service);
    const experiment = await ensureExperiment(tx, ctx, serviceId, plan.parameters.experiment);
    const experimentId = experiment.id;
    const run = await ensureRun(tx, ctx, plan, { serviceId, experimentId });
    await requireUploadInQuota(tx, ctx);
    const errorsBy = errorsByOf(plan.parameters["errors-by"], run, experiment);
    await createPart(tx, ctx, { ...plan, errorsBy }, run);
    return {
      partId: plan.partId,
      runId: run.id,
      experimentId,
      serviceId,
      originMicros: run.originMicros,
      startMicros: run.startMicros,
      errorsBy,
      labelFilter: labelFilterOf(plan.parameters["only-label"], plan.parameters["except-label"]),
      limits: await limitsOfWorkspace(tx, ctx.workspaceId, plan.limits),
      receivedAt: ctx.clock(),
      mapping: plan.head.mapping,
      importedAt: run.importedAt,
      isAlone: run.isNew && plan.parameters.run === undefined,
    };
  };
  return ctx.db.inWorkspace(ctx.workspaceId, open, { patient: true });
}

export async function ensureExperiment(
  tx: WorkspaceTx,
  ctx: Context,
  serviceId: string,
  name: string,
): Promise<HeldExperiment> {
  const slug = slugOf(name, "experiment");
  const known = await holdBySlug(tx, serviceId, slug);
  if (known !== undefined) return known;
  const data = {
    id: ctx.newId(),
    workspaceId: ctx.workspaceId,
    serviceId,
    slug,
    name,
    provisional: true,
    createdAt: ctx.clock(),
  };
  await tx.prisma.experiment.createMany({ data: [data], skipDuplicates: true });
  const made = await holdBySlug(tx, serviceId, slug);
  if (made === undefined) throw new Vanished("the experiment was removed");
  return made;
}

type HeldExperiment = Pick<ExperimentModel, "id" | "errorsBy">;

/** The write locks the row: runs of one experiment get their numbers one after another. */
async function holdBySlug(
  tx: WorkspaceTx,
  serviceId: string,
  slug: string,
): Promise<HeldExperiment | undefined> {
  const [held] = await tx.prisma.experiment.updateManyAndReturn({
    where: { serviceId, slug },
    data: { slug },
    select: { id: true, errorsBy: true },
  });
  return held;
}

interface OpenRun extends Pick<OpenUpload, "originMicros" | "startMicros" | "importedAt"> {
  id: string;
  /** What its other uploads' errors are counted by. */
  errorsBy: string | null;
  isNew: boolean;
}

export async function ensureRun(
  tx: WorkspaceTx,
  ctx: Context,
  plan: Pick<UploadPlan, "parameters" | "head">,
  { serviceId, experimentId }: Pick<OpenUpload, "serviceId" | "experimentId">,
): Promise<OpenRun> {
  const { parameters } = plan;
  const now = ctx.clock();
  const key = parameters.run ?? null;
  if (key !== null) {
    const found = await tx.prisma.run.findUnique({ where: { experimentId_key: { experimentId, key } } });
    if (found !== null) return joinRun(tx, ctx, plan, found);
  }
  const last = await tx.prisma.run.aggregate({ where: { experimentId }, _max: { number: true } });
  const startMicros = startOf(parameters, now.getTime() * 1_000);
  const origin = originOf(plan.head, startMicros);
  const run = {
    id: ctx.newId(),
    workspaceId: ctx.workspaceId,
    serviceId,
    experimentId,
    number: (last._max.number ?? 0) + 1,
    key,
    status: "receiving",
    origin,
    importedAt: now,
    createdAt: now,
    ...metadataOf(parameters),
  } satisfies Prisma.RunCreateManyInput;
  await tx.prisma.run.createMany({ data: [run] });
  const { id, errorsBy } = run;
  return { id, errorsBy, isNew: true, originMicros: microsOf(origin), startMicros, importedAt: now };
}

async function joinRun(
  tx: WorkspaceTx,
  ctx: Context,
  { parameters, head }: Pick<UploadPlan, "parameters" | "head">,
  found: RunModel,
): Promise<OpenRun> {
  const known = (await zeroOf(tx, found.id)) ?? microsOf(found.startedAt ?? found.origin);
  const startMicros = startOf(parameters, known ?? ctx.clock().getTime() * 1_000);
  const own = originOf(head, startMicros);
  if (found.origin === null && own !== null)
    await tx.prisma.run.update({ where: { id: found.id }, data: { origin: own } });
  const parts = await tx.prisma.part.findMany({
    where: { runId: found.id },
    select: { state: true, kind: true, generator: true },
  });
  const shares = hasOtherParts(parts, parameters.generator ?? "");
  const origin = shares ? (found.origin ?? own) : own;
  const { id, errorsBy, importedAt } = found;
  return { id, errorsBy, isNew: false, originMicros: microsOf(origin), startMicros, importedAt };
}

export async function createPart(
  tx: WorkspaceTx,
  ctx: Context,
  plan: Omit<UploadPlan, "limits"> & Pick<OpenUpload, "errorsBy">,
  { id: runId, isNew }: Pick<OpenRun, "id" | "isNew">,
): Promise<void> {
  const generator = plan.parameters.generator ?? "";
  const where = { runId, kind: "requests", generator };
  const last = isNew ? null : await tx.prisma.part.aggregate({ where, _max: { revision: true } });
  const part = {
    id: plan.partId,
    workspaceId: ctx.workspaceId,
    runId,
    generator,
    revision: (last?._max.revision ?? 0) + 1,
    state: "writing",
    errorsBy: plan.errorsBy,
    instance: plan.instance,
    createdAt: ctx.clock(),
  } satisfies Prisma.PartCreateManyInput;
  await tx.prisma.part.createMany({ data: [part] });
}

/** A whole second, as the offsets of cells count from one. */
function originOf({ firstStartMicros, relative }: UploadHead, startMicros: number): Date | null {
  if (firstStartMicros === null) return null;
  const first = relative ? startMicros + firstStartMicros : firstStartMicros;
  return new Date(Math.floor(first / 1e6) * 1_000);
}

/**
 * Whether the run has parts that a file of this generator won't replace. All cells of a run count from one origin, so only a
 * file that is alone in its run can bring its own.
 */
export function hasOtherParts(
  parts: readonly Pick<PartModel, "state" | "kind" | "generator">[],
  generator: string,
): boolean {
  const isReplaced = (part: (typeof parts)[number]) =>
    part.kind === "requests" && part.generator === generator;
  return parts.some(
    (part) =>
      part.state === "receiving" || (["writing", "published"].includes(part.state) && !isReplaced(part)),
  );
}

/** What the uploader says; otherwise where the run's other parts are, or now. */
function startOf({ started }: ImportParameters, otherwiseMicros: number): number {
  return started === undefined ? otherwiseMicros : Date.parse(started) * 1_000;
}

/** Where the times of the run's other parts begin, if those count from the start too. */
async function zeroOf(tx: WorkspaceTx, runId: string): Promise<number | null> {
  const part = await tx.prisma.part.findFirst({
    where: { runId, state: "published", zeroUs: { not: null } },
    orderBy: { publishedAt: "asc" },
    select: { zeroUs: true },
  });
  return part === null || part.zeroUs === null ? null : Number(part.zeroUs);
}

function microsOf(origin: Date | null): number | null {
  return origin === null ? null : origin.getTime() * 1_000;
}
