import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { Context } from "../../context.ts";
import { onlyServiceOf, requireScope } from "../../scope.ts";
import { readRunDetail } from "./read-run-detail.ts";
import type { RunDetail } from "./read-run-detail.ts";

/** One run. A run of another workspace, an unknown ID and an invalid ID get the same answer. */
export async function getRun({
  ctx,
  input: { runId, webUrl },
}: {
  ctx: Context;
  input: { runId: string; webUrl: string };
}): Promise<RunDetail> {
  requireScope(ctx, "read");
  const id = readRunId(runId);
  const detail = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => readRunDetail(tx, { runId: id, webUrl }));
  const only = onlyServiceOf(ctx.actor);
  if (detail === null || (only !== null && detail.service.id !== only)) throw noSuchRun();
  return detail;
}

/** The ID as it is stored: case doesn't matter. */
export function readRunId(given: string): string {
  const id = z.uuid().safeParse(given);
  if (id.success) return id.data.toLowerCase();
  throw noSuchRun();
}

export function noSuchRun(): HeadroomError {
  return new HeadroomError("not-found", "Run not found.", {
    hint: "Check its id. A run exists once its upload has returned 201.",
  });
}
