/** Peak memory and time of ingest while it reads 3 M rows, for each shape of file that could need more memory. */
import { Readable } from "node:stream";
import { longJtl, shuffledJtl } from "./jtl-file.ts";
import { jtlChunks } from "./drawn-results.ts";
import { peakMegabytes, resetPeak } from "./process-memory.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import { uploadSeconds } from "./upload-client.ts";

const requests = Number(process.env["HEADROOM_BENCH_ROWS"] ?? 3_000_000);
const seconds = 1_800;
const BLOCK_ROWS = 1_500_000;

await measure("20 labels, in order", requests, () => jtlChunks({ requests, seconds, labels: 20 }));
await measure("20 labels, lines shuffled", requests, () => shuffledJtl({ requests, seconds, labels: 20 }));
await measure("20,000 labels", requests, () => jtlChunks({ requests, seconds, labels: 20_000 }));
if (process.env["HEADROOM_BENCH_HEAVY"] === undefined) {
  console.log("for ten times the rows, over hours, set HEADROOM_BENCH_HEAVY=1");
} else {
  const blocks = Math.ceil((10 * requests) / BLOCK_ROWS);
  await measure("ten times the rows", blocks * BLOCK_ROWS, () => longJtl(BLOCK_ROWS, blocks, 20));
}

/** Runs ingest in its own process. The generator writes in this one as fast as ingest reads, so the time covers both. */
async function measure(name: string, rows: number, chunks: () => Generator<Buffer>): Promise<void> {
  const ingest = await openIngestUnderTest();
  try {
    await ingest.start();
    await resetPeak(ingest.pid());
    const took = await uploadSeconds(ingest, Readable.from(chunks(), { highWaterMark: 2 }), name);
    const peak = await peakMegabytes(ingest.pid());
    console.log(
      `${name.padEnd(26)} ${(rows / 1e6).toFixed(0).padStart(3)} M rows ${took.toFixed(1).padStart(6)} s, at most ${peak.toFixed(0)} MB`,
    );
  } finally {
    await ingest.close();
  }
}
