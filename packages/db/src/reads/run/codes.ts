import type { WorkspaceTx } from "../../workspace-tx.ts";

/** The requests of a run that were answered with one status code from 400 on. */
export interface RunCode {
  seriesId: number;
  code: number;
  requests: number;
  /** How many of them the tool called failed. */
  failed: number;
  /** The finest step stored for every part; null if one stores only its total. */
  finestStepSeconds: number | null;
}

/** The status codes of a run over all of its parts, most frequent first. */
export function readRunCodes(tx: WorkspaceTx, runId: string): Promise<RunCode[]> {
  return tx.query<RunCode>(
    `select s.id as "seriesId", s.label::int as code, sum(t.requests)::float8 as requests, sum(t.errors)::float8 as failed,
       case when bool_and(t.finest_step is not null) then max(t.finest_step)::int end as "finestStepSeconds"
     from series s
     join part_total t on t.series_id = s.id
     join part p on p.id = t.part_id and p.state = 'published'
     where s.run_id = $1 and s.kind = 'requests' and s.label_kind = 'status' and s.label ~ '^[45]\\d\\d$'
     group by s.id
     order by requests desc, code`,
    [runId],
  );
}
