import type { RunModel } from "../../generated/models.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface EarlierInput {
  experimentId: string;
  tool: string | null;
  environment: string | null;
  loadModel: string;
  /** Published before this. */
  before: Date;
  without: readonly string[];
  limit: number;
}

export type EarlierRunRead = Pick<RunModel, "id" | "summary" | "steady" | "proof" | "startedAt">;

/** The latest finished runs of an experiment that were made in the same way, newest first. */
export function readEarlierRuns(tx: WorkspaceTx, input: EarlierInput): Promise<EarlierRunRead[]> {
  const { experimentId, tool, environment, loadModel, before, without, limit } = input;
  return tx.prisma.run.findMany({
    where: {
      experimentId,
      tool,
      environment,
      loadModel,
      status: "finished",
      publishedAt: { not: null, lte: before },
      id: { notIn: [...without] },
    },
    orderBy: { publishedAt: "desc" },
    take: limit,
    select: { id: true, summary: true, steady: true, proof: true, startedAt: true },
  });
}
