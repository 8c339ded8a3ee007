import type { WorkspaceTx } from "../workspace-tx.ts";

/** How long the cells of live traffic are. The first arrive; the others are added up from the one before. */
export const TRAFFIC_STEPS = [1, 10, 60, 600] as const;

export type TrafficStep = (typeof TRAFFIC_STEPS)[number];

/** What a row takes beside its distributions: columns, header and its place in the index. */
export const CELL_BYTES = 168;
export const GAUGE_BYTES = 124;

/** How long the chunks of each step's tables are. */
const CHUNK_SECONDS: Record<TrafficStep, number> = { 1: 21_600, 10: 86_400, 60: 604_800, 600: 5_184_000 };

/** What was written for a second, or removed. */
export interface StoredBytesAt {
  /** Epoch seconds. */
  second: number;
  /** Negative: they were removed. */
  bytes: number;
}

/** Counts them towards the service, in the transaction that writes or removes them. */
export async function countTrafficBytes(
  tx: WorkspaceTx,
  { workspaceId, serviceId, step }: { workspaceId: string; serviceId: string; step: TrafficStep },
  changes: readonly StoredBytesAt[],
): Promise<void> {
  if (changes.length === 0) return;
  const chunk = CHUNK_SECONDS[step];
  const byChunk = Map.groupBy(changes, ({ second }) => Math.floor(second / chunk) * chunk);
  await tx.query(
    `insert into traffic_storage as known (workspace_id, service_id, step, at, bytes)
     select $1, $2, $3, to_timestamp(second), bytes from unnest($4::bigint[], $5::bigint[]) as given (second, bytes) order by second
     on conflict (service_id, step, at) do update set bytes = known.bytes + excluded.bytes`,
    [
      workspaceId,
      serviceId,
      step,
      [...byChunk.keys()],
      [...byChunk.values()].map((own) => own.reduce((sum, { bytes }) => sum + bytes, 0)),
    ],
  );
}

/** Forgets what was dropped with its chunk. */
export async function forgetTrafficBytes(tx: WorkspaceTx, step: TrafficStep): Promise<void> {
  const within = "at >= s.at and at < s.at + make_interval(secs => $2)";
  await tx.query(
    `delete from traffic_storage s where s.step = $1 and s.at < now() - make_interval(secs => $2)
       and not exists (select from traffic_cell_${step} where ${within})
       and not exists (select from traffic_gauge_${step} where ${within})`,
    [step, CHUNK_SECONDS[step]],
  );
}
