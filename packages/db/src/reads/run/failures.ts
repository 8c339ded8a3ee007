import { ALL_LABEL } from "@headroom/core";
import type { LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { withSeriesName } from "../cells/name-of-series.ts";

/** How often requests of a label failed for a reason; `label` is null if the source names none. */
export interface RunFailure {
  label: { name: string; kind: LabelKind } | null;
  reason: string;
  times: number;
}

interface Row {
  label: string;
  label_kind: LabelKind;
  reason: string;
  times: number;
}

/** Why requests of a run failed, over all of its parts, most frequent first. */
export async function readFailures(tx: WorkspaceTx, runId: string, limit = 1_000): Promise<RunFailure[]> {
  const rows = await tx.query<Row>(
    `select s.label, s.label_kind, f.reason, sum(f.times)::float8 as times
     from part p
     join part_failure f on f.part_id = p.id
     ${withSeriesName("f")}
     where p.run_id = $1 and p.state = 'published'
     group by f.series_id, s.label, s.label_kind, f.reason
     order by times desc, s.label, f.reason
     limit $2`,
    [runId, limit],
  );
  return rows.map(({ label, label_kind: kind, reason, times }) => ({
    label: label === ALL_LABEL && kind === "request" ? null : { name: label, kind },
    reason,
    times,
  }));
}
