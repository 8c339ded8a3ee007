import { experimentCapacityParameters } from "@headroom/contract";
import type { ExperimentCapacityAnswer, ScalingGap } from "@headroom/contract";
import { seededRandom } from "@headroom/core";
import { readMeanUsers, readSteadyRuns, readTrendFacets } from "@headroom/db";
import type { SteadyRunRead, WorkspaceTx } from "@headroom/db";
import type { z } from "zod";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { readUsl } from "../run/read/read-usl.ts";
import { requireScope } from "../scope.ts";

/** Older runs are of another service. */
const RUNS = 200;
/** From this share of failed requests on, a service is broken, and a broken service follows no law. */
const BROKEN = 0.05;
/** The same runs give the same intervals. */
const SEED = 1;

/** How throughput rises with the number of users, over the steady phases of an experiment's runs. */
export async function getExperimentCapacity({
  ctx,
  input: { experimentId, parameters },
}: {
  ctx: Context;
  input: { experimentId: string; parameters: unknown };
}): Promise<ExperimentCapacityAnswer> {
  requireScope(ctx, "read");
  const wanted = parseInput(experimentCapacityParameters, parameters);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, slug, name, serviceId } = await requireExperiment(tx, ctx, experimentId);
    const service = await tx.prisma.service.findUniqueOrThrow({
      where: { id: serviceId },
      select: { slug: true, name: true },
    });
    const { branches, environments } = await readTrendFacets(tx, id);
    const newest = await readSteadyRuns(tx, { experimentId: id, limit: RUNS + 1 });
    const chosen = choose(newest.slice(0, RUNS), wanted);
    const { runs, leftOut } = await readLoads(tx, chosen.runs);
    return {
      experiment: { id, slug, name },
      service,
      branches,
      environments,
      environment: chosen.environment,
      branch: chosen.branch,
      simulated: chosen.simulated,
      runs,
      leftOut,
      older: newest.length > RUNS,
      commits: new Set(runs.flatMap(({ commit }) => commit ?? [])).size,
      usl: readUsl(
        runs.map(({ users: load, throughput }) => ({ load, throughput })),
        seededRandom(SEED),
      ),
    };
  });
}

/** What isn't asked for is as in the newest real run; simulated runs only if there is no real one. */
function choose(
  all: readonly SteadyRunRead[],
  { environment, branch }: z.output<typeof experimentCapacityParameters>,
) {
  const ofEnvironment = all.filter((run) => environment === undefined || run.environment === environment);
  const asked = ofEnvironment.filter((run) => branch === undefined || run.branch === branch);
  const first = asked.find(({ simulated }) => !simulated) ?? asked[0];
  const like = {
    environment: environment ?? first?.environment ?? null,
    branch: branch ?? first?.branch ?? null,
    simulated: first?.simulated ?? false,
  };
  const isLike = (run: SteadyRunRead) =>
    run.environment === like.environment && run.branch === like.branch && run.simulated === like.simulated;
  return { ...like, runs: asked.filter(isLike) };
}

type LoadedRun = ExperimentCapacityAnswer["runs"][number];

async function readLoads(
  tx: WorkspaceTx,
  runs: readonly SteadyRunRead[],
): Promise<Pick<ExperimentCapacityAnswer, "runs" | "leftOut">> {
  const steady = runs.flatMap(({ id, steady: window }) => (window === null ? [] : [{ id, ...window }]));
  const users = await readMeanUsers(tx, steady);
  const counts = new Map<ScalingGap, number>();
  const loaded = runs.flatMap((run): LoadedRun[] => {
    const found = loadOf(run, users.get(run.id) ?? null);
    if (typeof found !== "string") return [found];
    counts.set(found, (counts.get(found) ?? 0) + 1);
    return [];
  });
  return {
    runs: loaded.toSorted((a, b) => a.users - b.users || a.number - b.number),
    leftOut: [...counts].map(([gap, count]) => ({ gap, runs: count })),
  };
}

function loadOf(run: SteadyRunRead, users: number | null): LoadedRun | ScalingGap {
  const { id, number, ranAt, commit, p99Ms, throughput, errorRate } = run;
  if (run.steady === null) return "no-steady-phase";
  if (users === null || users <= 0) return "no-users";
  if (throughput === null || throughput <= 0) return "no-throughput";
  if (errorRate !== null && errorRate >= BROKEN) return "failed";
  return {
    id,
    number,
    ranAt: ranAt.toISOString(),
    commit,
    users,
    p99Ms,
    throughput: throughput * (1 - (errorRate ?? 0)),
  };
}
