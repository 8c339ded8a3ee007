import { importParameters, liveReport, liveWriterEnd } from "@headroom/contract";
import type { LiveReport, LiveWriterEnd, ImportParameters } from "@headroom/contract";
import { againAfterDeadlock, holdExperiment, Prisma, removePart } from "@headroom/db";
import type { LiveWriterModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { ImportRequest } from "../import/import-request.ts";
import { createPart } from "../import/open-upload.ts";
import type { OpenUpload } from "../import/open-upload.ts";
import { publishPart } from "../import/publish.ts";
import { readTargets } from "../record/read-targets.ts";
import { limitsOfWorkspace } from "../../workspace/limits.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
import type { Uploads } from "../import/uploads.ts";
import { writeSamples } from "../import/write-samples.ts";
import type { WrittenSamples } from "../import/write-samples.ts";
import { configureFromAttributes } from "./configure-from-attributes.ts";
import { requireLiveRun } from "./live-run.ts";
import type { LiveRun } from "./live-run.ts";
import { absentOfMetrics, forgetMetrics, METRICS_WRITER, warningsOfMetrics } from "./metrics-batch.ts";
import { StagedSource } from "./staged-source.ts";
import type { StagedWriter } from "./staged-source.ts";

export interface Publishing {
  ctx: Context;
  uploads: Uploads;
  limits: ImportLimits;
  webUrl: string;
}

/**
 * Turns the batches of a closed writer into a part of its run, the way an upload does. If that fails, they stay pending.
 * If another process was faster, there is nothing left to do.
 */
export async function publishWriter(publishing: Publishing, runId: string, writer: string): Promise<void> {
  const { ctx, uploads } = publishing;
  const found = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => findStaged(tx, ctx, runId, writer));
  if (found === null) return;
  const { run, staged } = found;
  const request = requestOf(publishing, run, staged);
  const partId = ctx.newId();
  await uploads.whileWriting(partId, async () => {
    const upload = await openPart(request, run, partId);
    try {
      const { source } = request.input;
      const written = withSpan(await writeSamples(ctx, upload, source), staged);
      const file = { digest: await source.digest(), keptFile: null };
      await publishPart({ request, upload, written, file }, async (tx) => {
        await unstage(tx, staged.writer);
        if (writer === METRICS_WRITER) await configureFromAttributes(tx, ctx, run);
      });
      // The sweep does it otherwise.
      if (staged.part !== null) await removePart(ctx.db, staged.part.partId).catch(() => undefined);
    } catch (error) {
      await removePart(ctx.db, partId).catch(() => undefined);
      // Its batches were removed while they were read, or just before, so what was read isn't their fault.
      if (await isStaged(ctx, staged.writer)) throw error;
    }
  });
}

async function isStaged(ctx: Context, { runId, writer, attempt }: LiveWriterModel): Promise<boolean> {
  const staged = { runId, writer, attempt, ...ENDED };
  const count = ctx.db.inWorkspace(ctx.workspaceId, ({ prisma }) =>
    prisma.liveWriter.count({ where: staged }),
  );
  return (await count.catch(() => 1)) > 0;
}

const ENDED = { staged: true, state: { not: "open" } };

async function findStaged(
  tx: WorkspaceTx,
  ctx: Context,
  runId: string,
  name: string,
): Promise<{ run: LiveRun; staged: StagedWriter } | null> {
  const run = await requireLiveRun(tx, ctx, runId);
  const writer = await tx.prisma.liveWriter.findUnique({
    where: { runId_writer: { runId, writer: name } },
  });
  if (writer === null || !writer.staged || writer.state === "open") return null;
  const { partId } = writer;
  const part = partId === null ? null : { runId, partId, importedAt: run.importedAt };
  const end = writer.ending === null ? null : liveWriterEnd.parse(writer.ending);
  return {
    run,
    staged: { writer, origin: run.origin, part, end, report: await reportOf(tx, writer, end) },
  };
}

/** Nobody but their source knows what metrics lack, so that is added to what the end of the run says. */
async function reportOf(
  tx: WorkspaceTx,
  { runId, writer }: LiveWriterModel,
  end: LiveWriterEnd | null,
): Promise<LiveReport> {
  const report = end?.report ?? liveReport.parse({});
  if (writer !== METRICS_WRITER) return report;
  const absent = [...new Set([...report.absent, ...(await absentOfMetrics(tx, runId))])];
  return { ...report, absent, warnings: [...report.warnings, ...(await warningsOfMetrics(tx, runId))] };
}

/** A writer is a generator: what it sends or uploads later replaces what it brought before. */
function requestOf(
  { ctx, uploads, limits, webUrl }: Publishing,
  run: LiveRun,
  staged: StagedWriter,
): ImportRequest {
  const parameters = importParameters.parse({ ...run.parameters, generator: staged.writer.writer });
  return {
    ctx,
    uploads,
    input: {
      parameters,
      idempotencyKey: null,
      source: new StagedSource(ctx, staged, uploads.assertRoom),
      limits,
      webUrl,
    },
    parameters,
    targets: readTargets(parameters.target).map(({ text }) => text),
    key: null,
  };
}

/** A part of this process, like an upload's: if the process dies, it is swept and the batches stay pending. */
async function openPart(
  { ctx, uploads, input, parameters }: ImportRequest,
  run: LiveRun,
  partId: string,
): Promise<OpenUpload> {
  const [instance, head] = await Promise.all([uploads.instance(), input.source.open({ mapping: null })]);
  // Its cells were counted before they were sent.
  const errorsBy = parameters["errors-by"] ?? "tool";
  const open = async (tx: WorkspaceTx): Promise<ImportLimits> => {
    await holdExperiment(tx, run.experimentId);
    await createPart(
      tx,
      ctx,
      { partId, instance, parameters, head, errorsBy },
      { id: run.runId, isNew: false },
    );
    return limitsOfWorkspace(tx, ctx.workspaceId, input.limits);
  };
  const opening = () => ctx.db.inWorkspace(ctx.workspaceId, open, { patient: true });
  const limits = await againAfterDeadlock(opening);
  const receivedAt = ctx.clock();
  return {
    partId,
    runId: run.runId,
    experimentId: run.experimentId,
    serviceId: run.serviceId,
    originMicros: run.origin === null ? null : run.origin * 1e6,
    startMicros: startOf(parameters, run, receivedAt),
    errorsBy,
    labelFilter: null,
    limits,
    receivedAt,
    importedAt: run.importedAt,
    isAlone: false,
    mapping: null,
  };
}

function startOf({ started }: ImportParameters, { origin }: LiveRun, now: Date): number {
  if (started !== undefined) return Date.parse(started) * 1_000;
  return origin === null ? now.getTime() * 1_000 : origin * 1e6;
}

/** Cells know their requests by the second; the writer may know when the first began and the last ended. */
function withSpan(written: WrittenSamples, { writer, end }: StagedWriter): WrittenSamples {
  const { span } = written.totals;
  const { firstStartUs, lastCompletionUs } = writer;
  if (span === null || firstStartUs === null || lastCompletionUs === null) return written;
  const known = end?.span ?? {
    firstStartMicros: Number(firstStartUs),
    lastCompletionMicros: Number(lastCompletionUs),
  };
  return { ...written, totals: { ...written.totals, span: { ...span, ...known } } };
}

/** In the publishing transaction, after the run is locked. */
async function unstage(tx: WorkspaceTx, { runId, writer, attempt, partId }: LiveWriterModel): Promise<void> {
  const { count } = await tx.prisma.liveWriter.updateMany({
    where: { runId, writer, attempt, ...ENDED },
    data: { staged: false, ending: Prisma.DbNull, partId: null },
  });
  if (count === 0)
    throw new Error(`the writer ${writer} was published by another process, or has started over`);
  if (writer === METRICS_WRITER) await forgetMetrics(tx, runId);
  if (partId === null) return;
  await tx.prisma.part.updateMany({ where: { id: partId, state: "receiving" }, data: { state: "failed" } });
}
