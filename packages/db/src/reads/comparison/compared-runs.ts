import type { ExperimentModel, RunModel, RunVerdictModel, ServiceModel } from "../../generated/models.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface ComparedRunRead {
  run: RunModel;
  service: Pick<ServiceModel, "id" | "slug" | "name">;
  experiment: ExperimentModel;
  /** In the order of the targets. */
  verdicts: RunVerdictModel[];
  /** How many parts of requests are published. */
  generators: number;
  hasTimeline: boolean;
  /** The step in which the tool rounds latencies. */
  resolutionMicros: number;
  /** Of the published parts: changes if one is replaced. */
  partIds: string[];
}

/** Published runs with everything stored except cells and labels, in the order requested; others are left out. */
export async function readComparedRuns(
  tx: WorkspaceTx,
  runIds: readonly string[],
): Promise<ComparedRunRead[]> {
  const ids = [...new Set(runIds)];
  const runs = await tx.prisma.run.findMany({ where: { id: { in: ids }, publishedAt: { not: null } } });
  const found = runs.map(({ id }) => id);
  const services = await tx.prisma.service.findMany({
    where: { id: { in: runs.map(({ serviceId }) => serviceId) } },
    select: { id: true, slug: true, name: true },
  });
  const experiments = await tx.prisma.experiment.findMany({
    where: { id: { in: runs.map(({ experimentId }) => experimentId) } },
  });
  const verdicts = await tx.prisma.runVerdict.findMany({
    where: { runId: { in: found } },
    orderBy: { position: "asc" },
  });
  const parts = await readParts(tx, found);
  return ids.flatMap((id) => {
    const run = runs.find((one) => one.id === id);
    const service = services.find((one) => one.id === run?.serviceId);
    const experiment = experiments.find((one) => one.id === run?.experimentId);
    if (run === undefined || service === undefined || experiment === undefined) return [];
    const part = parts.find(({ run_id }) => run_id === id);
    return {
      run,
      service,
      experiment,
      verdicts: verdicts.filter(({ runId }) => runId === id),
      generators: part?.generators ?? 0,
      hasTimeline: part?.has_timeline ?? false,
      resolutionMicros: part?.resolution ?? 1,
      partIds: part?.part_ids ?? [],
    };
  });
}

interface PartsRow {
  run_id: string;
  generators: number;
  has_timeline: boolean;
  resolution: number;
  part_ids: string[];
}

function readParts(tx: WorkspaceTx, runIds: readonly string[]): Promise<PartsRow[]> {
  return tx.query<PartsRow>(
    `select p.run_id, count(*)::int as generators, bool_and(t.finest_step is not null) as has_timeline,
       max(p.latency_resolution_us) as resolution, array_agg(p.id::text order by p.id) as part_ids
     from part p
     join series s on s.run_id = p.run_id and s.kind = 'requests' and s.label = '(all)' and s.label_kind = 'request'
     left join part_total t on t.part_id = p.id and t.series_id = s.id
     where p.run_id = any($1::uuid[]) and p.state = 'published' and p.kind = 'requests'
     group by p.run_id`,
    [[...runIds]],
  );
}
