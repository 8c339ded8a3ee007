import { CAPACITY_HOLD_SECONDS, newestOutdated, readRamp, seededRandom } from "@headroom/core";
import type { TestedLoad } from "@headroom/core";
import { readTestedRuns } from "@headroom/db";
import type { TestedRunRead, WorkspaceTx } from "@headroom/db";
import { environmentKey } from "./calibrations.ts";
import type { PeakExperiment } from "./service-capacity.ts";
import { evidenceOf } from "../run/load/evidence.ts";
import { readRampLevels } from "../run/load/read-ramp.ts";
import { storedPhase } from "../run/record/stored.ts";
import { summaryOf } from "../run/record/summary-of.ts";
import { readSettings } from "../workspace/settings.ts";

/** Of each experiment. */
const RUNS = 20;
/** Of all experiments together, the newest: reading a ramp takes as long as reading all steady runs. */
const RAMPS = 10;

/** What tests of each experiment saw under which load, in the order of the experiments. */
export async function readTestedLoads(
  tx: WorkspaceTx,
  experiments: readonly PeakExperiment[],
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<TestedLoad[][]> {
  const { peakEnvironment, proofDays } = await readSettings(tx, workspaceId);
  const runs = await readTestedRuns(tx, {
    experimentIds: experiments.map(({ experiment }) => experiment.id),
    after: newestOutdated({ proofDays }, now),
    holdSeconds: CAPACITY_HOLD_SECONDS,
    perExperiment: RUNS,
  });
  const counting = runs.filter((run) => isLikeProof(run, experiments, { runs, peakEnvironment }));
  const ramps = newestFirst(counting.filter(({ ramp }) => ramp)).slice(0, RAMPS);
  const levels = new Map<string, TestedLoad[]>();
  for (const { id, ranAt } of ramps) levels.set(id, await readLevels(tx, id, ranAt));
  return experiments.map(({ experiment, proof }) => {
    const factor = (proof.state === "unproven" ? null : proof.calibration?.factor) ?? 1;
    return counting
      .filter(({ experimentId }) => experimentId === experiment.id)
      .flatMap((run) => levels.get(run.id) ?? steadyLoad(run))
      .map((test) => ({ ...test, load: test.load * factor }));
  });
}

/** As the proof: from its environment and branch, or else from the environment in which the peak takes place. */
function isLikeProof(
  { experimentId, environment, branch }: TestedRunRead,
  experiments: readonly PeakExperiment[],
  { runs, peakEnvironment }: { runs: readonly TestedRunRead[]; peakEnvironment: string },
): boolean {
  const proof = experiments.find(({ experiment }) => experiment.id === experimentId)?.proof;
  if (proof !== undefined && proof.state !== "unproven") {
    const own = runs.find(({ id }) => id === proof.run.id);
    const isOfBranch = own === undefined || own.branch === branch;
    return isOfBranch && environmentKey(environment) === environmentKey(proof.run.environment);
  }
  return environment === null || environmentKey(environment) === environmentKey(peakEnvironment);
}

function newestFirst(runs: readonly TestedRunRead[]): TestedRunRead[] {
  return runs.toSorted((a, b) => b.ranAt.getTime() - a.ranAt.getTime());
}

function steadyLoad({ ranAt, ramp, throughput, errorRate, ...run }: TestedRunRead): TestedLoad[] {
  if (ramp || throughput === null || throughput === 0) return [];
  return [{ ranAt: ranAt.getTime(), load: throughput, errorRate, p99Ms: rangeOf(run.p99Ms, run.p99RangeMs) }];
}

/** The levels of a ramp up to where the service broke: after that, it completes less than it is asked for. */
async function readLevels(tx: WorkspaceTx, runId: string, ranAt: Date): Promise<TestedLoad[]> {
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  const parts = await tx.prisma.part.findMany({ where: { runId, kind: "requests", state: "published" } });
  const { absent } = evidenceOf(parts);
  const levels = await readRampLevels(tx, run, { absent, holes: storedPhase(run.phase)?.holes ?? [] });
  if ("problem" in levels) return [];
  const { breaking } = readRamp(levels, { absent, random: seededRandom(1) });
  return levels.levels
    .filter(({ load }) => breaking === null || load <= breaking.heldAt)
    .map(({ cell, seconds, slices }) => {
      const known = slices.filter((slice) => slice !== null);
      const figures = summaryOf(cell, { durationSeconds: seconds, absent, parts: known });
      const { latencyMs, latencyIntervalsMs, errorRate } = figures;
      return {
        ranAt: ranAt.getTime(),
        load: cell.requests / seconds,
        errorRate,
        p99Ms: rangeOf(latencyMs.p99, latencyIntervalsMs.p99 ?? null),
      };
    });
}

/** A range without an upper end says nothing that could be relied on. */
function rangeOf(
  value: number | null,
  range: { low: number; high: number | null } | null,
): TestedLoad["p99Ms"] {
  if (value !== null) return { low: value, high: value };
  return range === null || range.high === null ? null : { low: range.low, high: range.high };
}
