import type pg from "pg";

interface Offer {
  what: string;
  sql: string;
}

// Segments by series, so that one label of one run is read without unpacking its neighbours. Compression waits two
// weeks: parts of a run, and judging it again, write to the chunk of its import time.
const OFFERS: readonly Offer[] = ["run_cell", "gauge_cell"].flatMap((table) => [
  {
    what: `columnstore on ${table}`,
    sql: `alter table ${table} set (
        timescaledb.enable_columnstore = true,
        timescaledb.segmentby = 'series_id, step',
        timescaledb.orderby = 'offset_s, part_id, piece, imported_at'
      )`,
  },
  {
    what: `columnstore policy on ${table}`,
    sql: `call add_columnstore_policy('${table}', after => interval '14 days', if_not_exists => true)`,
  },
]);

/**
 * Tries features that only some editions of TimescaleDB have, each in its own transaction. The product works
 * without them, so a refusal is a line in the log and never a failure.
 */
export async function offerWhatTheServerHas(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (const { what, sql } of OFFERS) {
    try {
      await client.query("begin");
      await client.query(sql);
      await client.query("commit");
      log(`enabled: ${what}`);
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      log(
        `not available on this server: ${what} (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
}
