import type pg from "pg";
import { BackupProblem } from "../backup/problem.ts";
import { storedTables } from "../backup/tables.ts";
import type { StoredTable } from "../backup/tables.ts";
import { DECISIONS, NAMES_PERSON } from "./decided-tables.ts";
import type { Decision } from "./decided-tables.ts";

export interface SelectedTable {
  table: StoredTable;
  decision: Exclude<Decision, { kind: "left-out" }>;
}

/** The tables of which an export takes something. Throws if nobody decided about one. */
export async function selectedTables(client: pg.Client): Promise<SelectedTable[]> {
  return (await storedTables(client)).flatMap((table) => {
    const decision = DECISIONS[table.name];
    if (decision === undefined) throw undecided(table.name);
    return decision.kind === "left-out" ? [] : [{ table, decision }];
  });
}

/**
 * Counts the series whose cells are selected. The database may believe that a table is empty if what it saw last was an upload
 * that failed. If it believes that of series and of cells, it compares each cell with each series, for many minutes.
 */
export async function analyzeSeries(client: pg.Client): Promise<void> {
  const tables = new Set(Object.values(DECISIONS).flatMap((one) => (one.kind === "cells" ? [one.of] : [])));
  // A standby or another role can't, and exports all the same.
  for (const table of tables) await client.query(`analyze public.${table}`).catch(() => undefined);
}

/** The rows that belong to the workspace, with the columns of the table in their order. The ID is one that was read from the database. */
export async function selectRows(
  client: pg.Client,
  { table, decision }: SelectedTable,
  workspaceId: string,
): Promise<string> {
  const from = `public.${table.sqlName}`;
  const [rows, id] = [table.sqlColumns, `'${workspaceId}'::uuid`];
  switch (decision.kind) {
    case "workspace":
      return `select ${rows} from ${from} where id = ${id}`;
    case "rows":
      return `select ${columnsOf(table, decision.instead)} from ${from} where workspace_id = ${id}`;
    case "cells":
      return `select ${rows} from ${from} where series_id in (select id from public.${decision.of} where workspace_id = ${id})`;
    case "people":
      return `select ${columnsOf(table, decision.instead)} from ${from} where id in (${await namedPeople(client, id)})`;
  }
}

function columnsOf(table: StoredTable, instead: Readonly<Record<string, { sql: string }>> = {}): string {
  const missing = Object.keys(instead).find((name) => !table.columns.includes(name));
  if (missing !== undefined) throw undecided(`${table.name}.${missing}`);
  return table.columns.map((name) => instead[name]?.sql ?? `"${name}"`).join(", ");
}

async function namedPeople(client: pg.Client, id: string): Promise<string> {
  const columns = await columnsThatNamePeople(client);
  return columns
    .map(({ table, column }) => `select "${column}" from public."${table}" where workspace_id = ${id}`)
    .join(" union ");
}

/** In tables whose rows are exported. */
async function columnsThatNamePeople(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'uuid' order by 1, 2`,
  );
  return rows.filter(({ table, column }) => DECISIONS[table]?.kind === "rows" && NAMES_PERSON.test(column));
}

function undecided(what: string): BackupProblem {
  return new BackupProblem(
    `This version doesn't know what to export of ${what}.`,
    "Use the version of Headroom that migrated the database.",
  );
}
