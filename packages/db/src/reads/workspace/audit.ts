import type { ActorKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";

/** A job of a CI system got a token. The database has an index for it. */
export const CI_EXCHANGE = "ci-identity.exchange";

export interface AuditInput {
  /** Only what these actions did; all of them if none is named. */
  actions: readonly string[];
  /** Only what this person or token did. */
  actorId: string | null;
  /** What came before this entry; from the newest if null. */
  before: { at: Date; id: string } | null;
  limit: number;
}

export interface AuditLine {
  id: string;
  at: Date;
  actorKind: ActorKind;
  actorId: string | null;
  /** Null for somebody who is no member any more, and for the system. */
  actorName: string | null;
  action: string;
  subjectKind: string;
  subjectId: string | null;
  /** What the subject is called today, and of a share link what it shows; null for what is gone. */
  subjectName: string | null;
  detail: Record<string, unknown>;
}

/** What was done in a workspace, the newest first. Names are looked up among what the workspace may see. */
export function readAudit(tx: WorkspaceTx, input: AuditInput): Promise<AuditLine[]> {
  return tx.query<AuditLine>(
    `select a.id, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId", a.action,
       a.subject_kind as "subjectKind", a.subject_id as "subjectId", a.detail,
       case a.actor_kind
         when 'person' then (select p.name from person p where p.id = a.actor_id)
         when 'token' then coalesce(
           (select t.name from token t where t.id = a.actor_id),
           (select x.detail ->> 'name' from audit_entry x
            where x.action = '${CI_EXCHANGE}' and x.subject_id = a.actor_id::text limit 1))
       end as "actorName",
       case a.subject_kind
         when 'run' then (
           select e.name || ', run ' || r.number from run r join experiment e on e.id = r.experiment_id
           where r.id::text = a.subject_id)
         when 'experiment' then (select e.name from experiment e where e.id::text = a.subject_id)
         when 'service' then (select s.name from service s where s.id::text = a.subject_id)
         when 'peak-day' then (select d.name from peak_day d where d.id::text = a.subject_id)
         when 'gameday' then (select g.name from gameday g where g.id::text = a.subject_id)
         when 'channel' then (select h.name from channel h where h.id::text = a.subject_id)
         when 'delivery' then (select d.title from delivery d where d.id::text = a.subject_id)
         when 'slo' then (select o.name from slo o where o.id::text = a.subject_id)
         when 'token' then coalesce(
           (select t.name from token t where t.id::text = a.subject_id),
           case when a.action = '${CI_EXCHANGE}' then a.detail ->> 'name' end)
         when 'ci-identity' then coalesce(
           (select i.name from ci_identity i where i.id::text = a.subject_id), a.detail ->> 'name')
         when 'invitation' then (select i.email from invitation i where i.id::text = a.subject_id)
         when 'person' then (select p.name from person p where p.id::text = a.subject_id)
         when 'share' then coalesce(
           (select string_agg(e.name || ', run ' || r.number, ' and ' order by s.position)
            from share_link_run s join run r on r.id = s.run_id join experiment e on e.id = r.experiment_id
            where s.share_link_id::text = a.subject_id),
           (select d.name from share_link l join peak_day d on d.id = l.peak_day_id
            where l.id::text = a.subject_id),
           (select g.name from share_link l join gameday g on g.id = l.gameday_id
            where l.id::text = a.subject_id),
           (select 'rounds of ' || v.name from share_link l join service v on v.id = l.service_id
            where l.id::text = a.subject_id))
       end as "subjectName"
     from audit_entry a
     where (cardinality($1::text[]) = 0 or a.action = any($1))
       and ($2::uuid is null or a.actor_id = $2)
       and ($3::timestamptz is null or (a.at, a.id) < ($3, $4::uuid))
     order by a.at desc, a.id desc
     limit $5`,
    [input.actions, input.actorId, input.before?.at ?? null, input.before?.id ?? null, input.limit],
  );
}
