import { HeadroomError, type Warning } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import {
  holdForPublishing,
  partGone,
  writePartFailures,
  writePartTotals,
  type WorkspaceTx,
} from "@headroom/db";
import { answerKey } from "./answer-key.ts";
import { auditImport } from "./audit-import.ts";
import { bySeries } from "./by-series.ts";
import type { ImportRequest } from "./import-request.ts";
import { runStatusOf } from "../record/run-status.ts";
import { publishedKeptFile, type KeptFileRecord } from "./keep-file.ts";
import { judgeRun } from "../judge/judge-run.ts";
import { joinMetadata, metadataOf } from "../record/metadata.ts";
import type { OpenUpload } from "./open-upload.ts";
import { readRunDetail } from "../record/read-run-detail.ts";
import { placePart } from "./place-part.ts";
import { takeOverFile } from "./reparse-take-over.ts";
import { sameFileWarning } from "./same-file.ts";
import { ensureTargetSet, targetSetOf } from "../record/target-set.ts";
import { joinWarnings, partsApartWarning, refusedLinesWarning, type PartSpan } from "../record/warnings.ts";
import type { WrittenSamples } from "./write-samples.ts";

/** The file that a part was read from. */
export interface KeptPartFile {
  digest: Uint8Array;
  /** Null: it isn't saved. */
  keptFile: KeptFileRecord | null;
}

/**
 * The moment an upload becomes visible: totals, labels, verdicts, audit and the idempotency response in one short
 * transaction, under the lock of the run, so that several generators can finish together.
 */
export async function publishPart(
  request: ImportRequest,
  upload: OpenUpload,
  written: WrittenSamples,
  file: KeptPartFile,
  alongside: (tx: WorkspaceTx) => Promise<void> = async () => {},
): Promise<RunAnswer> {
  const { ctx, input, reparsed } = request;
  const publishIn = async (tx: WorkspaceTx): Promise<RunAnswer> => {
    if (!(await holdForPublishing(tx, upload))) throw partGone();
    await alongside(tx);
    const isNew = await publish(tx, request, upload, written, file);
    const { totals, failures } = await bySeries(tx, upload, written);
    await writePartTotals(tx, upload.partId, totals);
    await writePartFailures(tx, upload.partId, failures);
    const targetSetId =
      reparsed === undefined
        ? await ensureTargetSet(tx, ctx, upload, request.targets)
        : await targetSetOf(tx, upload.runId);
    await judgeRun(tx, {
      runId: upload.runId,
      targetSetId,
      webUrl: input.webUrl,
    });
    await keepMapping(tx, upload);
    await auditImport(tx, request, upload, isNew);
    const detail = await readRunDetail(tx, { runId: upload.runId, webUrl: input.webUrl });
    if (detail === null) throw new Error("a published run is not readable");
    if (request.key !== null) await answerKey(tx, request, request.key, file.digest, detail.answer);
    return detail.answer;
  };
  return ctx.db.inWorkspace(ctx.workspaceId, publishIn, { patient: true });
}

/** The experiment's next file is read the same way without asking again. */
async function keepMapping(tx: WorkspaceTx, { experimentId, mapping }: OpenUpload): Promise<void> {
  if (mapping === null) return;
  await tx.prisma.experiment.update({ where: { id: experimentId }, data: { mapping } });
}

/** Returns whether this is the run's first published part. */
async function publish(
  tx: WorkspaceTx,
  { ctx, input, parameters, key, reparsed }: ImportRequest,
  upload: OpenUpload,
  { totals, report }: WrittenSamples,
  { digest, keptFile }: KeptPartFile,
): Promise<boolean> {
  const now = ctx.clock();
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: upload.runId } });
  if (totals.span !== null) requireSameOrigin(run.origin, totals.span.originMicros);
  const { joined, warnings } = joinMetadata(run, metadataOf(parameters));
  if (reparsed !== undefined) await takeOverFile(tx, reparsed);
  await replaceEarlier(tx, upload, parameters.generator ?? "");
  const others = await publishedSpans(tx, upload.runId);
  const parts = await tx.prisma.part.count({ where: { runId: upload.runId, kind: "requests" } });
  const placed = placePart({ report, totals, upload, parameters, alone: parts === 1 });
  const { webUrl } = input;
  const repeated =
    reparsed?.sameFile ??
    (key === null ? await sameFileWarning(tx, upload, { fileDigest: digest, webUrl }) : []);
  const stored = await publishedKeptFile(tx, keptFile);
  const { count } = await tx.prisma.part.updateMany({
    where: { id: upload.partId, state: "writing" },
    data: {
      state: "published",
      fileDigest: Buffer.from(digest),
      bytesIn: input.source.bytesIn(),
      accepted: report.accepted - totals.refused,
      refused: report.refused.count + totals.refused,
      firstStartUs: placed.firstStartMicros,
      lastCompletionUs: placed.lastCompletionMicros,
      format: report.format,
      tool: report.tool,
      clock: report.clock,
      zeroUs: placed.zeroMicros,
      source: report.source,
      latencyResolutionUs: report.latencyResolutionMicros,
      latencyRelativeError: report.latencyRelativeError,
      absent: [...report.absent],
      warnings: warningsOf(
        report.warnings,
        totals.warnings,
        refusedLinesWarning(report),
        warnings,
        report.clock === "absolute" ? partsApartWarning(placed, others) : [],
        placed.warnings,
        repeated,
        stored.warnings,
      ).map((one) => ({ ...one })),
      ...stored.data,
      publishedAt: now,
    },
  });
  if (count === 0) throw partGone();
  await tx.prisma.run.update({
    where: { id: upload.runId },
    data: {
      ...joined,
      status: await runStatusOf(tx, upload.runId),
      ...(others.length === 0
        ? { tool: report.tool, toolVersion: report.toolVersion, format: report.format }
        : {
            tool: run.tool ?? report.tool,
            toolVersion: run.toolVersion ?? report.toolVersion,
            format: run.format ?? report.format,
          }),
      // Totals have no origin: a later file with times defines where the run's seconds begin.
      origin:
        totals.span === null || (parts > 1 && run.origin !== null)
          ? run.origin
          : new Date(placed.originMicros / 1_000),
      loadModel: others.length === 0 || run.loadModel === report.loadModel ? report.loadModel : "unknown",
      publishedAt: run.publishedAt ?? now,
    },
  });
  return run.publishedAt === null;
}

async function publishedSpans(tx: WorkspaceTx, runId: string): Promise<PartSpan[]> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { firstStartUs: true, lastCompletionUs: true },
  });
  return parts.map(({ firstStartUs, lastCompletionUs }) => ({
    firstStartMicros: Number(firstStartUs),
    lastCompletionMicros: Number(lastCompletionUs),
  }));
}

/** The last file that a generator sent counts, whichever of its uploads ends first. */
async function replaceEarlier(
  tx: WorkspaceTx,
  { partId, runId }: OpenUpload,
  generator: string,
): Promise<void> {
  const { revision } = await tx.prisma.part.findUniqueOrThrow({ where: { id: partId } });
  const published = { runId, kind: "requests", generator, state: "published" };
  // A file that was parsed again in the meantime keeps its age.
  const later = await tx.prisma.part.count({
    where: {
      ...published,
      OR: [{ reparseOf: null, revision: { gt: revision } }, { reparseOf: { gt: revision } }],
    },
  });
  if (later > 0) {
    const whose = generator === "" ? "this run" : `the generator "${generator}"`;
    throw new HeadroomError("conflict", `A later upload for ${whose} finished before this one.`, {
      field: "generator",
      hint: "The later file is used. Send this one again to replace it, or give each generator its own name.",
    });
  }
  await tx.prisma.part.updateMany({ where: published, data: { state: "replaced" } });
}

/**
 * The cells of all parts count from the run's origin. A part whose first bytes contained no sample used its own. If another
 * generator has set the run's origin since, the two aren't on one grid.
 */
function requireSameOrigin(origin: Date | null, originMicros: number): void {
  if (origin === null || origin.getTime() * 1_000 === originMicros) return;
  throw new HeadroomError("conflict", "Another generator started this run while the file was being read.", {
    hint: "Send the file again. It will be added to the same run.",
  });
}

function warningsOf(...lists: readonly Warning[][]): Warning[] {
  return joinWarnings(lists.flat());
}
