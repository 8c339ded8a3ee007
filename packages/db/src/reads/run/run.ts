import type {
  ExperimentModel,
  PartModel,
  RunModel,
  RunVerdictModel,
  ServiceModel,
} from "../../generated/models.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { findSeries } from "../cells/stored-series.ts";

export interface RunRead {
  run: RunModel;
  service: Pick<ServiceModel, "id" | "slug" | "name">;
  experiment: ExperimentModel;
  /** In the order of the targets. */
  verdicts: RunVerdictModel[];
  /** Those that count, and the copies of them. */
  parts: PartModel[];
  /** For the time series of all requests; null if there is none. */
  finestStepSeconds: number | null;
}

/** Everything about a published run except its cells and labels. Null if it doesn't exist, or belongs to another workspace. */
export async function readRun(tx: WorkspaceTx, runId: string): Promise<RunRead | null> {
  const run = await tx.prisma.run.findFirst({ where: { id: runId, publishedAt: { not: null } } });
  if (run === null) return null;
  const experiment = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId } });
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: run.serviceId },
    select: { id: true, slug: true, name: true },
  });
  const verdicts = await tx.prisma.runVerdict.findMany({ where: { runId }, orderBy: { position: "asc" } });
  const parts = countingParts(await tx.prisma.part.findMany({ where: { runId } }));
  const series = await findSeries(tx, runId, null);
  const finestStepSeconds = series?.finestStepSeconds ?? null;
  return { run, service, experiment, verdicts, parts, finestStepSeconds };
}

/** Of all parts of a run, the files that count, and the copies of them, by their generators. */
export function countingParts(parts: readonly PartModel[]): PartModel[] {
  return parts
    .filter(({ kind, state }) => kind === "requests" && (state === "published" || state === "copy"))
    .toSorted((a, b) => (a.generator < b.generator ? -1 : 1));
}
