import { randomUUID } from "node:crypto";
import type pg from "pg";
import { BackupProblem } from "../backup/problem.ts";
import { DECISIONS } from "./decided-tables.ts";

export interface MatchedPeople {
  /** Who was here already, by email address. */
  known: number;
  /** Who is new here, and can't sign in before proving the address. */
  created: number;
  /** Members whose address somebody uses here without having proven that it is theirs. They didn't become members. */
  unproven: string[];
}

interface Person {
  id: string;
  email: string;
}

type Here = Person & { verified: boolean };

/** Gives the people of the side database the IDs that they have in the target, in every row that names them. */
export async function matchPeople(
  side: pg.Client,
  into: pg.Client,
  { workspaceId, owner }: { workspaceId: string; owner: string | null },
): Promise<MatchedPeople> {
  const { rows: people } = await side.query<Person>("select id, email from public.person order by id");
  const { rows: here } = await into.query<Here>(
    `select id, email, email_verified as verified from public.person
     where lower(email) = any ($1::text[]) or id = any ($2::uuid[])`,
    [people.map(({ email }) => email.toLowerCase()), people.map(({ id }) => id)],
  );
  const byEmail = new Map(here.map((person) => [person.email.toLowerCase(), person]));
  const taken = new Set(here.map(({ id }) => id));
  const known = people.filter(({ email }) => byEmail.has(email.toLowerCase()));
  const unproven = await dropUnproven(side, workspaceId, {
    people: known.filter(({ email }) => byEmail.get(email.toLowerCase())?.verified === false),
    owner,
  });
  const changes = people.flatMap(({ id, email }) => {
    const match = byEmail.get(email.toLowerCase());
    const now = match?.id ?? (taken.has(id) ? randomUUID() : id);
    return now === id ? [] : [{ before: id, now }];
  });
  await side.query("begin");
  await side.query("set local session_replication_role = replica");
  await rename(side, changes);
  await side.query("delete from public.person where lower(email) = any ($1::text[])", [[...byEmail.keys()]]);
  await side.query("commit");
  return { known: known.length, created: people.length - known.length, unproven };
}

/**
 * Anyone can sign up with an address that isn't theirs. They must not become members of the imported workspace, so only the
 * owner that the operator names is exempt.
 */
async function dropUnproven(
  side: pg.Client,
  workspaceId: string,
  { people, owner }: { people: readonly Person[]; owner: string | null },
): Promise<string[]> {
  const ids = people.filter(({ email }) => email.toLowerCase() !== owner?.toLowerCase()).map(({ id }) => id);
  const { rows } = await side.query<{ email: string }>(
    `with dropped as (
       delete from public.membership where workspace_id = $1 and person_id = any ($2::uuid[]) returning person_id
     ) select email from public.person where id in (select person_id from dropped) order by email`,
    [workspaceId, ids],
  );
  return rows.map(({ email }) => email);
}

/** An ID is unique everywhere, so a value that is equal to it, or a text that contains it, means this person. */
async function rename(side: pg.Client, changes: readonly { before: string; now: string }[]): Promise<void> {
  if (changes.length === 0) return;
  const { rows: columns } = await side.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and data_type in ('uuid', 'text', 'jsonb') and is_generated = 'NEVER' order by 1, 2`,
  );
  for (const { table, column, type } of columns) {
    const kind = DECISIONS[table]?.kind;
    if (kind !== "rows" && kind !== "people") continue;
    for (const { before, now } of changes) {
      const [old, value] =
        type === "uuid"
          ? [`"${column}" = $1::uuid`, "$2::uuid"]
          : [`strpos("${column}"::text, $1) > 0`, `replace("${column}"::text, $1, $2)::${type}`];
      await side.query(`update public."${table}" set "${column}" = ${value} where ${old}`, [before, now]);
    }
  }
}

/** Before anything is copied, because what is copied in vain takes space until the database is vacuumed. */
export async function requireOwner(
  side: pg.Client,
  into: pg.Client,
  { workspaceId, owner }: { workspaceId: string; owner: string | null },
): Promise<void> {
  if (owner !== null) {
    const isHere = async (client: pg.Client) =>
      (await client.query("select from public.person where lower(email) = lower($1)", [owner])).rowCount !==
      0;
    if ((await isHere(into)) || (await isHere(side))) return;
    throw nobodyCalled(owner);
  }
  const { rowCount } = await side.query(
    "select from public.membership where workspace_id = $1 and role = 'owner'",
    [workspaceId],
  );
  if (rowCount !== 0) return;
  throw new BackupProblem(
    "Nobody would own this workspace here: the addresses of its owners aren't confirmed in this instance.",
    "Name an owner who has an account here with --owner EMAIL.",
  );
}

/** Within the transaction of an import. */
export async function makeOwner(
  into: pg.Client,
  { workspaceId, owner, now }: { workspaceId: string; owner: string; now: Date },
): Promise<void> {
  const { rowCount } = await into.query(
    `insert into public.membership (workspace_id, person_id, role, created_at)
     select $1, id, 'owner', $3 from public.person where lower(email) = lower($2)
     on conflict (workspace_id, person_id) do update set role = 'owner'`,
    [workspaceId, owner, now],
  );
  if (rowCount === 0) throw nobodyCalled(owner);
}

function nobodyCalled(owner: string): BackupProblem {
  return new BackupProblem(
    `Nobody here has the address ${owner}.`,
    "Name somebody who has an account in this instance.",
  );
}
