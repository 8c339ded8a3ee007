import type { RunModel } from "../../generated/models.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface EarlierInput {
  experimentId: string;
  tool: string | null;
  environment: string | null;
  loadModel: string;
  /** Of this branch; a run without a branch may be of any. */
  branch: string | null;
  /** Started after this; null: at any time. */
  after: Date | null;
  /** Started before this. */
  before: Date;
  without: readonly string[];
  limit: number;
}

/** What is read of a run that shows how much others vary. */
export const EARLIER_RUN = {
  id: true,
  number: true,
  summary: true,
  steady: true,
  proof: true,
  startedAt: true,
  plannedSeconds: true,
  ratePerGenerator: true,
  generators: true,
  threadsPerGenerator: true,
} as const;

export type EarlierRunRead = Pick<RunModel, keyof typeof EARLIER_RUN>;

export type LevelRead = EarlierRunRead & Pick<RunModel, "tool">;

/** The latest finished runs of an experiment that were made in the same way, newest first. */
export function readEarlierRuns(tx: WorkspaceTx, input: EarlierInput): Promise<EarlierRunRead[]> {
  const { experimentId, tool, environment, loadModel, branch, after, before, without, limit } = input;
  return tx.prisma.run.findMany({
    where: {
      experimentId,
      tool,
      environment,
      loadModel,
      status: "finished",
      OR: [{ branch }, { branch: null }],
      publishedAt: { not: null },
      isEvidence: true,
      startedAt: { lt: before, ...(after === null ? {} : { gt: after }) },
      id: { notIn: [...without] },
    },
    orderBy: [{ startedAt: "desc" }, { number: "desc" }],
    take: limit,
    select: EARLIER_RUN,
  });
}

export interface LevelsInput {
  experimentId: string;
  environment: string | null;
  /** Null: of any branch. */
  branch: string | null;
  limit: number;
}

/** The latest complete runs of an experiment, oldest first: the series that its trend shows. */
export async function readLevels(tx: WorkspaceTx, input: LevelsInput): Promise<LevelRead[]> {
  const { experimentId, environment, branch, limit } = input;
  const newest = await tx.prisma.run.findMany({
    where: {
      experimentId,
      environment,
      ...(branch === null ? {} : { branch }),
      status: { not: "receiving" },
      publishedAt: { not: null },
      isEvidence: true,
      startedAt: { not: null },
    },
    orderBy: [{ startedAt: "desc" }, { number: "desc" }],
    take: limit,
    select: { ...EARLIER_RUN, tool: true },
  });
  return newest.reverse();
}
