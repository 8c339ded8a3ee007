import { ALL_LABEL } from "@headroom/core";
import type { LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { withSeriesName } from "../cells/name-of-series.ts";
import type { LabelName } from "../cells/stored-series.ts";

export interface RunSlowRequest {
  /** Null: the source names none. */
  label: string | null;
  /** When it completed, from the run's origin. */
  offsetMicros: number;
  latencyMicros: number;
  failed: boolean;
  code: number | null;
  traceId: string | null;
}

interface Row {
  label: string;
  label_kind: LabelKind;
  offset_us: number;
  latency_us: number;
  failed: boolean;
  code: number | null;
  trace_id: string | null;
}

export interface SlowRequestsAsked {
  runId: string;
  label: LabelName | null;
  fromSeconds: number;
  toSeconds: number;
  limit: number;
}

/** The slowest requests that completed in a stretch of a run, over all of its parts. */
export async function readSlowRequests(
  tx: WorkspaceTx,
  { runId, label: asked, fromSeconds, toSeconds, limit }: SlowRequestsAsked,
): Promise<RunSlowRequest[]> {
  const rows = await tx.query<Row>(
    `select s.label, s.label_kind, r.offset_us, r.latency_us, r.failed, r.code, r.trace_id
     from part p
     join slow_request r on r.part_id = p.id
     ${withSeriesName("r")}
     where p.run_id = $1 and p.state = 'published'
       and ($2::text is null or (s.label = $2 and s.label_kind = $3))
       and r.offset_us >= $4 and r.offset_us < $5
     order by r.latency_us desc, r.offset_us
     limit $6`,
    [
      runId,
      asked?.name ?? null,
      asked?.kind ?? null,
      Math.floor(fromSeconds * 1e6),
      Math.ceil(toSeconds * 1e6),
      limit,
    ],
  );
  return rows.map((row) => ({
    label: row.label === ALL_LABEL && row.label_kind === "request" ? null : row.label,
    offsetMicros: row.offset_us,
    latencyMicros: row.latency_us,
    failed: row.failed,
    code: row.code,
    traceId: row.trace_id,
  }));
}
