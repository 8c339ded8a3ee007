import { z } from "zod";
import { countExperimentRuns, readExperimentRuns } from "@headroom/db";
import type { ExperimentRun, ExperimentRuns, RunCounts } from "@headroom/db";
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

/** A page of runs, with those that are set aside apart from it. */
export interface ListedExperimentRuns extends ExperimentRuns {
  counts: RunCounts;
  /** The newest of them. */
  setAside: ExperimentRun[];
}

const MOST_SET_ASIDE = 50;

/** A page of an experiment's runs, newest first. */
export async function listExperimentRuns({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof runsInput>;
}): Promise<ListedExperimentRuns> {
  requireScope(ctx, "read");
  const { experimentId, which, skip, limit } = parseInput(runsInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    const page = await readExperimentRuns(tx, { experimentId: id, which, skip, limit });
    const counts = await countExperimentRuns(tx, id);
    const aside = { experimentId: id, which: "set-aside" as const, skip: 0, limit: MOST_SET_ASIDE };
    const { runs: setAside } = counts.setAside === 0 ? { runs: [] } : await readExperimentRuns(tx, aside);
    return { ...page, counts, setAside };
  });
}
