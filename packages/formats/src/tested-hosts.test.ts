import { RunAggregation } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { k6CsvParser } from "./file/k6-csv/k6-csv-parser.ts";
import { k6NdjsonParser } from "./file/k6-ndjson/k6-ndjson-parser.ts";
import { vegetaCsvParser } from "./file/vegeta-csv/vegeta-csv-parser.ts";
import { vegetaJsonParser } from "./file/vegeta-json/vegeta-json-parser.ts";

const URLS = [
  "https://me:secret@Shop.example/cart?token=x",
  "https://pay.example:8443/pay",
  "https://shop.example/",
];

const k6Json = (url: string, at: number, name: string) =>
  `{"metric":"http_req_duration","type":"Point","data":{"time":"2026-03-02T10:00:0${at}Z","value":12.5,"tags":{"expected_response":"true","name":${JSON.stringify(name)},"status":"200","url":"${url}"}}}`;
const k6Csv = (url: string, at: number) => `http_req_duration,177244560${at},12.5,all,${url},200,true`;
const vegetaCsv = (url: string, at: number) =>
  `177244560${at}000000000,200,12500000,0,10,,,attack,${at},GET,${url},`;
const vegetaJson = (url: string, at: number) =>
  `{"attack":"","seq":${at},"code":200,"timestamp":"2026-03-02T10:00:0${at}Z","latency":12500000,"bytes_out":0,"bytes_in":1,"error":"","method":"GET","url":"${url}"}`;

describe("the tested hosts", () => {
  it.each([
    ["k6 NDJSON", k6NdjsonParser, URLS.map((url, at) => k6Json(url, at, "all"))],
    ["k6 NDJSON that is read carefully", k6NdjsonParser, URLS.map((url, at) => k6Json(url, at, 'a"b'))],
    [
      "k6 CSV",
      k6CsvParser,
      ["metric_name,timestamp,metric_value,name,url,status,expected_response", ...URLS.map(k6Csv)],
    ],
    ["Vegeta CSV", vegetaCsvParser, URLS.map(vegetaCsv)],
    ["Vegeta JSON", vegetaJsonParser, URLS.map(vegetaJson)],
  ] as const)("of %s are those of its URLs", (_, open, lines) => {
    const run = new RunAggregation();
    const parser = open(run, {});
    parser.write(Buffer.from(`${lines.join("\n")}\n`));
    const report = parser.end();
    expect([report.accepted, report.refused.count]).toEqual([3, 0]);
    expect(run.finish().hosts.map(({ host, latencies }) => [host, latencies.count])).toEqual([
      ["shop.example", 2],
      ["pay.example:8443", 1],
    ]);
  });
});
