import type { ProtoWriter } from "@headroom/core/wire";
import { expect, it } from "vitest";
import { influxSlices } from "./influx/decode-influx.ts";
import { encodedRequest } from "./otlp/encoded-request.ts";
import { otlpSlices } from "./otlp/decode-otlp.ts";
import { RecordedMetrics } from "./recorded-metrics.ts";
import { body1, body2 } from "./remote-write/encoded-body.ts";
import { remoteWriteSlices } from "./remote-write/decode-remote-write.ts";
import type { Slices } from "./slices.ts";

const COUNT = 1_000;
const MOST = 20;

const series = Array.from({ length: COUNT }, (_, at) => ({
  labels: { __name__: "m", at: `${at}` },
  samples: [[at, 1_000]] as const,
}));
const lines = Buffer.from(Array.from({ length: COUNT }, (_, at) => `m,at=${at} v=${at}`).join("\n"));
const point = (at: number) => (message: ProtoWriter) => void message.double(4, at);
const protobuf = encodedRequest([
  { name: "m", field: 5, points: Array.from({ length: COUNT }, (_, at) => point(at)) },
]);
const dataPoints = Array.from({ length: COUNT }, (_, at) => ({ asDouble: at }));
const json = Buffer.from(
  JSON.stringify({
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "m", gauge: { dataPoints } }] }] }],
  }),
);

it.each<[string, (sink: RecordedMetrics) => Slices<unknown>]>([
  ["line protocol", (sink) => influxSlices(lines, { precision: "s" }, sink)],
  ["remote write 1.0", (sink) => remoteWriteSlices(body1(series), { version: "1.0" }, sink)],
  ["remote write 2.0", (sink) => remoteWriteSlices(body2(series), { version: "2.0" }, sink)],
  ["OTLP in protobuf", (sink) => otlpSlices(protobuf, { encoding: "protobuf" }, sink)],
  ["OTLP in JSON", (sink) => otlpSlices(json, { encoding: "json" }, sink)],
])("a body of %s can be left after every 20 values", (_name, open) => {
  const metrics = new RecordedMetrics();
  const slices = open(metrics);
  let before = 0;
  for (let isDone = false; !isDone;) {
    isDone = slices.next().done === true;
    expect(metrics.numbers.length - before).toBeLessThanOrEqual(MOST);
    before = metrics.numbers.length;
  }
  expect(metrics.numbers.map(({ value }) => value)).toEqual(Array.from({ length: COUNT }, (_, at) => at));
});
