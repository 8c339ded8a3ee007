import { createHash } from "node:crypto";
import { HeadroomError } from "@headroom/core";
import { liveBatch, type LiveBatch, type LiveBatchAnswer } from "@headroom/contract";
import { againAfterDeadlock, holdLiveWriter, type LiveWriterModel, type WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { checkBatch, checkTimes, type BatchFigures } from "./check-batch.ts";
import type { LiveLimits } from "./live-limits.ts";
import { requireLiveRun, requireRunState } from "./live-run.ts";
import { packBatch } from "./pack-batch.ts";
import { placeBatch, runEnded } from "./place-batch.ts";
import { readBody } from "./read-body.ts";
import { runStatusOf } from "../record/run-status.ts";

export interface AddCellsInput {
  runId: string;
  body: unknown;
  /** As sent. */
  bytesIn: number;
  limits: LiveLimits;
}

/** Accepts one batch of one writer: completely, once, and in one short transaction. */
export async function addCells({
  ctx,
  input,
}: {
  ctx: Context;
  input: AddCellsInput;
}): Promise<LiveBatchAnswer> {
  requireScope(ctx, "ingest");
  const runId = readRunId(input.runId);
  const batch = readBody(liveBatch, input.body);
  const figures = checkBatch(batch, input.limits);
  const { writer: _writer, attempt: _attempt, sequence: _sequence, ...content } = batch;
  const digest = createHash("sha256").update(JSON.stringify(content)).digest();
  const given: Given = { runId, batch, figures, digest, packed: await packBatch(batch), input };
  return againAfterDeadlock(() =>
    ctx.db.inWorkspace(ctx.workspaceId, (tx) => add(tx, ctx, given), { patient: true }),
  );
}

interface Given {
  runId: string;
  batch: LiveBatch;
  figures: BatchFigures;
  digest: Buffer;
  packed: Buffer;
  input: AddCellsInput;
}

async function add(tx: WorkspaceTx, ctx: Context, given: Given): Promise<LiveBatchAnswer> {
  const { runId, batch, digest } = given;
  const live = await requireLiveRun(tx, ctx, runId, "share");
  const open = live.state === "open";
  const known = await tx.prisma.liveWriter.findUnique({ where: idOf(given) });
  const begins = known === null || known.attempt !== batch.attempt;
  if (known === null && !open) throw runEnded();
  let { origin } = live;
  // Few batches write the run's row: its first, and the first of each writer.
  if (begins || (origin === null && given.figures.seconds !== null)) {
    origin = (await requireRunState(tx, runId)).origin;
    if (known === null) await createWriter(tx, ctx, given);
  }
  const writer = await holdWriter(tx, given);
  const place = placeBatch(writer, batch, { digest, open });
  if (place !== "repeated") {
    origin = await keepBatch(tx, ctx, given, { writer, origin, anew: place === "anew" });
    if (begins)
      await tx.prisma.run.update({ where: { id: runId }, data: { status: await runStatusOf(tx, runId) } });
  }
  return { run: runId, writer: batch.writer, sequence: batch.sequence, origin };
}

const idOf = ({ runId, batch: { writer } }: Given) => ({ runId_writer: { runId, writer } });

/** Under the run's lock, so that no two are counted at the same time. */
async function createWriter(tx: WorkspaceTx, ctx: Context, { runId, batch, input }: Given): Promise<void> {
  const { writer, attempt } = batch;
  const { count } = await tx.prisma.liveWriter.createMany({
    data: [
      {
        workspaceId: ctx.workspaceId,
        runId,
        writer,
        attempt,
        state: "open",
        staged: true,
        heardAt: ctx.clock(),
      },
    ],
    skipDuplicates: true,
  });
  const writers = await tx.prisma.liveWriter.count({ where: { runId } });
  if (count === 0 || writers <= input.limits.writers) return;
  throw new HeadroomError("too-many-writers", `The run already has ${input.limits.writers} writers.`, {
    field: "writer",
    hint: "Use the same writer name for all batches from one writer.",
  });
}

async function holdWriter(tx: WorkspaceTx, given: Given): Promise<LiveWriterModel> {
  const { runId, batch } = given;
  await holdLiveWriter(tx, runId, batch.writer);
  return tx.prisma.liveWriter.findUniqueOrThrow({ where: idOf(given) });
}

const FORGOTTEN = {
  state: "open",
  staged: true,
  cells: 0n,
  requests: 0n,
  bytesIn: 0n,
  sendsAll: false,
  firstSecond: null,
  lastSecond: null,
  firstStartUs: null,
  lastCompletionUs: null,
} as const;

interface BatchPlace {
  writer: LiveWriterModel;
  origin: number | null;
  anew: boolean;
}

/** Writes the batch and the writer's new state; returns the run's origin. */
async function keepBatch(
  tx: WorkspaceTx,
  ctx: Context,
  given: Given,
  at: BatchPlace,
): Promise<number | null> {
  const { runId, batch, figures, input } = given;
  const origin = at.origin ?? figures.seconds?.first ?? null;
  if (origin !== null) checkTimes(batch, origin, input.limits);
  const before = at.anew ? { ...at.writer, ...FORGOTTEN } : at.writer;
  const cells = Number(before.cells) + batch.cells.length;
  if (cells > input.limits.writerCells) throw tooManyCells(input.limits);
  if (at.anew) await tx.prisma.liveBatch.deleteMany({ where: { runId, writer: batch.writer } });
  await createBatch(tx, ctx, given);
  await tx.prisma.liveWriter.update({
    where: idOf(given),
    data: {
      ...(at.anew ? { ...FORGOTTEN, pastAttempts: [...before.pastAttempts, at.writer.attempt] } : {}),
      ...writerAfter(before, given),
      cells,
      heardAt: ctx.clock(),
    },
  });
  if (at.origin === null && origin !== null) {
    await tx.prisma.run.update({ where: { id: runId }, data: { origin: new Date(origin * 1_000) } });
  }
  return origin;
}

async function createBatch(tx: WorkspaceTx, ctx: Context, given: Given): Promise<void> {
  const { runId, batch, figures, packed } = given;
  await tx.prisma.liveBatch.create({
    data: {
      workspaceId: ctx.workspaceId,
      runId,
      writer: batch.writer,
      sequence: batch.sequence,
      body: new Uint8Array(packed),
      ...(figures.coarse.length === 0 ? {} : { coarse: figures.coarse.map((one) => [...one]) }),
    },
  });
}

function writerAfter(
  before: Extent & Pick<LiveWriterModel, "requests" | "bytesIn" | "sendsAll">,
  { batch, figures, digest, input }: Given,
) {
  return {
    attempt: batch.attempt,
    sequence: batch.sequence,
    digest: new Uint8Array(digest),
    requests: Number(before.requests) + figures.requests,
    bytesIn: Number(before.bytesIn) + input.bytesIn,
    sendsAll: before.sendsAll || figures.sendsAll,
    ...extentOf(before, figures),
  };
}

type Extent = Pick<LiveWriterModel, "firstSecond" | "lastSecond" | "firstStartUs" | "lastCompletionUs">;

function extentOf(before: Extent, { seconds, span }: BatchFigures): Partial<Extent> {
  if (seconds === null || span === null) return {};
  return {
    firstSecond: least(before.firstSecond, seconds.first),
    lastSecond: most(before.lastSecond, seconds.last),
    firstStartUs: least(before.firstStartUs, span.firstStartMicros),
    lastCompletionUs: most(before.lastCompletionUs, span.lastCompletionMicros),
  };
}

function least(before: bigint | null, now: number): bigint {
  return before === null || BigInt(now) < before ? BigInt(now) : before;
}

function most(before: bigint | null, now: number): bigint {
  return before === null || BigInt(now) > before ? BigInt(now) : before;
}

function tooManyCells({ writerCells }: LiveLimits): HeadroomError {
  return new HeadroomError("run-too-large", `The writer has already sent ${writerCells} cells.`, {
    hint: "Use longer steps or fewer labels. You can still finish the run with what has arrived.",
  });
}
