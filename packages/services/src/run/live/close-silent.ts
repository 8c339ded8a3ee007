import { findSilentRuns, removeExpectedRun } from "@headroom/db";
import type { SilentRun, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context, Services } from "../../context.ts";
import { systemContext } from "../../workspace/ensure.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
import type { Uploads } from "../import/uploads.ts";
import { endWriter } from "./end-writer.ts";
import type { LiveIntake } from "./intake.ts";
import { requireLiveRun, requireRunState } from "./live-run.ts";
import { askLog } from "./outcome.ts";
import { publishEnded, settleStatus } from "./settle.ts";

export interface SilenceInput {
  silentSeconds: number;
  limits: ImportLimits;
  webUrl: string;
}

export interface ClosedRuns {
  /** Published with what had arrived. */
  interrupted: number;
  /** Nothing had arrived. */
  removed: number;
  /** What went wrong with the others; they are retried after the same time again. */
  failures: unknown[];
}

/**
 * Closes live runs whose writers disappeared, with what had arrived, and takes over runs that a process was finishing
 * when it died. Any number of processes can do so concurrently. Throws `storage-full` if there is no room for them.
 */
export async function closeSilentRuns({
  services,
  uploads,
  intake,
  input,
}: {
  services: Services;
  uploads: Uploads;
  intake: LiveIntake;
  input: SilenceInput;
}): Promise<ClosedRuns> {
  const closed: ClosedRuns = { interrupted: 0, removed: 0, failures: [] };
  const heardBefore = new Date(services.clock().getTime() - input.silentSeconds * 1_000);
  for (const silent of await findSilentRuns(services.db, heardBefore)) {
    uploads.assertRoom();
    const ctx = systemContext(services, silent.workspaceId);
    try {
      const outcome = await closeSilent({ ctx, uploads, intake }, { ...input, silent, heardBefore });
      closed.interrupted += Number(outcome === "interrupted");
      closed.removed += Number(outcome === "removed");
    } catch (error) {
      closed.failures.push(error);
    }
  }
  return closed;
}

async function closeSilent(
  { ctx, uploads, intake }: { ctx: Context; uploads: Uploads; intake: LiveIntake },
  { silent, heardBefore, limits, webUrl }: SilenceInput & { silent: SilentRun; heardBefore: Date },
): Promise<string | null> {
  const { workspaceId } = ctx;
  const { runId } = silent;
  const heard = { heardBefore: heardBefore.toISOString() };
  const outcome = await askLog(ctx, intake, {
    kind: "silence",
    id: ctx.newId(),
    workspaceId,
    runId,
    ...heard,
  });
  if (outcome === "heard") return outcome;
  if (outcome === "empty") return (await removeExpectedRun(ctx.db, runId)) ? "removed" : "ended";
  await publishEnded({ ctx, uploads, limits, webUrl }, runId, null);
  await ctx.db.inWorkspace(workspaceId, (tx) => settleStatus(tx, runId), { patient: true });
  return outcome;
}

/** The first process updates the time of the last contact, so that others leave the run alone for a while. */
export async function endSilent(
  tx: WorkspaceTx,
  ctx: Context,
  { runId, heardBefore }: { runId: string; heardBefore: Date },
): Promise<"interrupted" | "ended" | "empty" | "heard"> {
  await requireLiveRun(tx, ctx, runId, "update");
  const { published } = await requireRunState(tx, runId);
  const writers = await tx.prisma.liveWriter.findMany({ where: { runId } });
  const { heardAt } = await tx.prisma.liveRun.findUniqueOrThrow({ where: { runId } });
  if ([heardAt, ...writers.map((writer) => writer.heardAt)].some((at) => at >= heardBefore)) return "heard";
  await tx.prisma.liveRun.update({ where: { runId }, data: { state: "finished", heardAt: ctx.clock() } });
  if (!published && writers.every(({ cells, ending }) => cells === 0n && ending === null)) return "empty";
  const vanished = writers.filter(({ state }) => state === "open");
  for (const writer of vanished) {
    if (await broughtWhole(tx, runId, writer.writer)) await forget(tx, ctx, runId, writer.writer);
    else await endWriter(tx, ctx, writer, { state: "interrupted", end: null });
  }
  if (vanished.length === 0) return "ended";
  const detail = { writers: vanished.map(({ writer }) => writer).slice(0, 100) };
  await writeAudit(tx, ctx, { action: "run.interrupt", subjectKind: "run", subjectId: runId, detail });
  return "interrupted";
}

async function broughtWhole(tx: WorkspaceTx, runId: string, generator: string): Promise<boolean> {
  const where = { runId, kind: "requests", generator, state: "published" };
  return (await tx.prisma.part.count({ where })) > 0;
}

/** Another attempt that disappeared: a finished earlier attempt is worth more than the beginning of this one. */
async function forget(tx: WorkspaceTx, ctx: Context, runId: string, writer: string): Promise<void> {
  await tx.prisma.part.updateMany({
    where: { runId, kind: "live", generator: writer, state: "receiving" },
    data: { state: "failed" },
  });
  await tx.prisma.liveWriter.update({
    where: { runId_writer: { runId, writer } },
    data: { state: "finished", staged: false, partId: null, heardAt: ctx.clock() },
  });
}
