import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { formatCount } from "@headroom/core/format";
import { differs } from "../backup/restore.ts";
import { selectedTables } from "./select-rows.ts";
import type { SelectedTable } from "./select-rows.ts";
import { mapOf, NUMBERED } from "./take-numbers.ts";
import type { Numbered } from "./take-numbers.ts";

/**
 * Copies all rows of the side database into the target, within the target's transaction, and returns how many. Both are at
 * the same version. References were checked, and triggers have run.
 */
export async function copyInto(
  side: pg.Client,
  into: pg.Client,
  log: (line: string) => void,
): Promise<number> {
  await into.query("set local session_replication_role = replica");
  let total = 0;
  for (const selected of await selectedTables(side)) {
    const { name, sqlName, sqlColumns } = selected.table;
    const rows = into.query(copyFrom(`copy public.${sqlName} (${sqlColumns}) from stdin (format binary)`));
    await pipeline(side.query(copyTo(`copy (${selectNumbered(selected)}) to stdout (format binary)`)), rows);
    const { rows: counted } = await side.query<{ rows: number }>(
      `select count(*)::float8 as rows from public.${sqlName}`,
    );
    if (rows.rowCount !== counted[0]?.rows) throw differs(`${name} has cells of series that it lacks`);
    log(`${name}: ${formatCount(rows.rowCount)} rows`);
    total += rows.rowCount;
  }
  return total;
}

/** With the numbers of the target, in the order in which they were stored. */
function selectNumbered({ table, decision }: SelectedTable): string {
  const numbered = NUMBERED.find((name) => name === table.name);
  const map = numbered ?? (table.columns.includes("series_id") ? seriesOf(decision) : null);
  if (map === null) return `select ${table.sqlColumns} from public.${table.sqlName}`;
  const key = numbered === undefined ? "series_id" : "id";
  const columns = table.columns.map((name) => (name === key ? "m.now" : `t."${name}"`)).join(", ");
  const order = numbered === undefined ? "" : " order by m.now";
  return `select ${columns} from public.${table.sqlName} t join ${mapOf(map)} m on m.before = t."${key}"${order}`;
}

function seriesOf(decision: SelectedTable["decision"]): Numbered {
  return decision.kind === "cells" ? decision.of : "series";
}
