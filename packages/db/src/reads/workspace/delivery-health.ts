import type { WorkspaceTx } from "../../workspace-tx.ts";

/** How the messages to one receiver fare, as far as they are still stored. */
export interface StoredDeliveryHealth {
  receiverId: string;
  deliveredAt: Date | null;
  /** The first failed attempt's message since something was last delivered; null: none failed since. */
  failingSince: Date | null;
  pending: number;
  givenUp: number;
}

/** Of channels, or of the webhooks of SLOs. Of those that were sent nothing, there is nothing. */
export function readDeliveryHealth(
  tx: WorkspaceTx,
  receiver: "channel" | "slo",
  ids: readonly string[],
): Promise<StoredDeliveryHealth[]> {
  const column = receiver === "channel" ? "channel_id" : "slo_id";
  return tx.query<StoredDeliveryHealth>(
    `with reached as (
       select ${column} as receiver, max(tried_at) filter (where state = 'delivered') as at
       from delivery where ${column} = any($1::uuid[]) group by 1
     )
     select r.receiver as "receiverId", r.at as "deliveredAt",
       min(d.created_at) filter (where d.state in ('retrying', 'given-up') and (r.at is null or d.tried_at > r.at))
         as "failingSince",
       (count(*) filter (where d.state in ('waiting', 'retrying')))::int as pending,
       (count(*) filter (where d.state = 'given-up'))::int as "givenUp"
     from delivery d join reached r on r.receiver = d.${column}
     group by r.receiver, r.at`,
    [[...ids]],
  );
}
