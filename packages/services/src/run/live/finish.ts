import { HeadroomError } from "@headroom/core";
import { liveFinish } from "@headroom/contract";
import type { LiveFinish, LiveWriterEnd, RunAnswer } from "@headroom/contract";
import { againAfterDeadlock, holdLiveWriter } from "@headroom/db";
import type { LiveWriterModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import type { Uploads } from "../import/uploads.ts";
import { checkEnd, checkReport } from "./check-end.ts";
import { endWriter, nothingArrived } from "./end-writer.ts";
import type { LiveIntake } from "./intake.ts";
import type { LiveLimits } from "./live-limits.ts";
import { requireLiveRun, requireRunState } from "./live-run.ts";
import type { LiveRun } from "./live-run.ts";
import type { FinishMessage } from "./messages.ts";
import { askLog } from "./outcome.ts";
import { runEnded } from "./place-batch.ts";
import { readBody } from "./read-body.ts";
import { hasGap, lastInRow } from "./sequence-set.ts";
import { publishEnded, readLiveAnswer, settleStatus } from "./settle.ts";

export interface FinishInput {
  runId: string;
  body: unknown;
  limits: LiveLimits;
  webUrl: string;
}

/**
 * Ends a run, or some of its writers, and returns the run as it is then. The log decides: whatever was accepted before counts.
 * Then batches become parts. Repeating the request finds less to do and gets the same response.
 */
export async function finishRun({
  ctx,
  uploads,
  intake,
  input,
}: {
  ctx: Context;
  uploads: Uploads;
  intake: LiveIntake;
  input: FinishInput;
}): Promise<RunAnswer> {
  requireScope(ctx, "ingest");
  const { limits, webUrl } = input;
  const runId = readRunId(input.runId);
  const finish = readBody(liveFinish, input.body);
  for (const [at, end] of finish.writers.entries()) checkEnd(`writers.${at}`, end, limits);
  if (finish.report !== undefined) checkReport("report", finish.report, limits);
  await intake.find(ctx, runId);
  const { workspaceId, actor } = ctx;
  const writersLimit = limits.writers;
  await askLog(ctx, intake, {
    kind: "finish",
    id: ctx.newId(),
    workspaceId,
    runId,
    actor,
    finish,
    writersLimit,
  });
  const named = finish.ends === "run" ? null : finish.writers.map(({ writer }) => writer);
  await publishEnded({ ctx, uploads, limits, webUrl }, runId, named);
  const answer = async (tx: WorkspaceTx): Promise<RunAnswer> => {
    await settleStatus(tx, runId);
    return readLiveAnswer(tx, await requireLiveRun(tx, ctx, runId), webUrl);
  };
  return againAfterDeadlock(() => ctx.db.inWorkspace(ctx.workspaceId, answer, { patient: true }));
}

/** Closes the writers that a request names, or all; what it closed stays closed whatever happens next. */
export async function closeWriters(
  tx: WorkspaceTx,
  ctx: Context,
  { runId, finish, writersLimit }: Pick<FinishMessage, "runId" | "finish" | "writersLimit">,
): Promise<null> {
  const run = await requireLiveRun(tx, ctx, runId, "update");
  const { published } = await requireRunState(tx, runId);
  const ended: string[] = [];
  for (const end of finish.writers) {
    if (await endNamed(tx, ctx, { run, end: { report: finish.report, ...end }, writersLimit }))
      ended.push(end.writer);
  }
  const ending = finish.ends === "run" && run.state === "open";
  if (ending) {
    const open = await tx.prisma.liveWriter.findMany({ where: { runId, state: "open" } });
    for (const writer of open) {
      requireWhole(writer);
      await endWriter(tx, ctx, writer, { state: "finished", end: restOf(writer, finish) });
      ended.push(writer.writer);
    }
    await tx.prisma.liveRun.update({ where: { runId }, data: { state: "finished", heardAt: ctx.clock() } });
  }
  const arrived = published || (await tx.prisma.liveWriter.count({ where: { runId, staged: true } })) > 0;
  if (!arrived) throw nothingArrived();
  if (!ending && ended.length === 0) return null;
  const detail = { ends: finish.ends, writers: ended.toSorted().slice(0, 100) };
  await writeAudit(tx, ctx, { action: "run.finish", subjectKind: "run", subjectId: runId, detail });
  return null;
}

function restOf({ writer, attempt }: LiveWriterModel, { report }: LiveFinish): LiveWriterEnd | null {
  return report === undefined ? null : { writer, attempt, labels: [], totals: [], report };
}

/** Returns whether it ended just now. A writer that only sends totals begins with its end. */
async function endNamed(
  tx: WorkspaceTx,
  ctx: Context,
  { run, end, writersLimit }: { run: LiveRun; end: LiveWriterEnd; writersLimit: number },
): Promise<boolean> {
  const { runId } = run;
  const { writer: name, attempt } = end;
  const id = { runId_writer: { runId, writer: name } };
  await holdLiveWriter(tx, runId, name);
  const known = await tx.prisma.liveWriter.findUnique({ where: id });
  if (known !== null && known.attempt === attempt) {
    const arrived = lastInRow(known.counted);
    if (hasGap(known.counted) || (end.sequence ?? arrived) !== arrived) throw missing(end, arrived);
    if (known.state !== "open") return false;
    return endWriter(tx, ctx, known, { state: "finished", end });
  }
  if (run.state !== "open") throw runEnded();
  if (known !== null || (end.sequence ?? 0) > 0) throw missing(end, 0);
  if ((await tx.prisma.liveWriter.count({ where: { runId } })) >= writersLimit) throw tooMany(writersLimit);
  const fresh = { workspaceId: ctx.workspaceId, runId, writer: name, attempt, state: "open", staged: true };
  const begun = await tx.prisma.liveWriter.create({ data: { ...fresh, heardAt: ctx.clock() } });
  return endWriter(tx, ctx, begun, { state: "finished", end });
}

/** A writer of which a batch is missing isn't ended in passing: its figures would be too low. */
function requireWhole({ writer, attempt, counted }: LiveWriterModel): void {
  if (hasGap(counted)) throw missing({ writer, attempt, labels: [], totals: [] }, lastInRow(counted));
}

function missing({ writer, attempt, sequence }: LiveWriterEnd, arrived: number): HeadroomError {
  const of = attempt === "" ? "" : ` (attempt "${attempt}")`;
  return new HeadroomError(
    "conflict",
    `The last batch received from "${writer}"${of} is ${arrived}, not ${sequence ?? "the end of the run"}.`,
    { field: "sequence", hint: "Send the missing batches, then finish." },
  );
}

function tooMany(writers: number): HeadroomError {
  return new HeadroomError("too-many-writers", `The run already has ${writers} writers.`, {
    field: "writers",
    hint: "Use the same writer name for all batches from one writer.",
  });
}
