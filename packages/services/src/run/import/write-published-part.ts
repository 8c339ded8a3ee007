import { createHash } from "node:crypto";
import { joinWarnings, refusedLinesWarning } from "@headroom/core";
import type { PlacedPart, Warning } from "@headroom/core";
import { FIGURES_DIGEST, findRunOfFile, partGone } from "@headroom/db";
import type { PartModel, WorkspaceTx } from "@headroom/db";
import type { FinishedUpload } from "./finished-upload.ts";
import { storedFilterOf } from "./label-filters.ts";
import { publishedKeptFile } from "./keep-file.ts";
import { runUrl } from "../record/run-url.ts";
import type { WrittenSamples } from "./write-samples.ts";

export interface PublishedPart {
  placed: PlacedPart;
  /** Warnings about the run, in addition to those about the file. */
  warnings: readonly Warning[];
  publishedAt: Date;
}

/** Marks a part as published and stores what its file reported. */
export async function writePublishedPart(
  tx: WorkspaceTx,
  finished: FinishedUpload,
  { placed, warnings, publishedAt }: PublishedPart,
): Promise<PartModel> {
  const { request, upload, written, file } = finished;
  const { totals, report } = written;
  const samplesDigest = samplesDigestOf(finished.written);
  const repeated = totals.samplesDigest === null ? await repeatedFile(tx, finished, samplesDigest) : [];
  const stored = await publishedKeptFile(tx, file.keptFile);
  const [part] = await tx.prisma.part.updateManyAndReturn({
    where: { id: upload.partId, state: "writing" },
    data: {
      state: "published",
      fileDigest: Buffer.from(file.digest),
      samplesDigest,
      bytesIn: request.input.source.bytesIn(),
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
      ...storedFilterOf(upload, totals),
      warnings: joinWarnings([
        ...report.warnings,
        ...totals.warnings,
        ...refusedLinesWarning(report),
        ...warnings,
        ...placed.warnings,
        ...repeated,
        ...stored.warnings,
      ]).map((one) => ({ ...one })),
      ...stored.data,
      storedBytes: Math.round(written.storedBytes),
      publishedAt,
    },
  });
  if (part === undefined) throw partGone();
  return part;
}

/** Of its samples, or else of the figures that a summary quotes; null: too few samples, or another kind of source. */
function samplesDigestOf({ totals, report }: WrittenSamples): string | null {
  if (totals.samplesDigest !== null || report.source !== "quoted") return totals.samplesDigest;
  const figures = totals.labels.map(({ name, kind, total: { bytes: _bytes, ...total } }) => [
    name,
    kind,
    total,
  ]);
  const all = JSON.stringify([...figures, ["", "", totals.all]].map((one) => JSON.stringify(one)).toSorted());
  return `${FIGURES_DIGEST}${createHash("sha256").update(all).digest("hex")}`;
}

/** A client that sends a key retries on purpose and gets no warning. A reparsed part keeps the one it has. */
async function repeatedFile(
  tx: WorkspaceTx,
  { request: { input, key, reparsed }, upload: { serviceId, runId }, file }: FinishedUpload,
  samplesDigest: string | null,
): Promise<Warning[]> {
  if (reparsed !== undefined) return reparsed.sameFile;
  if (key !== null) return [];
  const earlier = await findRunOfFile(tx, { serviceId, runId, fileDigest: file.digest, samplesDigest });
  if (earlier === null) return [];
  const what = earlier.isSameFile ? "this file" : "the same figures";
  return [
    {
      code: "same-file",
      count: 1,
      detail: `Another run already contains ${what}: ${runUrl(input.webUrl, earlier.runId)}. Send an Idempotency-Key so that repeated uploads return the same run.`,
      lines: [],
    },
  ];
}
