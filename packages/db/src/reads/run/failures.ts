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
