/** Reads the same file with every tool, on the same cores in one run: seconds and their ratios. */
import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { compressJtl, inFolder, writeJtl } from "./jtl-file.ts";
import { duckdbSeconds } from "./peers/duckdb.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import { uploadSeconds } from "./upload-client.ts";

const ROUNDS = 3;
/** JMeter 5.6.3's own HTML report on a comparable machine: 1 M rows in 16.2 s. */
const JMETER_REPORT_ROWS = 62_000;
const run = { requests: Number(process.env["HEADROOM_BENCH_ROWS"] ?? 3_000_000), seconds: 1_800, labels: 20 };
const shell = promisify(execFile);

await inFolder(async (folder) => {
  const plain = join(folder, "results.jtl");
  const [gzip, zstd] = [`${plain}.gz`, `${plain}.zst`];
  await writeJtl(plain, run);
  await compressJtl(gzip, "gzip", run);
  await compressJtl(zstd, "zstd", run);
  const { size } = await stat(plain);
  console.log(
    `${run.requests} rows of ${run.labels} labels over ${run.seconds} s, ${(size / 1e6).toFixed(0)} MB; best of ${ROUNDS}`,
  );
  await compare(plain, gzip, zstd);
});

async function compare(plain: string, gzip: string, zstd: string): Promise<void> {
  const ingest = await openIngestUnderTest();
  try {
    await ingest.start();
    const upload = (file: string) => () =>
      uploadSeconds(ingest, createReadStream(file, { highWaterMark: 1 << 20 }));
    print("first upload of the process", await upload(plain)());
    print("wc -l", await best(() => commandSeconds("wc", "-l", plain)));
    const gunzip = await best(() => commandSeconds("sh", "-c", `gzip -dc ${gzip} > /dev/null`));
    print("gzip -dc", gunzip);
    const duckdb = await duckdbSeconds(plain, ROUNDS);
    if (duckdb !== null) print("DuckDB read_csv, group by label and second", duckdb);
    const against = (seconds: number, peer: number | null, name: string) =>
      peer === null ? "" : `, ${(seconds / peer).toFixed(2)}x ${name}`;
    const sent = await best(upload(plain));
    const report = (run.requests / sent / JMETER_REPORT_ROWS).toFixed(0);
    print("upload to verdict, plain", sent, `${against(sent, duckdb, "DuckDB")}, ${report}x JMeter's report`);
    const zipped = await best(upload(gzip));
    print("upload to verdict, gzip", zipped, against(zipped, gunzip, "gzip -dc"));
    print("upload to verdict, zstd", await best(upload(zstd)));
  } finally {
    await ingest.close();
  }
}

function print(what: string, seconds: number, more = ""): void {
  const rate = (run.requests / seconds / 1e6).toFixed(2);
  console.log(`${what.padEnd(44)} ${seconds.toFixed(2).padStart(6)} s  ${rate} M rows/s${more}`);
}

async function best(measure: () => Promise<number>): Promise<number> {
  let seconds = Infinity;
  for (let round = 0; round < ROUNDS; round++) seconds = Math.min(seconds, await measure());
  return seconds;
}

async function commandSeconds(command: string, ...args: string[]): Promise<number> {
  const began = performance.now();
  await shell(command, args);
  return (performance.now() - began) / 1_000;
}
