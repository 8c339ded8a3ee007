/** Rows per second from the first byte of an upload to the response with its verdict, over HTTP, plain and compressed. */
import { gzipSync, zstdCompressSync } from "node:zlib";
import { drawnJtl } from "./drawn-results.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";

const requests = Number(process.env["HEADROOM_BENCH_ROWS"] ?? 300_000);
const file = Buffer.from(drawnJtl({ requests, seconds: 1_800, labels: 20 }));
const bodies = {
  "warm up": file,
  plain: file,
  gzip: gzipSync(file, { level: 1 }),
  zstd: zstdCompressSync(file),
};

const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  for (const [name, body] of Object.entries(bodies)) await measure(name, body);
} finally {
  await ingest.close();
}

async function measure(name: string, body: Buffer): Promise<void> {
  const began = performance.now();
  const answer = await fetch(`${ingest.url}/v1/runs?service=bench&experiment=upload&target=p99<=1s`, {
    method: "POST",
    headers: { authorization: `Bearer ${ingest.ingestToken}` },
    body: new Uint8Array(body),
  });
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  const seconds = (performance.now() - began) / 1_000;
  const megabytes = (body.length / 1e6).toFixed(0);
  console.log(
    `${name.padEnd(8)} ${(requests / seconds / 1e3).toFixed(0)} k rows/s, ${requests} rows, ${megabytes} MB sent, ${seconds.toFixed(2)} s`,
  );
}
