import { HeadroomError, isHeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { noSuchRun } from "../record/get.ts";
import type { LiveIntake } from "./intake.ts";
import type { MetricsMessage } from "./messages.ts";
import { METRICS_WRITER } from "./metrics-batch.ts";
import { askLog } from "./outcome.ts";

/**
 * Throws if a body of metrics is behind the end of its run in the log: then nobody ever counts it. Where an end may be on its
 * way, this waits until the log has decided.
 */
export async function requireBeforeEnd(
  ctx: Context,
  intake: LiveIntake,
  { runId, id }: Required<Pick<MetricsMessage, "runId" | "id">>,
): Promise<void> {
  const { workspaceId } = ctx;
  const inWorkspace = <T>(read: (tx: WorkspaceTx) => Promise<T>) =>
    ctx.db.inWorkspace(workspaceId, read, { patient: true });
  if (await inWorkspace((tx) => mayEnd(tx, runId))) {
    intake.forget(ctx, runId);
    await askLog(ctx, intake, { kind: "await", id: ctx.newId(), workspaceId, runId }).catch(later);
  }
  const { count } = await inWorkspace((tx) => tx.prisma.liveOutcome.deleteMany({ where: { id } }));
  if (count === 0) return;
  throw new HeadroomError("conflict", "The run ended before these metrics arrived, so they aren't counted.", {
    field: "run",
    hint: "Open a new run for further metrics.",
  });
}

/** In this order: a request is pending until the run has the state that it leads to. */
async function mayEnd(tx: WorkspaceTx, runId: string): Promise<boolean> {
  if ((await tx.prisma.liveOutcome.count({ where: { runId, pending: true } })) > 0) return true;
  const run = await tx.prisma.liveRun.findUnique({ where: { runId } });
  if (run === null) throw noSuchRun();
  const where = { runId, writer: METRICS_WRITER, state: { not: "open" } };
  return run.state !== "open" || (await tx.prisma.liveWriter.count({ where })) > 0;
}

/** Clients of wire protocols drop what got a 409. */
function later(error: unknown): never {
  if (!isHeadroomError(error, "in-progress")) throw error;
  throw new HeadroomError("not-ready", error.message, {
    cause: error,
    hint: "Send the request again in a few seconds. It counts once.",
  });
}
