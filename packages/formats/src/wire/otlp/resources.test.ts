import { expect, it } from "vitest";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeOtlp } from "./decode-otlp.ts";
import type { OtlpEncoding } from "./decode-otlp.ts";
import { encodedRequest } from "./encoded-request.ts";

function resourcesOf(encoding: OtlpEncoding, body: Uint8Array) {
  const all: unknown[] = [];
  decodeOtlp(body, { encoding, resource: (attributes) => all.push(attributes) }, new RecordedMetrics());
  return all;
}

it("hands over each resource with its attributes, in both encodings", () => {
  const json = {
    resourceMetrics: [
      { resource: { attributes: [{ key: "host.type", value: { stringValue: "c7g" } }] } },
      { scopeMetrics: [] },
    ],
  };
  expect(resourcesOf("json", Buffer.from(JSON.stringify(json)))).toEqual([[["host.type", "c7g"]], []]);
  const metrics = [{ name: "m", field: 5, points: [] }];
  expect(resourcesOf("protobuf", encodedRequest(metrics, { "host.type": "c7g" }))).toEqual([
    [["host.type", "c7g"]],
  ]);
});
