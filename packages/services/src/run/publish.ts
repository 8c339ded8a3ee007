import { ALL_LABEL, HeadroomError, type Warning } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import {
  ensureSeries,
  holdForPublishing,
  partGone,
  writePartTotals,
  type SeriesTotal,
  type WorkspaceTx,
} from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { answerKey } from "./answer-key.ts";
import type { ImportRequest } from "./import.ts";
import { judgeRun } from "./judge-run.ts";
import { joinMetadata, metadataOf } from "./metadata.ts";
import type { OpenUpload } from "./open-upload.ts";
import { readRunDetail } from "./read-run-detail.ts";
import { ensureTargetSet } from "./target-set.ts";
import { joinWarnings, partsApartWarning, refusedLinesWarning, type PartSpan } from "./warnings.ts";
import type { WrittenSamples } from "./write-samples.ts";

/** Labels kept by their total alone have no step; the coarsest says that best. */
const COARSEST_STEP = 600;

/**
 * The moment in which an upload becomes visible: totals, labels, verdicts, audit and the idempotency answer in one short
 * transaction, under the lock of the run, so that several generators may finish together.
 */
export async function publishPart(
  request: ImportRequest,
  upload: OpenUpload,
  written: WrittenSamples,
  fileDigest: Uint8Array,
): Promise<RunAnswer> {
  const { ctx, input } = request;
  const publishIn = async (tx: WorkspaceTx): Promise<RunAnswer> => {
    if (!(await holdForPublishing(tx, upload))) throw partGone();
    const isNew = await publish(tx, request, upload, written, fileDigest);
    await writePartTotals(tx, upload.partId, await totalsBySeries(tx, upload, written));
    const targetSetId = await ensureTargetSet(tx, ctx, upload, request.targets);
    await judgeRun(tx, {
      runId: upload.runId,
      targetSetId,
      webUrl: input.webUrl,
      source: written.report.source,
      latencyResolutionMicros: written.report.latencyResolutionMicros,
    });
    await auditImport(tx, request, upload, isNew);
    const detail = await readRunDetail(tx, { runId: upload.runId, webUrl: input.webUrl });
    if (detail === null) throw new Error("a published run is not readable");
    if (request.key !== null) await answerKey(tx, request, request.key, fileDigest, detail.answer);
    return detail.answer;
  };
  return ctx.db.inWorkspace(ctx.workspaceId, publishIn, { patient: true });
}

/** Answers whether the run is seen for the first time. */
async function publish(
  tx: WorkspaceTx,
  { ctx, input, parameters }: ImportRequest,
  upload: OpenUpload,
  { totals, report }: WrittenSamples,
  fileDigest: Uint8Array,
): Promise<boolean> {
  const now = ctx.clock();
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: upload.runId } });
  requireSameOrigin(run.origin, totals.originMicros);
  const { joined, warnings } = joinMetadata(run, metadataOf(parameters));
  await replaceEarlier(tx, upload, parameters.generator ?? "");
  const others = await publishedSpans(tx, upload.runId);
  const { count } = await tx.prisma.part.updateMany({
    where: { id: upload.partId, state: "writing" },
    data: {
      state: "published",
      fileDigest: Buffer.from(fileDigest),
      bytesIn: input.source.bytesIn(),
      accepted: report.accepted - totals.refused,
      refused: report.refused.count + totals.refused,
      firstStartUs: totals.firstStartMicros,
      lastCompletionUs: totals.lastCompletionMicros,
      warnings: warningsOf(
        report.warnings,
        totals.warnings,
        refusedLinesWarning(report),
        warnings,
        partsApartWarning(totals, others),
      ).map((one) => ({ ...one })),
      publishedAt: now,
    },
  });
  if (count === 0) throw partGone();
  await tx.prisma.run.update({
    where: { id: upload.runId },
    data: {
      ...joined,
      status: "finished",
      tool: run.tool ?? report.tool,
      toolVersion: run.toolVersion ?? report.toolVersion,
      format: run.format ?? report.format,
      origin: run.origin ?? new Date(totals.originMicros / 1_000),
      loadModel:
        run.publishedAt === null || run.loadModel === report.loadModel ? report.loadModel : "unknown",
      publishedAt: run.publishedAt ?? now,
    },
  });
  return run.publishedAt === null;
}

async function publishedSpans(tx: WorkspaceTx, runId: string): Promise<PartSpan[]> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, state: "published" },
    select: { firstStartUs: true, lastCompletionUs: true },
  });
  return parts.map(({ firstStartUs, lastCompletionUs }) => ({
    firstStartMicros: Number(firstStartUs),
    lastCompletionMicros: Number(lastCompletionUs),
  }));
}

/** What a generator sent last counts, whichever of its uploads ends first. */
async function replaceEarlier(
  tx: WorkspaceTx,
  { partId, runId }: OpenUpload,
  generator: string,
): Promise<void> {
  const { revision } = await tx.prisma.part.findUniqueOrThrow({ where: { id: partId } });
  const published = { runId, generator, state: "published" };
  const later = await tx.prisma.part.count({ where: { ...published, revision: { gt: revision } } });
  if (later > 0) {
    const whose = generator === "" ? "this run" : `the generator "${generator}"`;
    throw new HeadroomError("conflict", `A later upload of ${whose} has finished before this one.`, {
      field: "generator",
      hint: "The later file counts. Send this one again if it should, or give each generator a name of its own.",
    });
  }
  await tx.prisma.part.updateMany({ where: published, data: { state: "replaced" } });
}

/**
 * The cells of all parts count from the run's origin. A part whose first bytes held no sample took its own; if another
 * generator set the run's meanwhile, the two do not lie on one grid.
 */
function requireSameOrigin(origin: Date | null, originMicros: number): void {
  if (origin === null || origin.getTime() * 1_000 === originMicros) return;
  throw new HeadroomError("conflict", "Another generator began this run while the file was being read.", {
    hint: "Send the file again: it will then be laid beside the other one.",
  });
}

function warningsOf(...lists: readonly Warning[][]): Warning[] {
  return joinWarnings(lists.flat());
}

async function totalsBySeries(
  tx: WorkspaceTx,
  upload: OpenUpload,
  { totals, seriesIds }: WrittenSamples,
): Promise<SeriesTotal[]> {
  const [all] = await ensureSeries(tx, upload.runId, [
    { kind: "requests", label: ALL_LABEL, labelKind: "request" },
  ]);
  if (all === undefined) throw new Error("the series of all requests was not made");
  const labels = totals.labels.map(({ label, total, finestStepSeconds }): SeriesTotal => {
    const seriesId = seriesIds.get(label);
    if (seriesId === undefined) throw new Error(`label ${label} has no series`);
    return { seriesId, total, finestStepSeconds: finestStepSeconds ?? COARSEST_STEP };
  });
  return [{ seriesId: all, total: totals.all, finestStepSeconds: 1 }, ...labels];
}

/** What an upload made on the way becomes true with the first run that is published, and is told only then. */
async function auditImport(
  tx: WorkspaceTx,
  { ctx, parameters }: ImportRequest,
  { serviceId, experimentId, runId }: OpenUpload,
  newRun: boolean,
): Promise<void> {
  const service = await tx.prisma.service.updateMany({
    where: { provisional: true, id: serviceId },
    data: { provisional: false },
  });
  if (service.count === 1) {
    const detail = { name: parameters.service };
    await writeAudit(tx, ctx, {
      action: "service.create",
      subjectKind: "service",
      subjectId: serviceId,
      detail,
    });
  }
  const experiment = await tx.prisma.experiment.updateMany({
    where: { provisional: true, id: experimentId },
    data: { provisional: false },
  });
  if (experiment.count === 1) {
    const detail = { name: parameters.experiment, serviceId };
    await writeAudit(tx, ctx, {
      action: "experiment.create",
      subjectKind: "experiment",
      subjectId: experimentId,
      detail,
    });
  }
  const detail = { generator: parameters.generator ?? null, newRun, experimentId };
  await writeAudit(tx, ctx, { action: "run.import", subjectKind: "run", subjectId: runId, detail });
}
