import { readFailures } from "@headroom/db";
import type { RunFailures } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";

const MAX_REASONS = 1_000;

/** Why requests of a run failed, as reported by its tool, most frequent first. */
export async function listRunFailures({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<RunFailures> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const failures = await readFailures(tx, runId, MAX_REASONS);
    return {
      failures: failures.map(({ label, reason, times }) => ({
        label: label?.name ?? null,
        kind: label?.kind ?? "request",
        reason,
        times,
      })),
    };
  });
}
