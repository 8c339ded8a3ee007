import { ALL_LABEL, decodeFailureTimes } from "@headroom/core";
import type { FailureTimes, LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import type { LabelName } from "../cells/stored-series.ts";
import { withSeriesName } from "../cells/name-of-series.ts";

/** How often requests of a label failed for a reason; `label` is null if the source names none. */
export interface RunFailure {
  label: { name: string; kind: LabelKind } | null;
  reason: string;
  times: number;
  /** When, of each part that says so. */
  over: FailureTimes[];
}

interface Row {
  label: string;
  label_kind: LabelKind;
  reason: string;
  times: number;
  over_time: Buffer[] | null;
}

/** Why requests of a run, or of one of its labels, failed, over all of its parts, most frequent first. */
export async function readFailures(
  tx: WorkspaceTx,
  { runId, label: asked, limit }: { runId: string; label: LabelName | null; limit: number },
): Promise<RunFailure[]> {
  const rows = await tx.query<Row>(
    `select s.label, s.label_kind, f.reason, sum(f.times)::float8 as times,
       array_agg(f.over_time) filter (where f.over_time is not null) as over_time
     from part p
     join part_failure f on f.part_id = p.id
     ${withSeriesName("f")}
     where p.run_id = $1 and p.state = 'published'
       and ($3::text is null or (s.label = $3 and s.label_kind = $4))
     group by f.series_id, s.label, s.label_kind, f.reason
     order by times desc, s.label, f.reason
     limit $2`,
    [runId, limit, asked?.name ?? null, asked?.kind ?? null],
  );
  return rows.map(({ label, label_kind: kind, reason, times, over_time: over }) => ({
    label: label === ALL_LABEL && kind === "request" ? null : { name: label, kind },
    reason,
    times,
    over: (over ?? []).map((bytes) => decodeFailureTimes(bytes)),
  }));
}

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
