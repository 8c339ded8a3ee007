import { z } from "zod";
import { readExperimentRuns } from "@headroom/db";
import type { ExperimentRuns } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";

const runsInput = z.strictObject({
  experimentId: z.string(),
  /** `default`: of the branch that counts, or of none. `branches`: of others. */
  which: z.enum(["all", "default", "branches"]).default("all"),
  skip: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(200).default(25),
});

export type { ExperimentRuns } from "@headroom/db";

/** A page of an experiment's runs, newest first. */
export async function listExperimentRuns({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof runsInput>;
}): Promise<ExperimentRuns> {
  requireScope(ctx, "read");
  const { experimentId, which, skip, limit } = parseInput(runsInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    return readExperimentRuns(tx, { experimentId: id, which, skip, limit });
  });
}
