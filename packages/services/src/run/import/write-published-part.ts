import { joinWarnings, refusedLinesWarning } from "@headroom/core";
import type { PlacedPart, Warning } from "@headroom/core";
import { partGone, findRunOfFile } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { FinishedUpload } from "./finished-upload.ts";
import { publishedKeptFile } from "./keep-file.ts";
import type { OpenUpload } from "./open-upload.ts";
import { runUrl } from "../record/run-url.ts";

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
): Promise<void> {
  const { request, upload, written, file } = finished;
  const { totals, report } = written;
  const repeated = await repeatedFile(tx, finished);
  const stored = await publishedKeptFile(tx, file.keptFile);
  const { count } = await tx.prisma.part.updateMany({
    where: { id: upload.partId, state: "writing" },
    data: {
      state: "published",
      fileDigest: Buffer.from(file.digest),
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
  if (count === 0) throw partGone();
}

/** A client that sends a key retries on purpose and gets no warning. A reparsed part keeps the one it has. */
async function repeatedFile(
  tx: WorkspaceTx,
  { request: { input, key, reparsed }, upload, file }: FinishedUpload,
): Promise<Warning[]> {
  if (reparsed !== undefined) return reparsed.sameFile;
  if (key !== null) return [];
  return sameFileWarning(tx, upload, { fileDigest: file.digest, webUrl: input.webUrl });
}

/** The same bytes twice usually mean that one result was sent twice. */
async function sameFileWarning(
  tx: WorkspaceTx,
  { serviceId, runId }: OpenUpload,
  { fileDigest, webUrl }: { fileDigest: Uint8Array; webUrl: string },
): Promise<Warning[]> {
  const earlier = await findRunOfFile(tx, { serviceId, runId, fileDigest });
  if (earlier === null) return [];
  return [
    {
      code: "same-file",
      count: 1,
      detail: `Another run already contains this file: ${runUrl(webUrl, earlier)}. Send an Idempotency-Key so that repeated uploads return the same run.`,
      lines: [],
    },
  ];
}
