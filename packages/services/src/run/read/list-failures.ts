import { z } from "zod";
import { codeOfReason, mergeFailureTimes } from "@headroom/core";
import type { FailureTimes } from "@headroom/core";
import { readFailures } from "@headroom/db";
import type { RunFailure, RunModel, WorkspaceTx } from "@headroom/db";
import { runFailuresParameters } from "@headroom/contract";
import type { RunFailures } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { askedWindow, chooseWindow } from "../record/choose-window.ts";
import type { ChosenWindow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { labelOf } from "../record/label-of.ts";
import { requireRun } from "../record/require-run.ts";
import { instantAt, windowIn } from "./get-window-answer.ts";

const MAX_REASONS = 1_000;

export const failuresInput = z.strictObject({
  runId: z.string(),
  window: askedWindow.default("whole"),
  label: labelOf.nullable().default(null),
});

export type FailuresAsked = Pick<z.output<typeof failuresInput>, "window" | "label">;

/** Why requests of a run failed in one window, as reported by its tool, most frequent first. */
export async function listRunFailures({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof failuresInput>;
}): Promise<RunFailures> {
  requireScope(ctx, "read");
  const asked = parseInput(failuresInput, input);
  return inRun(ctx, asked.runId, (tx, run) => failuresOf(tx, run, asked));
}

/** The response of `GET /v1/runs/{id}/failures`. */
export async function getRunFailuresAnswer({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown };
}): Promise<RunFailures> {
  requireScope(ctx, "read");
  const { label, kind, window = "whole", from, to } = parseInput(runFailuresParameters, input.parameters);
  return inRun(ctx, input.runId, (tx, run) =>
    failuresOf(tx, run, {
      window: windowIn(run, { window, from, to }),
      label: label === undefined ? null : { name: label, kind },
    }),
  );
}

export function inRun<Answer>(
  ctx: Context,
  id: string,
  read: (tx: WorkspaceTx, run: RunModel) => Promise<Answer>,
): Promise<Answer> {
  const runId = readRunId(id);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    return read(tx, await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } }));
  });
}

async function failuresOf(tx: WorkspaceTx, run: RunModel, asked: FailuresAsked): Promise<RunFailures> {
  const found = await readFailures(tx, { runId: run.id, label: asked.label, limit: MAX_REASONS });
  const read = found.map(timed);
  const overTime = await knowledgeOf(tx, run.id, read);
  const window = chooseWindow(run, overTime.known === "none" ? "whole" : asked.window);
  return {
    failures: read
      .flatMap((failure) => countIn(failure, window))
      .toSorted((a, b) => b.times - a.times)
      .map(({ label, reason, times, first, last }) => ({
        label: label?.name ?? null,
        kind: label?.kind ?? "request",
        reason,
        times,
        code: codeOfReason(reason),
        firstAt: first === null ? null : instantAt(run, first),
        lastAt: last === null ? null : instantAt(run, last),
      })),
    window: {
      kind: window.kind,
      from: instantAt(run, window.fromSeconds),
      to: instantAt(run, window.toSeconds),
    },
    overTime,
  };
}

interface TimedFailure extends Omit<RunFailure, "over"> {
  over: FailureTimes;
  withoutTime: number;
}

function timed({ over, ...failure }: RunFailure): TimedFailure {
  const merged = mergeFailureTimes(over);
  const known = merged.counts.reduce((sum, { times }) => sum + times, 0);
  return { ...failure, over: merged, withoutTime: Math.max(0, failure.times - known) };
}

interface CountedFailure extends Pick<RunFailure, "label" | "reason" | "times"> {
  /** In seconds from the run's origin; null: unknown. */
  first: number | null;
  last: number | null;
}

/** An interval counts where it begins. */
function countIn({ label, reason, times, over }: TimedFailure, window: ChosenWindow): CountedFailure[] {
  const { stepSeconds, counts } = over;
  const within = counts.filter(
    ({ slot }) =>
      window.kind === "whole" ||
      (slot * stepSeconds >= window.fromSeconds && slot * stepSeconds < window.toSeconds),
  );
  const counted = window.kind === "whole" ? times : within.reduce((sum, one) => sum + one.times, 0);
  if (counted === 0) return [];
  const secondOf = (at: number) => {
    const count = within.at(at);
    return count === undefined ? null : count.slot * stepSeconds;
  };
  return [{ label, reason, times: counted, first: secondOf(0), last: secondOf(-1) }];
}

async function knowledgeOf(
  tx: WorkspaceTx,
  runId: string,
  failures: readonly TimedFailure[],
): Promise<RunFailures["overTime"]> {
  const withoutTime = failures.reduce((sum, one) => sum + one.withoutTime, 0);
  const steps = failures
    .filter(({ over }) => over.counts.length > 0)
    .map(({ over: { stepSeconds } }) => stepSeconds);
  return {
    known: withoutTime === 0 ? "all" : steps.length > 0 ? "some" : "none",
    withoutTime,
    because: withoutTime === 0 ? null : await reasonOf(tx, runId),
    stepSeconds: steps.length === 0 ? null : Math.max(...steps),
  };
}

/** What is read from the requests themselves has their times. */
async function reasonOf(tx: WorkspaceTx, runId: string): Promise<"source" | "stored-before"> {
  const timedParts = await tx.prisma.part.count({
    where: { runId, kind: "requests", state: "published", source: "samples", clock: { not: "none" } },
  });
  return timedParts > 0 ? "stored-before" : "source";
}
