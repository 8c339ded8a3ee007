import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { noSuchRun, readRunId } from "./get.ts";
import { runSpanOf } from "./run-span.ts";
import { storedSteady, storedSummary } from "./stored.ts";

/** The requested part of a run; seconds count from its origin. */
export const askedWindow = z.union([
  z.enum(["steady", "whole"]),
  z.strictObject({ fromSeconds: z.number(), toSeconds: z.number() }),
]);
export type AskedWindow = z.infer<typeof askedWindow>;

export type WindowKind = "steady" | "whole" | "custom";

/** From inclusive to exclusive. */
export interface ChosenWindow {
  kind: WindowKind;
  fromSeconds: number;
  toSeconds: number;
  /** For the whole run, from its first start to its last completion; otherwise whole seconds. */
  durationSeconds: number;
}

/** A published run that the actor may see, with the origin of its windows. */
export async function readRunRow(tx: WorkspaceTx, ctx: Context, runId: string): Promise<RunModel> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id: runId, publishedAt: { not: null }, ...(only === null ? {} : { serviceId: only }) };
  const run = await tx.prisma.run.findFirst({ where });
  if (run !== null) return run;
  const isLive = await tx.prisma.liveRun.count({ where: { runId, state: "open" } });
  const begun = { ...where, publishedAt: null, deletedAt: null };
  if (isLive === 0 || (await tx.prisma.run.count({ where: begun })) === 0) throw noSuchRun();
  throw new HeadroomError("not-found", "None of the run's writers has ended yet.", {
    hint: "GET /v1/runs/{id} has the figures so far. The rest is there once the first writer has ended.",
  });
}

interface RunInWindow {
  tx: WorkspaceTx;
  run: RunModel;
  window: ChosenWindow;
}

/** Reads something about one window of a run, in one transaction. */
export function readInWindow<Answer>(
  ctx: Context,
  { runId, window }: { runId: string; window: AskedWindow },
  read: (found: RunInWindow) => Promise<Answer>,
): Promise<Answer> {
  const id = readRunId(runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await readRunRow(tx, ctx, id);
    return read({ tx, run, window: chooseWindow(run, window) });
  });
}

/** The steady phase if the run has one, otherwise the whole run; a slice in whole seconds within the run. */
export function chooseWindow(run: RunModel, asked: AskedWindow): ChosenWindow {
  const span = runSpanOf(run) ?? { fromSeconds: 0, toSeconds: 0 };
  const whole = {
    kind: "whole",
    ...span,
    durationSeconds: storedSummary(run.summary)?.durationSeconds ?? span.toSeconds - span.fromSeconds,
  } as const;
  if (asked === "whole") return whole;
  if (asked === "steady") {
    const steady = storedSteady(run.steady);
    return steady === null ? whole : windowOf("steady", steady.fromSeconds, steady.toSeconds);
  }
  const from = Math.max(span.fromSeconds, Math.floor(asked.fromSeconds));
  const to = Math.min(span.toSeconds, Math.ceil(asked.toSeconds));
  if (from < to) return windowOf("custom", from, to);
  throw new HeadroomError("parameter-unreadable", "The window is empty or outside the run.", {
    field: "window",
    hint: `The run spans ${span.fromSeconds} s to ${span.toSeconds} s.`,
  });
}

function windowOf(kind: WindowKind, fromSeconds: number, toSeconds: number): ChosenWindow {
  return { kind, fromSeconds, toSeconds, durationSeconds: toSeconds - fromSeconds };
}
