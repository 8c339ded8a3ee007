import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { ERROR_CODES, HeadroomError, isHeadroomError, isPostponed } from "@headroom/core";
import { Prisma } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { partitionOf } from "../../live/batch-log.ts";
import type { LiveIntake } from "./intake.ts";
import { packMessage } from "./messages.ts";
import type { RequestMessage } from "./messages.ts";

const problem = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  field: z.string().nullable(),
  hint: z.string().nullable(),
});

const FIRST_LOOK_MILLIS = 5;
const LOOK_MILLIS = 200;
const PATIENCE_MILLIS = 30_000;

/** Puts a request into the log behind everything that was accepted before it, and waits for what becomes of it. */
export async function askLog(
  ctx: Context,
  intake: LiveIntake,
  request: RequestMessage,
): Promise<string | null> {
  const { runId, id } = request;
  if (request.kind !== "await") await announce(ctx, request);
  await intake.log.append(partitionOf(intake.log, ctx.workspaceId, runId), await packMessage(request));
  const until = performance.now() + PATIENCE_MILLIS;
  for (let pause = FIRST_LOOK_MILLIS; performance.now() < until; pause = Math.min(pause * 2, LOOK_MILLIS)) {
    await wait(pause);
    const outcome = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => takeOutcome(tx, id), { patient: true });
    if (outcome === null) continue;
    intake.forget(ctx, runId);
    if (outcome.problem === null) return outcome.answer;
    const { code, message, field, hint } = problem.parse(outcome.problem);
    throw new HeadroomError(code, message, {
      ...(field === null ? {} : { field }),
      ...(hint === null ? {} : { hint }),
    });
  }
  throw new HeadroomError("in-progress", "What the run received before is still being counted.", {
    hint: "Send the request again in a few seconds. It takes effect once.",
  });
}

/** Before it is in the log, so that nobody takes a run that may end for one that goes on. */
async function announce(ctx: Context, { id, runId }: RequestMessage): Promise<void> {
  const { workspaceId } = ctx;
  const data = { id, workspaceId, runId, at: ctx.clock(), pending: true };
  await ctx.db.inWorkspace(workspaceId, (tx) => tx.prisma.liveOutcome.create({ data }), { patient: true });
}

async function takeOutcome(tx: WorkspaceTx, id: string) {
  const outcome = await tx.prisma.liveOutcome.findUnique({ where: { id, pending: false } });
  if (outcome !== null) await tx.prisma.liveOutcome.delete({ where: { id } });
  return outcome;
}

/** Does what was asked, or nothing of it, and leaves the outcome; a refusal is an outcome too. */
export async function leaveOutcome(
  tx: WorkspaceTx,
  ctx: Context,
  { id, runId }: RequestMessage,
  work: () => Promise<string | null>,
): Promise<void> {
  await tx.query("savepoint request");
  const outcome: { problem: Prisma.InputJsonObject | null; answer: string | null } = await work().then(
    (answer) => ({ problem: null, answer }),
    async (error: unknown) => {
      if (!isHeadroomError(error) || isPostponed(error)) throw error;
      await tx.query("rollback to savepoint request");
      const { code, message, field, hint } = error;
      return { problem: { code, message, field, hint }, answer: null };
    },
  );
  await tx.prisma.liveOutcome.deleteMany({ where: { id, pending: true } });
  await tx.prisma.liveOutcome.createMany({
    data: [
      {
        id,
        workspaceId: ctx.workspaceId,
        runId,
        at: ctx.clock(),
        answer: outcome.answer,
        problem: outcome.problem ?? Prisma.DbNull,
      },
    ],
    skipDuplicates: true,
  });
}
