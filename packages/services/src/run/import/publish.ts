import {
  futureWarning,
  HeadroomError,
  MIXED_TOOLS,
  partsApartWarning,
  placePart,
  statedOrigin,
} from "@headroom/core";
import type { ParseReport, PartSpan, PlacedPart, Warning } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import {
  carryDigest,
  countingParts,
  countOnce,
  countUpload,
  findOriginal,
  holdForPublishing,
  partGone,
  writePartFailures,
  writePartTotals,
} from "@headroom/db";
import type { ExperimentModel, PartModel, RunModel, WorkspaceTx } from "@headroom/db";
import { announce } from "../../announce.ts";
import { answerKey } from "./answer-key.ts";
import { auditImport } from "./audit-import.ts";
import { bySeries } from "./by-series.ts";
import type { FinishedUpload } from "./finished-upload.ts";
import { runStatusOf } from "../record/run-status.ts";
import { endAwaiting } from "../judge/await-baseline.ts";
import { judgeRun, timesOf } from "../judge/judge-run.ts";
import type { JudgedRows } from "../judge/judge-run.ts";
import { readStoredTarget } from "../judge/judge-targets.ts";
import { confidenceOf } from "../load/read-confidence.ts";
import { storedSettings } from "../../workspace/settings.ts";
import { noteRun } from "../edit/decide-again.ts";
import { releaseCopies } from "../edit/release-copies.ts";
import { joinMetadata, metadataOf } from "../record/metadata.ts";
import { joinFilters, requireSameFilter } from "./label-filters.ts";
import { hasOtherParts } from "./open-upload.ts";
import type { OpenUpload } from "./open-upload.ts";
import { readRunAnswer } from "../record/read-run-detail.ts";
import { takeOverFile } from "./reparse-take-over.ts";
import { ensureTargetSet, storedTargetSet } from "../record/target-set.ts";
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
    const held = await holdForPublishing(tx, upload);
    if (held === null) throw partGone();
    await alongside(tx);
    const { runId, experimentId } = upload;
    const experiment = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: experimentId } });
    const { rows: published, isNew } = await publish(tx, finished, experiment);
    const rows = await settleSamples(tx, finished, published, isNew);
    const { totals, failures, slowest } = bySeries(written);
    await writePartTotals(tx, upload.partId, totals, { slowest, hosts: written.totals.hosts });
    await writePartFailures(tx, upload.partId, failures);
    const targetSet =
      reparsed === undefined
        ? await ensureTargetSet(tx, ctx, rows, request.targets)
        : await storedTargetSet(tx, rows.run.targetSetId);
    const targetSetId = targetSet?.id ?? null;
    const by = {
      targets: (targetSet?.texts ?? []).map(readStoredTarget),
      confidence: confidenceOf(storedSettings(held.settings)),
    };
    const judged = await judgeRun(tx, {
      runId,
      targetSetId,
      webUrl: input.webUrl,
      known: { ...rows, ...by },
    });
    const { run } = judged;
    // A file that is parsed again is no news.
    if (run.status !== "receiving") await noteRun(tx, run, { silent: reparsed !== undefined });
    await keepMapping(tx, upload);
    await auditImport(tx, request, upload, { ...held, newRun: isNew });
    const read = { ...rows, ...judged, parts: countingParts(rows.parts) };
    const { hosts } = written.totals;
    const known = { hosts, resolutionMicros: written.report.latencyResolutionMicros };
    const answer = await readRunAnswer(tx, read, {
      webUrl: input.webUrl,
      isNew,
      ...(read.parts.length === 1 && { hosts: known }),
    });
    await answerKey(tx, request, file.digest, answer);
    if (reparsed === undefined) await countUsage(tx, finished);
    return answer;
  };
  const answer = await ctx.db.inWorkspace(ctx.workspaceId, publishIn, { patient: true });
  // Open pages of a live run, or of a gameday of the service, are waiting for this.
  await announce(ctx, [upload.runId, upload.serviceId]);
  return answer;
}

/** Before the run is judged: which of its parts count, and whether it counts itself. */
async function settleSamples(
  tx: WorkspaceTx,
  { request, upload }: FinishedUpload,
  rows: JudgedRows,
  isNew: boolean,
): Promise<JudgedRows> {
  const { runId, partId } = upload;
  const { reparsed } = request;
  if (reparsed !== undefined) await carryDigest(tx, { from: reparsed.partId, to: partId });
  const parts = countingParts(rows.parts).length > 1 ? await countedOnce(tx, runId) : rows.parts;
  // A file that is parsed again is still the file that it was.
  if (reparsed !== undefined) return { ...rows, parts };
  const copyOf = parts.some(hasSamples) ? await findOriginal(tx, runId) : null;
  const run =
    copyOf === rows.run.copyOf
      ? rows.run
      : await tx.prisma.run.update({ where: { id: runId }, data: { copyOf } });
  // Nobody has the samples of a run that wasn't there.
  if (!isNew) await releaseCopies(tx, { id: runId });
  return { ...rows, run, parts };
}

async function countedOnce(tx: WorkspaceTx, runId: string): Promise<PartModel[]> {
  await countOnce(tx, runId);
  return tx.prisma.part.findMany({ where: { runId } });
}

function hasSamples({ state, samplesDigest }: PartModel): boolean {
  return state === "published" && samplesDigest !== null;
}

function countUsage(tx: WorkspaceTx, { request: { ctx, input }, written }: FinishedUpload): Promise<void> {
  const { report, totals } = written;
  const samples = report.accepted - totals.refused;
  return countUpload(tx, ctx.workspaceId, { at: ctx.clock(), samples, bytes: input.source.bytesIn() });
}

/** The experiment's next file is read the same way without asking again. */
async function keepMapping(tx: WorkspaceTx, { experimentId, mapping }: OpenUpload): Promise<void> {
  if (mapping === null) return;
  await tx.prisma.experiment.update({ where: { id: experimentId }, data: { mapping } });
}

/** Also returns whether this is the run's first published part. */
async function publish(
  tx: WorkspaceTx,
  finished: FinishedUpload,
  experiment: ExperimentModel,
): Promise<{ rows: JudgedRows; isNew: boolean }> {
  const { request, upload, written } = finished;
  const { ctx, parameters, reparsed } = request;
  const { totals, report } = written;
  const now = ctx.clock();
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: upload.runId } });
  const originMicros = totals.span?.originMicros ?? totals.gaugeOriginMicros;
  const generator = parameters.generator ?? "";
  if (reparsed !== undefined) await takeOverFile(tx, reparsed);
  const before = await tx.prisma.part.findMany({ where: { runId: upload.runId } });
  const shares = hasOtherParts(before, generator);
  if (shares && originMicros !== null) requireSameOrigin(run.origin, originMicros);
  const { joined, warnings } = joinMetadata(run, metadataOf(parameters));
  const kept = await replaceEarlier(tx, upload, before, generator);
  requireSameFilter(upload, kept.filter(isPublished));
  const others = publishedParts(kept);
  const placed = placePart({
    report,
    totals,
    startMicros: upload.startMicros,
    receivedAtMicros: upload.receivedAt.getTime() * 1_000,
    told: parameters.started !== undefined,
    alone: before.filter(({ kind }) => kind === "requests").length === 1,
  });
  const noted = [...statedOrigin(parameters), ...warnings, ...misplaced(finished, placed, others)];
  const part = await writePublishedPart(tx, finished, { placed, warnings: noted, publishedAt: now });
  const parts = kept.map((one) => (one.id === part.id ? part : one));
  const { startedAt, endedAt } = timesOf(parts.filter(isPublished));
  const status = upload.isAlone ? "finished" : await runStatusOf(tx, upload.runId);
  const updated = await tx.prisma.run.update({
    where: { id: upload.runId },
    data: {
      // What members changed since the upload stays as they left it.
      ...(reparsed === undefined ? joined : {}),
      status,
      ...joinReport(run, report, others),
      ...joinFilters(parts.filter(isPublished)),
      ...(originMicros === null ? {} : { origin: originOf(run, placed, shares) }),
      publishedAt: run.publishedAt ?? now,
      startedAt,
      endedAt,
    },
  });
  if (experiment.baselineRunId === run.id) await endAwaiting(tx, run, status);
  return { rows: { run: updated, experiment, parts }, isNew: run.publishedAt === null };
}

function isPublished({ kind, state }: PartModel): boolean {
  return kind === "requests" && state === "published";
}

/** What is odd about when the part was, beside the run's others and beside now. */
function misplaced(finished: FinishedUpload, placed: PlacedPart, others: readonly PartSpan[]): Warning[] {
  const { report } = finished.written;
  const apart = report.clock === "absolute" ? partsApartWarning(placed, others) : [];
  const future = isAssumed(finished) ? [] : futureWarning(placed, finished.request.ctx.clock());
  return [...apart, ...future];
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

function publishedParts(parts: readonly PartModel[]): PublishedPart[] {
  return parts.filter(isPublished).map(({ firstStartUs, lastCompletionUs, tool, format }) => ({
    tool,
    format,
    firstStartMicros: Number(firstStartUs),
    lastCompletionMicros: Number(lastCompletionUs),
  }));
}

/** The last file that a generator sent counts, whichever of its uploads ends first. Returns the parts as they are then. */
async function replaceEarlier(
  tx: WorkspaceTx,
  { partId, runId }: OpenUpload,
  parts: readonly PartModel[],
  generator: string,
): Promise<PartModel[]> {
  const own = parts.find(({ id }) => id === partId);
  if (own === undefined) throw partGone();
  const earlier = countingParts(parts).filter((part) => part.generator === generator);
  // A file that was parsed again in the meantime keeps its age.
  if (earlier.some(({ reparseOf, revision }) => (reparseOf ?? revision) > own.revision)) {
    const whose = generator === "" ? "this run" : `the generator "${generator}"`;
    throw new HeadroomError("conflict", `A later upload for ${whose} finished before this one.`, {
      field: "generator",
      hint: "The later file is used. Send this one again to replace it, or give each generator its own name.",
    });
  }
  if (earlier.length === 0) return [...parts];
  await tx.prisma.part.updateMany({
    where: { runId, id: { in: earlier.map(({ id }) => id) } },
    data: { state: "replaced" },
  });
  return parts.map((part) => (earlier.includes(part) ? { ...part, state: "replaced" } : part));
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
