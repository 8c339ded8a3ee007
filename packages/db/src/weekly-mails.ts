import type { MembershipFound } from "./lookup.ts";
import type { WorkspaceTx } from "./workspace-tx.ts";

interface DueWeeklyMail {
  workspaceId: string;
  personId: string;
  dueAt: Date;
}

/** The weekly mails of all workspaces that are due, the first ones first; within `asJobs`. */
export async function readDueWeeklyMails(tx: WorkspaceTx, now: Date, most: number): Promise<DueWeeklyMail[]> {
  return tx.query(
    `select workspace_id as "workspaceId", person_id as "personId", due_at as "dueAt" from weekly_mail
     where due_at <= $1 order by due_at, workspace_id, person_id limit $2`,
    [now, most],
  );
}

/** Locks a mail that is due. Null: another process has taken it, or is taking it. */
export async function holdDueWeeklyMail(
  tx: WorkspaceTx,
  { personId, dueAt }: Pick<DueWeeklyMail, "personId" | "dueAt">,
): Promise<{ timeZone: string } | null> {
  const [held] = await tx.query<{ timeZone: string }>(
    `select time_zone as "timeZone" from weekly_mail
     where person_id = $1 and due_at = $2 for no key update skip locked`,
    [personId, dueAt],
  );
  return held ?? null;
}

/** Locks a membership, and says whether the member's address is confirmed; null: there is no such member. */
export async function holdMember(tx: WorkspaceTx, personId: string): Promise<{ confirmed: boolean } | null> {
  const [member] = await tx.query<{ confirmed: boolean }>(
    `select p.email_verified as confirmed from membership m join person p on p.id = m.person_id
     where m.person_id = $1 for no key update of m`,
    [personId],
  );
  return member ?? null;
}

interface WeeklyReader {
  role: MembershipFound["role"];
  timeZone: string;
  toldUntil: Date;
}

/** Null: they have left, stopped it, or never showed that the address is theirs. */
export async function readWeeklyReader(tx: WorkspaceTx, personId: string): Promise<WeeklyReader | null> {
  const [reader] = await tx.query<WeeklyReader>(
    `select m.role, w.time_zone as "timeZone", w.told_until as "toldUntil"
     from weekly_mail w join membership m using (workspace_id, person_id) join person p on p.id = w.person_id
     where w.person_id = $1 and p.email_verified`,
    [personId],
  );
  return reader ?? null;
}

/** Returns the address to write to; null: another attempt has done it, or they have stopped it meanwhile. */
export async function noteWeeklyTold(
  tx: WorkspaceTx,
  { personId, since, until }: { personId: string; since: Date; until: Date },
): Promise<string | null> {
  const [told] = await tx.query<{ email: string }>(
    `update weekly_mail w set told_until = $3 from person p
     where w.person_id = $1 and w.told_until = $2 and p.id = w.person_id and p.email_verified
     returning p.email`,
    [personId, since, until],
  );
  return told?.email ?? null;
}
