import { canonicalTarget, expectedRequests } from "@headroom/core";
import type { LevelChange, Verdict } from "@headroom/core";
import { readExperimentRuns, readNewerElsewhere, readRunningRuns, readTargetSets } from "@headroom/db";
import type {
  ExperimentModel,
  ExperimentRun,
  NewerRun,
  RunVerdictModel,
  TargetSetRead,
  WorkspaceTx,
} from "@headroom/db";
import type { Context } from "../context.ts";
import { defaultBranchesOf, spelledBranches } from "../run/record/default-branch.ts";
import { workloadOf } from "../run/record/workload.ts";
import type { Workload } from "../run/record/workload.ts";
import { requireScope } from "../scope.ts";
import { readExperimentCapacity } from "./experiment-capacity.ts";
import type { ExperimentCapacity } from "./experiment-capacity.ts";
import { judgedByOthers } from "./judged-by-others.ts";
import { readProofDoubt } from "./proof-doubt.ts";
import type { ProofDoubt } from "./proof-doubt.ts";
import { badgePath } from "../badge/token.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import { differencesFrom, presentFields, storedStatement } from "./stated.ts";
import { readChanges } from "../run/record/read-changes.ts";
import { readPersonName } from "../member/person-name.ts";
import type { StatedDifference, Statement } from "./stated.ts";

export type { ExperimentRun, TargetSetRead } from "@headroom/db";

interface ExpectedWorkload extends Workload {
  /** Rate x generators x duration. */
  expectedRequests: number | null;
}

export interface ExperimentDetail {
  id: string;
  slug: string;
  name: string;
  service: { id: string; slug: string; name: string };
  groupName: string | null;
  tags: string[];
  owner: string | null;
  representsPeak: boolean;
  /** Null: that of the workspace. */
  defaultBranch: string | null;
  /** What its runs may say if they are of the default branch. */
  defaultBranches: readonly string[];
  workload: ExpectedWorkload;
  /** Increases with every edit. */
  version: number;
  /** The file in a repository that defines it, and what differs from that file now. Null if no file does. */
  stated: (Omit<Statement, "fields"> & { differences: StatedDifference[] }) | null;
  /** The path of its badge, for anyone who has it. Null: it has none. */
  badge: string | null;
  updatedAt: Date | null;
  updatedBy: string | null;
  createdAt: Date;
  /** The current one, then the others, newest first. */
  targetSets: TargetSetRead[];
  /** `isReceiving`: more results are on their way, so nothing is compared with it meanwhile. */
  baseline: { id: string; number: number; isReceiving: boolean } | null;
  capacity: ExperimentCapacity;
  /** Null: nothing speaks against it. */
  doubt: ProofDoubt | null;
  runsTotal: number;
  /** A run is being received. */
  isReceiving: boolean;
  /** Runs that were judged by other targets than the current ones. */
  judgedByOthers: number;
  /** Complete runs that count, newest first: of the default branch or of none, or any if there are no such runs. */
  recentRuns: ExperimentRun[];
  /** The newest complete run, if it is of a branch that doesn't count. */
  newer: NewerRun | null;
  /** What the newest of them shows of the level of the default branch, the change to name first at first. */
  changes: LevelChange[];
  /** How it did against the present targets, in their order. */
  latestTargets: RunVerdictRead[];
}

type RunVerdictRead = Pick<
  RunVerdictModel,
  "text" | "metric" | "label" | "comparator" | "threshold" | "unit" | "value"
> & {
  verdict: Verdict;
};

const RECENT_RUNS = 30;

/** An experiment with everything its page shows, except the table of runs. */
export async function getExperiment({
  ctx,
  input: { experimentId },
}: {
  ctx: Context;
  input: { experimentId: string };
}): Promise<ExperimentDetail> {
  requireScope(ctx, "read");
  const { workspaceId } = ctx;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const experiment = await requireExperiment(tx, ctx, experimentId);
    const { id } = experiment;
    const service = await tx.prisma.service.findUniqueOrThrow({
      where: { id: experiment.serviceId },
      select: { id: true, slug: true, name: true },
    });
    const targetSets = (await readTargetSets(tx, id)).map((set) => ({
      ...set,
      texts: set.texts.map(canonicalTarget),
    }));
    const recent = { experimentId: id, which: "counting" as const, skip: 0, limit: RECENT_RUNS };
    const { runs } = await readExperimentRuns(tx, recent);
    const running = await readRunningRuns(tx, { serviceId: null, experimentId: id, limit: 1 });
    const [present] = targetSets;
    const capacity = await readExperimentCapacity(tx, experiment, present);
    return {
      id,
      slug: experiment.slug,
      name: experiment.name,
      service,
      groupName: experiment.groupName,
      tags: experiment.tags,
      owner: experiment.owner,
      representsPeak: experiment.representsPeak,
      defaultBranch: experiment.defaultBranch,
      defaultBranches: spelledBranches(await defaultBranchesOf(tx, { workspaceId, experimentId: id })),
      workload: expectedWorkload(experiment),
      version: experiment.version,
      stated: statedOf(experiment, present),
      badge: badgePath(experiment),
      updatedAt: experiment.updatedAt,
      updatedBy: await readPersonName(tx, experiment.updatedBy),
      createdAt: experiment.createdAt,
      targetSets,
      baseline: await baselineOf(tx, experiment.baselineRunId),
      capacity,
      doubt: await readProofDoubt(tx, ctx, { experiment, capacity }),
      runsTotal: experiment.runsTotal,
      isReceiving: running.length > 0,
      judgedByOthers: present === undefined ? 0 : await countOthers(tx, id, present),
      recentRuns: runs,
      newer: await readNewerElsewhere(tx, id),
      changes: await readChanges(tx, experiment.latestRunId),
      latestTargets: await targetsOf(tx, experiment.latestRunId),
    };
  });
}

async function targetsOf(tx: WorkspaceTx, runId: string | null): Promise<RunVerdictRead[]> {
  if (runId === null) return [];
  const rows = await tx.prisma.runVerdict.findMany({
    where: { runId },
    orderBy: { position: "asc" },
    select: {
      text: true,
      metric: true,
      label: true,
      comparator: true,
      threshold: true,
      unit: true,
      value: true,
      verdict: true,
    },
  });
  return rows.map((row) => ({ ...row, verdict: row.verdict as Verdict }));
}

function statedOf(experiment: ExperimentModel, present: TargetSetRead | undefined) {
  const statement = storedStatement(experiment.stated);
  if (statement === null) return null;
  const { fields: _apart, ...about } = statement;
  const differences = differencesFrom(statement, presentFields(experiment, present?.texts ?? []));
  return { ...about, differences };
}

async function countOthers(tx: WorkspaceTx, experimentId: string, present: TargetSetRead): Promise<number> {
  return tx.prisma.run.count({ where: await judgedByOthers(tx, experimentId, present) });
}

function expectedWorkload(experiment: ExperimentModel): ExpectedWorkload {
  const workload = workloadOf(experiment);
  return { ...workload, expectedRequests: expectedRequests(workload) };
}

async function baselineOf(tx: WorkspaceTx, runId: string | null): Promise<ExperimentDetail["baseline"]> {
  if (runId === null) return null;
  const run = await tx.prisma.run.findFirst({
    where: { id: runId, publishedAt: { not: null } },
    select: { id: true, number: true, status: true },
  });
  return run === null ? null : { id: run.id, number: run.number, isReceiving: run.status === "receiving" };
}
