import type pg from "pg";
import { atDatabase, withClient } from "../backup/connect.ts";
import { startOf } from "../backup/manifest.ts";
import type { Manifest } from "../backup/manifest.ts";
import { differs, loadContent } from "../backup/restore.ts";
import { sideOf } from "../backup/side-database.ts";
import type { Target } from "../backup/side-database.ts";
import { storedTables } from "../backup/tables.ts";
import { applyMigrations, migrate } from "../migrate.ts";
import { DECISIONS } from "./decided-tables.ts";

interface Source {
  folder: string;
  ownerUrl: string;
  log: (line: string) => void;
}

/** Loads an export at its own version into the side database, migrates that to the version of today, and checks it. */
export async function fillSide(target: Target, manifest: Manifest, source: Source): Promise<void> {
  const { ownerUrl, log } = source;
  const side = sideOf(target.database);
  const [asOwner, asAdmin] = [atDatabase(ownerUrl, side), atDatabase(target.adminUrl, side)];
  await applyMigrations(asOwner, { log, ...startOf(manifest) });
  await withClient(asAdmin, (client) => load(client, manifest, source));
  await migrate(asOwner, log);
  await withClient(asAdmin, async (client) => {
    await requireOnly(client, manifest.workspace?.id ?? "");
    await requireReferences(client);
  });
}

async function load(client: pg.Client, manifest: Manifest, { folder, log }: Source): Promise<void> {
  const tables = new Map((await storedTables(client)).map((table) => [table.name, table]));
  await client.query("begin");
  // Rows are loaded as they were: triggers have run. References are checked once everything is there.
  await client.query("set local session_replication_role = replica");
  for (const content of manifest.tables) {
    const table = tables.get(content.name);
    if (table === undefined) throw differs(`its version has no table ${content.name}`);
    await loadContent(client, { folder, table, content, log });
  }
  await client.query("commit");
}

/** Rows of other workspaces would become rows of workspaces that are here. */
async function requireOnly(client: pg.Client, workspaceId: string): Promise<void> {
  for (const [name, { kind }] of Object.entries(DECISIONS)) {
    if (kind !== "rows" && kind !== "workspace") continue;
    const column = kind === "rows" ? "workspace_id" : "id";
    const { rowCount } = await client.query(`select from public."${name}" where "${column}" <> $1 limit 1`, [
      workspaceId,
    ]);
    if (rowCount !== 0) throw differs(`${name} has rows of another workspace`);
  }
  const { rowCount } = await client.query("select from public.workspace");
  if (rowCount !== 1) throw differs("it has no workspace");
}

interface Reference {
  child: string;
  parent: string;
  present: string;
  same: string;
}

/** Loading skipped the foreign keys, so they are checked here, all of them. */
async function requireReferences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Reference>(
    `select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
       string_agg(format('c.%I is not null', a.attname), ' and ') as present,
       string_agg(format('p.%I = c.%I', f.attname, a.attname), ' and ') as same
     from pg_constraint k
     cross join unnest(k.conkey, k.confkey) as pair (child, parent)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.child
     join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.parent
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace
     group by k.oid, k.conrelid, k.confrelid order by 1, 2`,
  );
  for (const { child, parent, present, same } of rows) {
    const { rowCount } = await client.query(
      `select from ${child} c where ${present} and not exists (select from ${parent} p where ${same}) limit 1`,
    );
    if (rowCount !== 0) throw differs(`${child} has rows whose ${parent} is missing`);
  }
}
