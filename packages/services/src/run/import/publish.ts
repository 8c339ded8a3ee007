import {
  futureWarning,
  HeadroomError,
  MIXED_TOOLS,
  partsApartWarning,
  placePart,
  statedOrigin,
} from "@headroom/core";
import type { ParseReport, PartSpan, PlacedPart } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import {
  carryDigest,
  countOnce,
  countUpload,
  findOriginal,
  holdForPublishing,
  partGone,
  writePartFailures,
  writePartTotals,
} from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { announce } from "../../live/announce.ts";
import { answerKey } from "./answer-key.ts";
import { auditImport } from "./audit-import.ts";
import { bySeries } from "./by-series.ts";
import type { FinishedUpload } from "./finished-upload.ts";
import { runStatusOf } from "../record/run-status.ts";
import { endAwaiting } from "../judge/await-baseline.ts";
import { judgeRun } from "../judge/judge-run.ts";
import { noteRun } from "../edit/decide-again.ts";
import { releaseCopies } from "../edit/release-copies.ts";
import { joinMetadata, metadataOf } from "../record/metadata.ts";
import { hasOtherParts } from "./open-upload.ts";
import type { OpenUpload } from "./open-upload.ts";
import { readRunDetail } from "../record/read-run-detail.ts";
import { takeOverFile } from "./reparse-take-over.ts";
import { ensureTargetSet, targetSetOf } from "../record/target-set.ts";
import { writePublishedPart } from "./write-published-part.ts";

/**
 * The moment an upload becomes visible: totals, labels, verdicts, audit and the idempotency response in one short
 * transaction, under the lock of the run, so that several generators can finish together.
 */
export async function publishPart(
  finished: FinishedUpload,
  alongside: (tx: WorkspaceTx) => Promise<void> = async () => {},
): Promise<RunAnswer> {
  const { request, upload, written, file } = finished;
  const { ctx, input, reparsed } = request;
  const publishIn = async (tx: WorkspaceTx): Promise<RunAnswer> => {
    if (!(await holdForPublishing(tx, upload))) throw partGone();
    await alongside(tx);
    const isNew = await publish(tx, finished);
    await settleSamples(tx, finished);
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
    // A file that is parsed again is no news.
    await noteResults(tx, upload.runId, { silent: reparsed !== undefined });
    await keepMapping(tx, upload);
    await auditImport(tx, request, upload, isNew);
    const detail = await readRunDetail(tx, { runId: upload.runId, webUrl: input.webUrl });
    if (detail === null) throw new Error("a published run is not readable");
    await answerKey(tx, request, file.digest, detail.answer);
    if (reparsed === undefined) await countUsage(tx, finished);
    return detail.answer;
  };
  const answer = await ctx.db.inWorkspace(ctx.workspaceId, publishIn, { patient: true });
  // Open pages of a live run, or of a gameday of the service, are waiting for this.
  await announce(ctx, [upload.runId, upload.serviceId]);
  return answer;
}

/** Before the run is judged: which of its parts count, and whether it counts itself. */
async function settleSamples(tx: WorkspaceTx, { request, upload }: FinishedUpload): Promise<void> {
  const { runId, partId } = upload;
  const { reparsed } = request;
  if (reparsed !== undefined) await carryDigest(tx, { from: reparsed.partId, to: partId });
  await countOnce(tx, runId);
  // A file that is parsed again is still the file that it was.
  if (reparsed !== undefined) return;
  await tx.prisma.run.update({ where: { id: runId }, data: { copyOf: await findOriginal(tx, runId) } });
  await releaseCopies(tx, { id: runId });
}

function countUsage(tx: WorkspaceTx, { request: { ctx, input }, written }: FinishedUpload): Promise<void> {
  const { report, totals } = written;
  const samples = report.accepted - totals.refused;
  return countUpload(tx, ctx.workspaceId, { at: ctx.clock(), samples, bytes: input.source.bytesIn() });
}

async function noteResults(tx: WorkspaceTx, runId: string, { silent }: { silent: boolean }): Promise<void> {
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  if (run.status !== "receiving") await noteRun(tx, run, { silent });
}

/** The experiment's next file is read the same way without asking again. */
async function keepMapping(tx: WorkspaceTx, { experimentId, mapping }: OpenUpload): Promise<void> {
  if (mapping === null) return;
  await tx.prisma.experiment.update({ where: { id: experimentId }, data: { mapping } });
}

/** Returns whether this is the run's first published part. */
async function publish(tx: WorkspaceTx, finished: FinishedUpload): Promise<boolean> {
  const { request, upload, written } = finished;
  const { ctx, parameters, reparsed } = request;
  const { totals, report } = written;
  const now = ctx.clock();
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: upload.runId } });
  const originMicros = totals.span?.originMicros ?? totals.gaugeOriginMicros;
  const generator = parameters.generator ?? "";
  const shares = await hasOtherParts(tx, upload.runId, generator);
  if (shares && originMicros !== null) requireSameOrigin(run.origin, originMicros);
  const { joined, warnings } = joinMetadata(run, metadataOf(parameters));
  if (reparsed !== undefined) await takeOverFile(tx, reparsed);
  await replaceEarlier(tx, upload, generator);
  const others = await publishedParts(tx, upload.runId);
  const parts = await tx.prisma.part.count({ where: { runId: upload.runId, kind: "requests" } });
  const placed = placePart({
    report,
    totals,
    startMicros: upload.startMicros,
    receivedAtMicros: upload.receivedAt.getTime() * 1_000,
    told: parameters.started !== undefined,
    alone: parts === 1,
  });
  const apart = report.clock === "absolute" ? partsApartWarning(placed, others) : [];
  const future = isAssumed(finished) ? [] : futureWarning(placed, now);
  const noted = [...statedOrigin(parameters), ...warnings, ...apart, ...future];
  await writePublishedPart(tx, finished, { placed, warnings: noted, publishedAt: now });
  const status = await runStatusOf(tx, upload.runId);
  await tx.prisma.run.update({
    where: { id: upload.runId },
    data: {
      // What members changed since the upload stays as they left it.
      ...(reparsed === undefined ? joined : {}),
      status,
      ...joinReport(run, report, others),
      ...(originMicros === null ? {} : { origin: originOf(run, placed, shares) }),
      publishedAt: run.publishedAt ?? now,
    },
  });
  await endAwaiting(tx, run, status);
  return run.publishedAt === null;
}

/** Where we placed a part ourselves, its times are nobody's clock. */
function isAssumed({ request: { parameters }, written: { report } }: FinishedUpload): boolean {
  return report.clock !== "absolute" && parameters.started === undefined;
}

/** A file with times that is alone in its run, or the first with times beside totals, says where its seconds begin. */
function originOf(run: RunModel, placed: PlacedPart, shares: boolean): Date {
  return shares && run.origin !== null ? run.origin : new Date(placed.originMicros / 1_000);
}

interface PublishedPart extends PartSpan {
  tool: string | null;
  format: string | null;
}

/** What a run says about its files: what all of them agree on. Of versions, the first that a file of its tool gives. */
function joinReport(run: RunModel, report: ParseReport, others: readonly PublishedPart[]) {
  const { tool, toolVersion, format, loadModel } = report;
  if (others.length === 0) return { tool, toolVersion, format, loadModel };
  const isOfOneTool = others.every((part) => part.tool === tool);
  return {
    tool: isOfOneTool ? tool : MIXED_TOOLS,
    toolVersion: isOfOneTool && run.tool === tool ? (run.toolVersion ?? toolVersion) : null,
    format: others.every((part) => part.format === format) ? format : "mixed",
    loadModel: run.loadModel === loadModel ? loadModel : "unknown",
  };
}

async function publishedParts(tx: WorkspaceTx, runId: string): Promise<PublishedPart[]> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { firstStartUs: true, lastCompletionUs: true, tool: true, format: true },
  });
  return parts.map(({ firstStartUs, lastCompletionUs, tool, format }) => ({
    tool,
    format,
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
  const published = { runId, kind: "requests", generator, state: { in: ["published", "copy"] } };
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
