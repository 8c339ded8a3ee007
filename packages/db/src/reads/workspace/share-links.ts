import type { PeakDayKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface ShareLinkRead {
  id: string;
  createdAt: Date;
  /** Null: a token's, or a former member's. */
  createdBy: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  hasPassphrase: boolean;
  showsConfiguration: boolean;
  showsCommits: boolean;
  openedCount: string;
  lastOpenedAt: Date | null;
  /** It shows what was then; null: what is. */
  frozenAt: Date | null;
}

const MAX_LINKS = 100;

const COLUMNS = `s.id, s.created_at as "createdAt", p.name as "createdBy", s.expires_at as "expiresAt",
  s.revoked_at as "revokedAt", s.passphrase_hash is not null as "hasPassphrase", s.shows_configuration as "showsConfiguration",
  s.shows_commits as "showsCommits",
  s.opened_count as "openedCount", s.last_opened_at as "lastOpenedAt",
  (s.frozen ->> 'at')::timestamptz as "frozenAt"`;

/** The links that show exactly these runs and this reference, under any letters; newest first. */
export function readShareLinks(
  tx: WorkspaceTx,
  {
    subjectKind,
    runIds,
    reference,
    judged,
  }: {
    subjectKind: "run" | "comparison";
    runIds: readonly string[];
    reference: string | null;
    judged: string | null;
  },
): Promise<ShareLinkRead[]> {
  return tx.query<ShareLinkRead>(
    `select ${COLUMNS}
     from share_link s
     join share_link_run one on one.share_link_id = s.id and one.run_id = $2::uuid
     left join person p on p.id = s.created_by
     where s.subject_kind = $1 and s.judged is not distinct from $5
       and array(select r.run_id from share_link_run r where r.share_link_id = s.id order by r.run_id)
         = array(select id from unnest($3::uuid[]) id order by id)
       and ($4::uuid is null or $4 = coalesce(s.reference_run_id, (
         select r.run_id from share_link_run r where r.share_link_id = s.id order by r.position limit 1
       )))
     order by s.created_at desc, s.id desc
     limit ${MAX_LINKS}`,
    [subjectKind, runIds[0] ?? null, runIds, reference, judged],
  );
}

/** The links that show the report of this gameday; newest first. */
export function readGamedayShareLinks(tx: WorkspaceTx, gamedayId: string): Promise<ShareLinkRead[]> {
  return tx.query<ShareLinkRead>(
    `select ${COLUMNS}
     from share_link s
     left join person p on p.id = s.created_by
     where s.gameday_id = $1::uuid and s.subject_kind = 'gameday'
     order by s.created_at desc, s.id desc
     limit ${MAX_LINKS}`,
    [gamedayId],
  );
}

/** The links that show these rounds of the service; newest first. */
export function readRoundsShareLinks(
  tx: WorkspaceTx,
  { serviceId, rounds }: { serviceId: string | null; rounds: object },
): Promise<ShareLinkRead[]> {
  return tx.query<ShareLinkRead>(
    `select ${COLUMNS}
     from share_link s
     left join person p on p.id = s.created_by
     where s.service_id = $1::uuid and s.subject_kind = 'rounds' and s.rounds = $2::jsonb
     order by s.created_at desc, s.id desc
     limit ${MAX_LINKS}`,
    [serviceId, JSON.stringify(rounds)],
  );
}

/** The links that show this peak day, or its readiness report; newest first. */
export function readPeakDayShareLinks(
  tx: WorkspaceTx,
  { subjectKind, peakDayId }: { subjectKind: PeakDayKind; peakDayId: string },
): Promise<ShareLinkRead[]> {
  return tx.query<ShareLinkRead>(
    `select ${COLUMNS}
     from share_link s
     left join person p on p.id = s.created_by
     where s.peak_day_id = $1::uuid and s.subject_kind = $2
     order by s.created_at desc, s.id desc
     limit ${MAX_LINKS}`,
    [peakDayId, subjectKind],
  );
}
