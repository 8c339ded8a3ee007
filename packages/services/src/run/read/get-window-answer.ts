import { HeadroomError } from "@headroom/core";
import { runWindowParameters } from "@headroom/contract";
import type { RunWindowAnswer, RunWindowParameters } from "@headroom/contract";
import type { RunModel } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunRow } from "../record/choose-window.ts";
import type { AskedWindow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { runUrl } from "../record/run-url.ts";
import { getRunWindow } from "./get-window.ts";

/** The response of `GET /v1/runs/{id}/window`. */
export async function getRunWindowAnswer({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown; webUrl: string };
}): Promise<RunWindowAnswer> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  const asked = parseInput(runWindowParameters, input.parameters);
  const run = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => readRunRow(tx, ctx, runId));
  const label = asked.label === undefined ? null : { name: asked.label, kind: asked.kind };
  const read = await getRunWindow({ ctx, input: { runId, window: windowIn(run, asked), label } });
  const { kind, fromSeconds, toSeconds, durationSeconds, grownToSeconds, summary, successful, proof } = read;
  return {
    run: { id: runId, url: runUrl(input.webUrl, runId) },
    window: {
      kind,
      from: instantAt(run, fromSeconds),
      to: instantAt(run, toSeconds),
      durationSeconds,
      grownToSeconds,
    },
    label: asked.label ?? null,
    summary,
    successful,
    proof,
  };
}

/** As a window in seconds from the run's origin. */
export function windowIn(
  run: RunModel,
  { window = "steady", from, to }: Pick<RunWindowParameters, "window" | "from" | "to">,
): AskedWindow {
  if (from === undefined || to === undefined) return window;
  const { origin, startedAt } = run;
  if (origin === null || startedAt === null)
    throw new HeadroomError("not-found", "The run has no time series.", {
      hint: "A totals-only file can't be split into windows. Send the tool's raw results.",
    });
  const secondsOf = (edge: number | Date) =>
    ((typeof edge === "number" ? startedAt.getTime() + edge * 1_000 : edge.getTime()) - origin.getTime()) /
    1_000;
  return { fromSeconds: secondsOf(from), toSeconds: secondsOf(to) };
}

/** From seconds from the run's origin. */
export function instantAt({ origin, startedAt }: RunModel, seconds: number): string {
  return new Date((origin ?? startedAt ?? new Date(0)).getTime() + seconds * 1_000).toISOString();
}
