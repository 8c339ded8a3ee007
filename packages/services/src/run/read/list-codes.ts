import type { RunCodes } from "@headroom/contract";
import { readRunCodes, readTimeline } from "@headroom/db";
import type { RunCode, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";

const MAX_POINTS = 100;

/** The status codes from 400 on that requests of a run were answered with, over time. */
export async function listRunCodes({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<RunCodes> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const codes: RunCodes["codes"] = [];
    for (const code of await readRunCodes(tx, runId)) codes.push(await overTime(tx, runId, code));
    return { codes };
  });
}

async function overTime(
  tx: WorkspaceTx,
  runId: string,
  { code, requests, failed }: RunCode,
): Promise<RunCodes["codes"][number]> {
  const label = { name: String(code), kind: "status" } as const;
  const timeline = await readTimeline(tx, { runId, label, maxPoints: MAX_POINTS });
  const points = timeline?.points ?? [];
  return {
    code,
    requests,
    failed,
    pointSeconds: timeline?.pointSeconds ?? null,
    points: points.map(({ offsetSeconds, cell }) => ({
      at: new Date((timeline?.origin.getTime() ?? 0) + offsetSeconds * 1_000).toISOString(),
      requests: cell.requests,
      failed: cell.errors,
    })),
  };
}
