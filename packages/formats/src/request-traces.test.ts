import { aggregateRun } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { jmeterCsv } from "./file/jmeter-csv/index.ts";
import { k6Csv } from "./file/k6-csv/index.ts";
import { k6Ndjson } from "./file/k6-ndjson/index.ts";
import type { Format } from "./parser.ts";

const START = 1_795_200_000_000;
const idOf = (at: number) => (at + 1).toString(16).padStart(32, "a");

/** Latency and trace of the slowest requests, slowest first. */
async function tracesOf(format: Format, lines: readonly string[], chunk = 65_536, except: string[] = []) {
  const { totals } = await aggregateRun(
    async (sink) => {
      const parser = format.open(sink, {});
      const bytes = Buffer.from([...lines, ""].join("\n"));
      for (let at = 0; at < bytes.length; at += chunk) parser.write(bytes.subarray(at, at + chunk));
      return parser.end();
    },
    { labelFilter: { only: [], except } },
    async () => {},
  );
  return (totals?.slowest ?? []).map(({ latencyMicros, traceId }) => [latencyMicros / 1_000, traceId]);
}

const count = <Made>(length: number, make: (at: number) => Made) =>
  Array.from({ length }, (_, at) => make(at));
const slowestFirst = (length: number, millisOf: (at: number) => number) =>
  count(length, (at): [number, string] => [millisOf(at), idOf(at)])
    .toSorted(([a], [b]) => b - a)
    .slice(0, 50);

describe("the trace of a slow request of a JMeter CSV", () => {
  const header = (name: string) =>
    `timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,URL,${name}`;
  const millisOf = (at: number) => 100 + ((at * 7) % 5_000);
  const row = (at: number, trace: string, label = "home") =>
    `${START + at * 5 - millisOf(at)},${millisOf(at)},${label},${at % 9 === 0 ? 503 : 200},OK,Users 1-1,${at % 9 !== 0},490,https://h${at % 2}/,${trace}`;

  it.each(["traceparent", '"traceparent"', "TRACE_ID", "traceId", "trace-id", "X-B3-TraceId"])(
    "is in the column %s",
    async (name) => {
      expect(await tracesOf(jmeterCsv, [header(name), row(0, idOf(0))])).toEqual([[100, idOf(0)]]);
    },
  );

  it.each([65_536, 1_000, 97])("is its own, whatever comes with it, in chunks of %s bytes", async (chunk) => {
    const written = [
      idOf,
      (at: number) => `00-${idOf(at)}-00f067aa0ba902b7-01`,
      (at: number) => `"${idOf(at).toUpperCase()}"`,
    ];
    const rows = count(5_000, (at) => row(at, written[at % 3]?.(at) ?? ""));
    expect(await tracesOf(jmeterCsv, [header("traceparent"), ...rows], chunk)).toEqual(
      slowestFirst(5_000, millisOf),
    );
  });

  it("is left out if the column has no valid ID", async () => {
    const rows = ["", "null", "${trace}", "<b>"].map((text, at) => row(at, text));
    const traces = await tracesOf(jmeterCsv, [header("trace_id"), ...rows]);
    expect(traces.map(([, traceId]) => traceId)).toEqual([null, null, null, null]);
    const without = await tracesOf(jmeterCsv, [header("span"), row(0, idOf(0))]);
    expect(without).toEqual([[100, null]]);
  });

  it("is of the labels that are kept", async () => {
    const rows = count(200, (at) => row(at, idOf(at), at % 2 === 0 ? "setup" : "home"));
    const traces = await tracesOf(jmeterCsv, [header("trace_id"), ...rows], 65_536, ["setup"]);
    expect(traces.slice(0, 2)).toEqual([
      [millisOf(199), idOf(199)],
      [millisOf(197), idOf(197)],
    ]);
  });
});

describe("the trace of a slow request of k6", () => {
  const millisOf = (at: number) => 5 + ((at * 7) % 2_000);
  const expected = slowestFirst(2_000, millisOf);
  const csv = (columns: string, fieldsOf: (at: number) => string) => [
    `metric_name,timestamp,metric_value,expected_response,name,status,${columns}`,
    ...count(2_000, (at) => `http_req_duration,${START + at},${millisOf(at)},true,home,200,${fieldsOf(at)}`),
  ];
  const json = (dataOf: (at: number) => object, tags = {}) =>
    count(2_000, (at) => {
      const { tags: more = {}, ...data } = dataOf(at) as { tags?: object };
      const time = new Date(START + at).toISOString();
      const all = { name: "home", status: "200", expected_response: "true", ...tags, ...more };
      return `{"metric":"http_req_duration","type":"Point","data":${JSON.stringify({ time, value: millisOf(at), tags: all, ...data })}}`;
    });

  it("is a tag of its CSV", async () => {
    expect(
      await tracesOf(
        k6Csv,
        csv("trace_id,extra_tags", (at) => `${idOf(at)},`),
      ),
    ).toEqual(expected);
    const inTags = csv("extra_tags,metadata", (at) => `team=a&trace_id=${idOf(at)},`);
    expect(await tracesOf(k6Csv, inTags)).toEqual(expected);
    const inMetadata = csv("extra_tags,metadata", (at) => `team=a,trace_id=${idOf(at)}`);
    expect(await tracesOf(k6Csv, inMetadata)).toEqual(expected);
  });

  it("is a tag of its points in JSON, or their metadata", async () => {
    expect(
      await tracesOf(
        k6Ndjson,
        json((at) => ({ tags: { trace_id: idOf(at) } })),
      ),
    ).toEqual(expected);
    const careful = json((at) => ({ tags: { trace_id: idOf(at) } }), { note: 'a "quote"' });
    expect(await tracesOf(k6Ndjson, careful)).toEqual(expected);
    expect(
      await tracesOf(
        k6Ndjson,
        json((at) => ({ metadata: { trace_id: idOf(at) } })),
      ),
    ).toEqual(expected);
  });

  it("is its own where http_req_failed comes later", async () => {
    const lines = [
      "metric_name,timestamp,metric_value,name,status,trace_id",
      `http_req_duration,${START},20,home,200,${idOf(1)}`,
      `http_req_failed,${START},1,home,200,${idOf(1)}`,
      `http_req_duration,${START + 1},10,home,200,${idOf(2)}`,
    ];
    expect(await tracesOf(k6Csv, lines)).toEqual([
      [20, idOf(1)],
      [10, idOf(2)],
    ]);
  });
});
