import type { WorkspaceTx } from "../../workspace-tx.ts";

/** How the messages to a channel fare, as far as they are still stored. */
export interface ChannelHealth {
  channelId: string;
  deliveredAt: Date | null;
  /** The first failed attempt's message since something was last delivered; null: none failed since. */
  failingSince: Date | null;
  pending: number;
  givenUp: number;
}

/** Of channels that were sent nothing, there is nothing. */
export function readChannelHealth(tx: WorkspaceTx, channelIds: readonly string[]): Promise<ChannelHealth[]> {
  return tx.query<ChannelHealth>(
    `with reached as (
       select channel_id, max(tried_at) filter (where state = 'delivered') as at
       from delivery where channel_id = any($1::uuid[]) group by channel_id
     )
     select d.channel_id as "channelId", r.at as "deliveredAt",
       min(d.created_at) filter (where d.state in ('retrying', 'given-up') and (r.at is null or d.tried_at > r.at))
         as "failingSince",
       (count(*) filter (where d.state in ('waiting', 'retrying')))::int as pending,
       (count(*) filter (where d.state = 'given-up'))::int as "givenUp"
     from delivery d join reached r using (channel_id)
     group by d.channel_id, r.at`,
    [[...channelIds]],
  );
}
