import { z } from "zod";
import type { Reparse } from "@headroom/contract";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import type { ErrorCode } from "@headroom/core";
import type { JobRun, PartModel, RunModel } from "@headroom/db";
import type { Context, Services } from "../../context.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { storedUpload } from "../import/keep-file.ts";
import type { KeptFile, UploadRecord } from "../import/keep-file.ts";
import { queueReparse } from "./queue-reparse.ts";
import { reparsePart } from "./reparse-part.ts";
import type { KeptPart } from "./reparse-part.ts";
import { Overtaken } from "../import/reparse-take-over.ts";
import type { UploadSource } from "../record/upload-source.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
import type { Uploads } from "../import/uploads.ts";

/** A kept file, where it is stored and how to read it. */
export interface KeptFileToRead {
  key: string;
  kept: KeptFile;
  upload: UploadRecord;
}

export interface OpenKeptFile {
  source: UploadSource;
  /** Releases what is behind it, whether or not it was read to the end. */
  close: () => void;
}

export interface ReparseWork {
  services: Services;
  uploads: Uploads;
  job: JobRun;
  /** Opens a kept file as if it were being uploaded. */
  openFile: (file: KeptFileToRead, signal: AbortSignal) => Promise<OpenKeptFile>;
  limits: ImportLimits;
  webUrl: string;
}

const jobPayload = z.object({ workspaceId: z.uuid(), reparseId: z.uuid() });

/**
 * Parses each part of a run again. Parts that were published after the request were already read by today's parser, by
 * an earlier attempt or as a new upload.
 */
export async function workReparse(work: ReparseWork): Promise<void> {
  const { workspaceId, reparseId } = jobPayload.parse(work.job.payload);
  const ctx = systemContext(work.services, workspaceId);
  const open = await ctx.db.inWorkspace(workspaceId, (tx) =>
    tx.prisma.reparse.findFirst({ where: { id: reparseId, state: "queued" } }),
  );
  if (open === null) return;
  try {
    work.uploads.assertRoom();
    for (const kept of await keptParts(ctx, open.runId, open.requestedAt))
      await again(work, ctx, reparseId, kept);
  } catch (error) {
    const gaveUp = problemOf(error, work.job);
    if (gaveUp === null) throw error;
    if (gaveUp.code === "storage-full") {
      await ctx.db.inWorkspace(workspaceId, (tx) => queueReparse(tx, reparseId));
      return;
    }
    await finish(ctx, reparseId, gaveUp);
    return;
  }
  await finish(ctx, reparseId, null);
}

async function again(
  { uploads, openFile, limits, webUrl, job }: ReparseWork,
  ctx: Context,
  reparseId: string,
  kept: KeptPart,
): Promise<void> {
  const { source, close } = await openFile(kept.keptFile, job.signal);
  try {
    await reparsePart({ ctx, uploads, kept, reparseId, source, limits, webUrl });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  } finally {
    close();
  }
}

async function keptParts(ctx: Context, runId: string, before: Date): Promise<KeptPart[]> {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    const parts = await tx.prisma.part.findMany({
      where: { runId, kind: "requests", state: "published", publishedAt: { lte: before } },
      orderBy: { generator: "asc" },
    });
    return parts.flatMap((part) => keptPart(part, run));
  });
}

function keptPart(part: PartModel, run: RunModel): KeptPart[] {
  const { rawFileKey: key, rawFileBytes: bytes, rawFileEncoding: encoding } = part;
  if (key === null || bytes === null || encoding === null) return [];
  const { files, ...upload } = storedUpload(part.upload);
  return [{ part, run, keptFile: { key, kept: { bytes: Number(bytes), encoding, files }, upload } }];
}

const PASSING: readonly ErrorCode[] = [
  "unavailable",
  "storage-full",
  "in-progress",
  "not-ready",
  "file-truncated",
  "internal",
];

/** Why it gives up; null: another attempt may succeed. */
function problemOf(error: unknown, { last, signal }: JobRun): { code: ErrorCode; detail: string } | null {
  if (signal.aborted) return null;
  const known = isHeadroomError(error) ? error : null;
  if (!last && (known === null || PASSING.includes(known.code))) return null;
  const { code, message } = known ?? new HeadroomError("internal", "Something went wrong on our side.");
  return { code, detail: message };
}

async function finish(
  ctx: Context,
  reparseId: string,
  problem: { code: ErrorCode; detail: string } | null,
): Promise<void> {
  const outcome: { state: Reparse["state"]; problem?: object } =
    problem === null ? { state: "done" } : { state: "failed", problem };
  await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.reparse.updateMany({
      where: { id: reparseId, state: "queued" },
      data: { ...outcome, finishedAt: ctx.clock() },
    }),
  );
}
