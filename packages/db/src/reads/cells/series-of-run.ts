import { ALL_LABEL, STEPS } from "@headroom/core";
import type { LabelKind, StepSeconds } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import type { LabelName } from "./stored-series.ts";

export interface RunSeries {
  seriesId: number;
  name: string;
  kind: LabelKind;
  /** The finest step of cells that every part has; null if a part stores only its total. */
  stepSeconds: StepSeconds | null;
}

const COARSEST = Math.max(...STEPS);

/** The requests series of a run: all requests first, then its labels by rank. Only one of them, if a label is given. */
export async function readRunSeries(
  tx: WorkspaceTx,
  runId: string,
  label: LabelName | null,
): Promise<RunSeries[]> {
  return tx.query<RunSeries>(
    `select s.id as "seriesId", s.label as name, s.label_kind as kind,
       case when bool_and(t.finest_step is not null) then least(max(t.finest_step), ${COARSEST})::int end as "stepSeconds"
     from series s
     join part_total t on t.series_id = s.id
     join part p on p.id = t.part_id and p.state = 'published'
     left join run_label l on l.run_id = s.run_id and l.series_id = s.id
     where s.run_id = $1 and s.kind = 'requests'
       and ($2::text is null or (s.label = $2 and s.label_kind = $3))
     group by s.id, l.rank
     order by (s.label = $4 and s.label_kind = 'request') desc, l.rank nulls last, s.id`,
    [runId, label?.name ?? null, label?.kind ?? null, ALL_LABEL],
  );
}

/** Changes whenever a part of the run is added, replaced or removed: reads of two moments belong together only if it is the same. */
export async function readPartsState(
  tx: WorkspaceTx,
  runId: string,
): Promise<{ parts: number; state: string }> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return { parts: parts.length, state: parts.map(({ id }) => id).join() };
}
