/** Database size of a run compared with its raw file. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { jtlChunks } from "./drawn-results.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import { uploadSeconds } from "./upload-client.ts";

const requests = Number(process.env["HEADROOM_BENCH_ROWS"] ?? 3_000_000);

interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}
// Only the database package depends on it, so resolve it from there.
const driver = "pg";
const require = createRequire(join(import.meta.dirname, "..", "packages", "db", "package.json"));
const { Client: PgClient } = require(driver) as {
  Client: new (options: { connectionString: string }) => Client;
};

const ingest = await openIngestUnderTest();
const client = new PgClient({ connectionString: ingest.databaseUrl });
try {
  await ingest.start();
  await client.connect();
  await measure(20);
  await measure(200);
} finally {
  await client.end();
  await ingest.close();
}

async function measure(labels: number): Promise<void> {
  let rawBytes = 0;
  function* counted(): Generator<Buffer> {
    for (const chunk of jtlChunks({ requests, seconds: 1_800, labels })) {
      rawBytes += chunk.length;
      yield chunk;
    }
  }
  const before = await stored();
  await uploadSeconds(ingest, Readable.from(counted()), `${labels} labels`);
  const after = await stored();
  const cells = after.cells - before.cells;
  const rows = after.rows - before.rows;
  console.log(
    `${labels} labels, ${(rawBytes / 1e6).toFixed(0)} MB of results: cells ${(cells / 1e6).toFixed(1)} MB with their index, ` +
      `${rows} rows of ${(cells / rows).toFixed(0)} bytes, ${((100 * cells) / rawBytes).toFixed(2)}% of raw`,
  );
}

async function stored(): Promise<{ cells: number; rows: number }> {
  const { rows } = await client.query(
    "select hypertable_size('run_cell')::float8 as cells, (select count(*) from run_cell)::float8 as rows",
  );
  return { cells: Number(rows[0]?.["cells"]), rows: Number(rows[0]?.["rows"]) };
}
