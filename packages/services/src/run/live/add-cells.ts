import { createHash } from "node:crypto";
import { HeadroomError } from "@headroom/core";
import { liveBatch } from "@headroom/contract";
import type { LiveBatchAnswer } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { partitionOf } from "../../live/batch-log.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { checkBatch, checkTimes } from "./check-batch.ts";
import type { KnownRun, LiveIntake } from "./intake.ts";
import type { LiveLimits } from "./live-limits.ts";
import { packMessage } from "./messages.ts";
import type { BatchMessage } from "./messages.ts";
import { refuseLost } from "./place-batch.ts";
import { METRICS_WRITER } from "./metrics-batch.ts";
import { readBody, unreadable } from "./read-body.ts";
import { shortDigest } from "./recent-digests.ts";

export interface AddCellsInput {
  runId: string;
  body: unknown;
  /** As sent. */
  bytesIn: number;
  limits: LiveLimits;
}

/** Accepts one batch of one writer: once it is in the log it counts, however often it is sent. */
export async function addCells({
  ctx,
  intake,
  input,
}: {
  ctx: Context;
  intake: LiveIntake;
  input: AddCellsInput;
}): Promise<LiveBatchAnswer> {
  requireScope(ctx, "ingest");
  const runId = readRunId(input.runId);
  const batch = readBody(liveBatch, input.body);
  const figures = checkBatch(batch, input.limits);
  const { writer, attempt, sequence, ...content } = batch;
  const digest = shortDigest(createHash("sha256").update(JSON.stringify(content)).digest());
  if (writer === METRICS_WRITER) throw unreadable("writer", `${METRICS_WRITER} is reserved`);
  const run = await intake.find(ctx, runId);
  const known = run.writers.get(writer) ?? null;
  refuseLost(known, { writer, attempt, sequence, digest }, run.isOpen);
  checkRoom(run, { writer, cells: batch.cells.length }, input.limits);
  const origin = run.origin ?? figures.seconds?.first ?? null;
  if (origin !== null) checkTimes(batch, origin, input.limits);
  const { labels, cells, gauges, failures } = content;
  const message: BatchMessage = {
    kind: "batch",
    workspaceId: ctx.workspaceId,
    runId,
    writer,
    attempt,
    sequence,
    digest,
    figures,
    labels,
    cells,
    gauges,
    failures,
    bytesIn: input.bytesIn,
  };
  await intake.log.append(partitionOf(intake.log, ctx.workspaceId, runId), await packMessage(message));
  return { run: runId, writer, sequence, origin };
}

/** By what has been counted so far: a limit may be passed by what was accepted within the last seconds. */
export function checkRoom(
  run: KnownRun,
  { writer, cells }: { writer: string; cells: number },
  limits: LiveLimits,
): void {
  const known = run.writers.get(writer);
  if (known === undefined && run.writers.size >= limits.writers) {
    throw new HeadroomError("too-many-writers", `The run already has ${limits.writers} writers.`, {
      field: "writer",
      hint: "Use the same writer name for all batches from one writer.",
    });
  }
  if ((known?.cells ?? 0) + cells > limits.writerCells) {
    throw new HeadroomError("run-too-large", `The writer has already sent ${limits.writerCells} cells.`, {
      hint: "Use longer steps or fewer labels. You can still finish the run with what has arrived.",
    });
  }
  if (run.labels > limits.labels * 2) {
    throw new HeadroomError("run-too-large", `The run already has more than ${limits.labels} labels.`, {
      field: "labels",
      hint: "Use fewer labels: leave IDs out of them. You can still finish the run with what has arrived.",
    });
  }
}
