/** How uploads affect each other: two large ones, a small one next to them, and a very slow client. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { drawnJtl } from "./drawn-results.ts";
import { inFolder, writeJtl } from "./jtl-file.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import type { IngestUnderTest } from "./soak/ingest-under-test.ts";
import { uploadSeconds } from "./upload-client.ts";

const requests = Number(process.env["HEADROOM_BENCH_ROWS"] ?? 3_000_000);
const SLOW_SECONDS = 5;
const small = Buffer.from(drawnJtl({ requests: 1_000, seconds: 60, labels: 20 }));

await withIngest(besideSlowClient);
await inFolder(async (folder) => {
  const file = join(folder, "results.jtl");
  await writeJtl(file, { requests, seconds: 1_800, labels: 20 });
  await withIngest(async (ingest) => {
    await twoAtOnce(ingest, (name) =>
      uploadSeconds(ingest, createReadStream(file, { highWaterMark: 1 << 20 }), name),
    );
  });
});

async function withIngest(work: (ingest: IngestUnderTest) => Promise<void>): Promise<void> {
  const ingest = await openIngestUnderTest();
  try {
    await ingest.start();
    await work(ingest);
  } finally {
    await ingest.close();
  }
}

function uploadSmall(ingest: IngestUnderTest, name: string): Promise<number> {
  return uploadSeconds(ingest, Readable.from([small]), name);
}

async function twoAtOnce(ingest: IngestUnderTest, large: (name: string) => Promise<number>): Promise<void> {
  await large("warm up");
  const alone = await uploadSmall(ingest, "alone");
  const before = await large("one");
  const inTurn = before + (await large("other"));
  const began = performance.now();
  const both = Promise.all([large("one"), large("other")]).then(() => (performance.now() - began) / 1_000);
  const quickOnes: number[] = [];
  let atOnce: number | null = null;
  while (atOnce === null) {
    quickOnes.push(await uploadSmall(ingest, "meanwhile"));
    atOnce = await Promise.race([both, delay(50, null)]);
  }
  console.log(
    `two uploads of ${requests} rows ${inTurn.toFixed(2)} s one after the other, ${atOnce.toFixed(2)} s in parallel: ` +
      `${(atOnce / inTurn).toFixed(2)}x, with ${quickOnes.length} small ones in parallel`,
  );
  console.log(
    `upload of 1,000 rows ${alone.toFixed(2)} s alone, ${Math.max(...quickOnes).toFixed(2)} s at most next to the two`,
  );
}

/** Enough for a part and its first cells, then one byte per second. */
async function* byteBySecond(): AsyncGenerator<Uint8Array> {
  const head = Buffer.from(drawnJtl({ requests: 200_000, seconds: 600, labels: 20 }));
  yield head.subarray(0, -SLOW_SECONDS);
  for (let at = head.length - SLOW_SECONDS; at < head.length; at++) {
    await delay(1_000);
    yield head.subarray(at, at + 1);
  }
}

/** The database is new, so the slow client's first cells create the chunk that the others also write to. */
async function besideSlowClient(ingest: IngestUnderTest): Promise<void> {
  const slowly = uploadSeconds(ingest, Readable.from(byteBySecond()), "slow");
  await delay(1_500);
  const taken: number[] = [];
  for (let round = 0; round < 5; round++)
    taken.push(await uploadSmall(ingest, `beside the slow one ${round}`));
  const slow = await slowly;
  console.log(
    `upload of 1,000 rows ${Math.max(...taken).toFixed(2)} s at most next to a client that sends a byte a second (${slow.toFixed(1)} s)`,
  );
}
