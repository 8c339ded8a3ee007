import { z } from "zod";
import { readRunningRuns } from "@headroom/db";
import type { RunningRun } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { onlyServiceOf, requireScope } from "../../scope.ts";

export type { RunningRun } from "@headroom/db";

const MAX_LISTED = 20;

/** Null: the runs of all experiments. */
export const runningRunsInput = z.strictObject({ experimentId: z.uuid().nullable() });

/** Runs that are being received, newest first. Those of which a writer has ended have results, too. */
export async function listRunning({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof runningRunsInput>;
}): Promise<{ runs: RunningRun[] }> {
  requireScope(ctx, "read");
  const { experimentId } = parseInput(runningRunsInput, input);
  const serviceId = onlyServiceOf(ctx.actor);
  const runs = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    readRunningRuns(tx, { serviceId, experimentId, limit: MAX_LISTED }),
  );
  return { runs };
}
