import { seededRandom } from "@headroom/core";
import { lognormalMicros } from "./drawn-latencies.ts";

const JTL_HEADER =
  "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes," +
  "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n";
const FIRST_MILLIS = 1_760_000_000_000;
const THREADS = 50;

export interface DrawnRun {
  requests: number;
  seconds: number;
  labels: number;
}

interface DrawnRequest {
  label: number;
  startMicros: number;
  latencyMicros: number;
  failed: boolean;
  thread: number;
  bytes: number;
}

/** The same run always gets the same requests, in order of their start. */
function* requestsOf({ requests, seconds, labels }: DrawnRun): Generator<DrawnRequest> {
  const next = seededRandom(7);
  const latencies = Array.from({ length: labels }, (_, label) =>
    lognormalMicros(next, 4_000 * 1.9 ** (label % 8), 0.25 + 0.1 * (label % 4)),
  );
  for (let index = 0; index < requests; index++) {
    const label = Math.floor(next() ** 1.7 * labels);
    yield {
      label,
      startMicros: FIRST_MILLIS * 1_000 + Math.floor((index / requests) * seconds * 1_000_000),
      latencyMicros: latencies[label]?.() ?? 0,
      failed: next() < 0.004,
      thread: 1 + Math.floor(next() * THREADS),
      bytes: 200 + Math.floor(next() * 20_000),
    };
  }
}

/** A JMeter results file with its 17 default columns. */
export function drawnJtl(run: DrawnRun): Uint8Array {
  return Buffer.concat([...jtlChunks(run)]);
}

/** The same in chunks, for files that need not fit in memory. Every chunk ends at a line break. */
export function jtlChunks(run: DrawnRun): Generator<Buffer> {
  return written(JTL_HEADER, run, ({ label, startMicros, latencyMicros, failed, thread, bytes }) => {
    const elapsed = Math.round(latencyMicros / 1_000);
    const path = `/api/v1/resource-${String(label).padStart(4, "0")}`;
    const answer = failed ? "500,Internal Server Error" : "200,OK";
    return (
      `${Math.floor(startMicros / 1_000)},${elapsed},GET ${path},${answer},Group 1-${thread},text,${!failed},,` +
      `${bytes},120,${THREADS},${THREADS},http://127.0.0.1${path},${Math.max(0, elapsed - 1)},0,${thread % 17 === 0 ? 1 : 0}\n`
    );
  });
}

const K6_PARTS = ["blocked", "connecting", "tls_handshaking", "sending", "waiting", "receiving"];

/** What `k6 run --out json` writes: nine lines per request. */
export function drawnK6(run: DrawnRun): Uint8Array {
  return Buffer.concat([...k6Chunks(run)]);
}

function k6Chunks(run: DrawnRun): Generator<Buffer> {
  return written("", run, ({ label, startMicros, latencyMicros, failed }) => {
    const end = startMicros + latencyMicros;
    const second = new Date(Math.floor(end / 1_000_000) * 1_000).toISOString().slice(0, 19);
    const time = `${second}.${String(end % 1_000_000).padStart(6, "0")}417Z`;
    const path = `/api/v1/resource-${String(label).padStart(4, "0")}`;
    const tags =
      `"tags":{${failed ? '"error_code":"1500",' : ""}"expected_response":"${!failed}","group":"","method":"GET",` +
      `"name":"GET ${path}","proto":"HTTP/1.1","scenario":"default","status":"${failed ? 500 : 200}",` +
      `"url":"http://127.0.0.1${path}"}}}\n`;
    const point = (metric: string, value: number) =>
      `{"metric":"${metric}","type":"Point","data":{"time":"${time}","value":${value},${tags}`;
    return [
      point("http_reqs", 1),
      point("http_req_duration", latencyMicros / 1_000),
      ...K6_PARTS.map((part) => point(`http_req_${part}`, part === "waiting" ? latencyMicros / 1_000 : 0.02)),
      point("http_req_failed", failed ? 1 : 0),
    ].join("");
  });
}

function* written(
  header: string,
  run: DrawnRun,
  lineOf: (request: DrawnRequest) => string,
): Generator<Buffer> {
  if (header !== "") yield Buffer.from(header);
  let text = "";
  let lines = 0;
  for (const request of requestsOf(run)) {
    text += lineOf(request);
    if (++lines % 10_000 !== 0) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}
