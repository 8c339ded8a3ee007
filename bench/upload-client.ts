import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { IngestUnderTest } from "./soak/ingest-under-test.ts";

/** Seconds from the first byte sent to the response with the verdict. */
export async function uploadSeconds(
  ingest: IngestUnderTest,
  body: Readable,
  name = "bench",
): Promise<number> {
  const began = performance.now();
  const query = `service=bench&experiment=${encodeURIComponent(name)}&target=${encodeURIComponent("p99<=1s")}`;
  const client = httpRequest(`${ingest.url}/v1/runs?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ingest.ingestToken}` },
  });
  const answered = once(client, "response") as Promise<[IncomingMessage]>;
  const [[answer]] = await Promise.all([answered, pipeline(body, client)]);
  const text = (await answer.setEncoding("utf8").toArray()).join("");
  if (answer.statusCode !== 201) throw new Error(`${name}: ${answer.statusCode} ${text.slice(0, 1_000)}`);
  return (performance.now() - began) / 1_000;
}
