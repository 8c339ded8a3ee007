import "server-only";
import { z } from "zod";
import type { TargetVerdictAnswer } from "@headroom/contract";
import { getRun, listCatalog } from "@headroom/services";
import type { Context } from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

/** What of a latest run its row shows beside the catalog's own figures. */
export interface LatestRun {
  targets: TargetVerdictAnswer[];
  throughput: number | null;
  p99Ms: number | null;
  grade: "A" | "B" | "C" | "D";
  commit: string | null;
  environment: string | null;
}

const MOST_EXPERIMENTS = 200;
const MOST_ROWS = 50;

export const catalogRouter = router({
  list: procedure
    .input(z.strictObject({ search: z.string().max(200) }))
    .query(({ ctx: { ctx }, input }) => listCatalog({ ctx, input: { ...input, limit: MOST_EXPERIMENTS } })),

  latest: procedure
    .input(z.strictObject({ runIds: z.array(z.string().max(100)).max(MOST_ROWS) }))
    .query(async ({ ctx: { ctx }, input: { runIds } }) => {
      const runs = await Promise.all(
        runIds.map(async (runId) => [runId, await readLatest(ctx, runId)] as const),
      );
      return new Map(runs);
    }),
});

/** The judged figures: those of the steady phase where there is one. */
async function readLatest(ctx: Context, runId: string): Promise<LatestRun> {
  const { answer, commit, environment } = await getRun({
    ctx,
    input: { runId, webUrl: env().HEADROOM_WEB_URL },
  });
  const judged = answer.steady?.summary ?? answer.summary;
  return {
    targets: answer.targets,
    throughput: judged.throughput,
    p99Ms: judged.latencyMs.p99,
    grade: answer.proof.grade,
    commit,
    environment,
  };
}
