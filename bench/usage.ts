/** What counting a workspace's usage costs an upload: the whole upload, and the count alone, in turns. */
import { Readable } from "node:stream";
import { countUpload } from "@headroom/db";
import { openServices } from "@headroom/services";
import { jtlChunks } from "./drawn-results.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import type { IngestUnderTest } from "./soak/ingest-under-test.ts";
import { uploadSeconds } from "./upload-client.ts";

const ROUNDS = 40;
const WARM_UP = 5;
const UPLOAD = { requests: 1_000, seconds: 60, labels: 5 };
const TOGETHER = 10;

const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  await measure(ingest);
} finally {
  await ingest.close();
}

async function measure(under: IngestUnderTest): Promise<void> {
  const { db } = openServices({ url: under.databaseUrl, maxConnections: TOGETHER });
  const { workspaceId } = under;
  const counting = () =>
    db.inWorkspace(workspaceId, (tx) =>
      countUpload(tx, workspaceId, { at: new Date(), samples: 1_000, bytes: 100_000 }),
    );
  const nothing = () => db.inWorkspace(workspaceId, (tx) => tx.query("select 1"));
  const times = { upload: [] as number[], count: [] as number[], nothing: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const upload = 1_000 * (await uploadSeconds(under, Readable.from(jtlChunks(UPLOAD))));
    const count = await millisOf(counting);
    const empty = await millisOf(nothing);
    if (round < WARM_UP) continue;
    times.upload.push(upload);
    times.count.push(count);
    times.nothing.push(empty);
  }
  const [upload, count, empty] = [median(times.upload), median(times.count), median(times.nothing)];
  console.log(
    `an upload of ${UPLOAD.requests} rows ${upload.toFixed(1)} ms; a transaction with the count ${count.toFixed(2)} ms, ` +
      `without ${empty.toFixed(2)} ms: ${((100 * (count - empty)) / upload).toFixed(1)}% of the upload at most`,
  );
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(Array.from({ length: TOGETHER }, counting));
  const each = (performance.now() - began) / (ROUNDS * TOGETHER);
  console.log(`${TOGETHER} counts of one workspace at a time: ${(1_000 / each).toFixed(0)} a second`);
  await db.close();
}

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
