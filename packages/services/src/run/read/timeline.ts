import { z } from "zod";
import { absentOfLabel, failureLines, HeadroomError, MAX_POINTS, MIN_POINTS } from "@headroom/core";
import type { AbsentFigure, FailureLine } from "@headroom/core";
import { readFailures, readTimeline } from "@headroom/db";
import type { Timeline } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { labelOf } from "../record/label-of.ts";
import { readAbsent } from "../record/read-absent.ts";
import { requireRun } from "../record/require-run.ts";

const timelineInput = z.strictObject({
  runId: z.string(),
  label: labelOf.nullable().default(null),
  fromSeconds: z.number().optional(),
  toSeconds: z.number().optional(),
  maxPoints: z.int().min(MIN_POINTS).max(MAX_POINTS).default(MAX_POINTS),
  /** Also why requests failed. */
  withFailures: z.boolean().default(false),
});

export interface RunTimeline extends Timeline {
  /** What the source doesn't report of these requests. */
  absent: readonly AbsentFigure[];
  /** Why requests failed, most frequent first, as far as their times are known; absent: nobody asked. */
  failures?: readonly FailureLine[];
}

const MAX_REASONS = 1_000;

function noTimeline(): HeadroomError {
  return new HeadroomError("not-found", "The label does not exist or has no data over time.", {
    hint: "A file with totals only has no time series. Send the tool's raw results.",
  });
}

/** A run or one of its labels over time. */
export async function getRunTimeline({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof timelineInput>;
}): Promise<RunTimeline> {
  requireScope(ctx, "read");
  const { runId, label, fromSeconds, toSeconds, maxPoints, withFailures } = parseInput(timelineInput, input);
  const id = readRunId(runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, id);
    const timeline = await readTimeline(tx, {
      runId: id,
      label,
      maxPoints,
      ...(fromSeconds === undefined ? {} : { fromSeconds }),
      ...(toSeconds === undefined ? {} : { toSeconds }),
    });
    if (timeline === null) throw noTimeline();
    const absent = await readAbsent(tx, id);
    const read = { ...timeline, absent: label === null ? absent : absentOfLabel(absent) };
    if (!withFailures) return read;
    const failures = await readFailures(tx, { runId: id, label, limit: MAX_REASONS });
    const offsets = timeline.points.map(({ offsetSeconds }) => offsetSeconds);
    return { ...read, failures: failureLines(failures, { offsets, pointSeconds: timeline.pointSeconds }) };
  });
}
