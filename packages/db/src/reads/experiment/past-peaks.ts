import type { WorkspaceTx } from "../../workspace-tx.ts";

/** A frozen peak day, with what was proven at its end, and its throughput as it is drawn. */
export interface PastPeakRead {
  serviceId: string;
  id: string;
  name: string;
  proven: unknown;
  own: unknown;
}

/** The newest frozen peak days of these services for which it is known what was proven, newest first. */
export function readPastPeaks(
  tx: WorkspaceTx,
  { serviceIds, before, perService }: { serviceIds: readonly string[]; before: Date; perService: number },
): Promise<PastPeakRead[]> {
  return tx.query(
    `select p.service_id as "serviceId", p.id, p.name, p.proven, p.own from unnest($1::uuid[]) s (id) cross join lateral (
       select d.service_id, d.peak_day_id as id, d.name, d.ends_at, f.proven, f.shown -> 'own' as own
       from service_day_read d join peak_day_frozen f on f.service_day_id = d.id
       where d.service_id = s.id and d.ends_at <= $2 and f.shown is not null and f.proven is not null
       order by d.ends_at desc, d.id limit $3
     ) p order by p.ends_at desc, p.id`,
    [serviceIds, before.toISOString(), perService],
  );
}
