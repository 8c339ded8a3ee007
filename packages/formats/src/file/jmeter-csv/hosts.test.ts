import { aggregateRun, RunAggregation } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { jmeterCsvParser } from "./jmeter-csv-parser.ts";

const HEADER =
  "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,bytes,URL,Latency";
const START = 1_795_200_000_000;
const row = (at: number, label: string, url: string, success = true) =>
  `${START + at},${100 + at},${label},200,OK,Users 1-1,text,${success},490,${url},3`;

function hostsOf(rows: readonly string[], chunk = 65_536) {
  const run = new RunAggregation();
  const parser = jmeterCsvParser(run, {});
  const bytes = Buffer.from([HEADER, ...rows, ""].join("\n"));
  for (let at = 0; at < bytes.length; at += chunk) parser.write(bytes.subarray(at, at + chunk));
  parser.end();
  const { hosts, labels } = run.finish();
  return {
    hosts: hosts.map(({ host, errors, latencies }) => [host, latencies.count, errors, latencies.sum]),
    labels: labels.map(({ name, total }) => [name, total.requests]),
  };
}

const count = (length: number, make: (at: number) => string) => Array.from({ length }, (_, at) => make(at));

describe("the tested hosts of a JMeter CSV", () => {
  it("are those of its URLs, without user, path and query", () => {
    const rows = [
      ...count(500, (at) => row(at, "home", "https://Shop.example/a?token=secret")),
      ...count(300, (at) => row(at, "pay", "https://me:pass@bank.example:8443/", at % 3 !== 0)),
    ];
    expect(hostsOf(rows).hosts).toEqual([
      ["shop.example", 500, 0, 1_000 * (500 * 100 + (499 * 500) / 2)],
      ["bank.example:8443", 300, 100, 1_000 * (300 * 100 + (299 * 300) / 2)],
    ]);
  });

  it.each([65_536, 1_000, 97])("are told apart where a label has several, in chunks of %s bytes", (chunk) => {
    const hosts = [
      "https://a/x",
      "http://a:443/x",
      "https://b",
      "null",
      "https://ab/x",
      "http://a/x?https://b/",
    ];
    const rows = count(3_000, (at) => row(at, "home", hosts[at % 6] ?? "", at % 60 !== 2));
    const { hosts: found, labels } = hostsOf(rows, chunk);
    expect(labels).toEqual([["home", 3_000]]);
    expect(found.map(([host, requests, errors]) => [host, requests, errors])).toEqual([
      ["a", 1_000, 0],
      ["a:443", 500, 0],
      ["ab", 500, 0],
      ["b", 500, 50],
      [null, 500, 0],
    ]);
  });

  it("are the same in quoted rows", () => {
    const rows = count(200, (at) => row(at, at % 2 === 0 ? "home" : '"home"', `https://h${at % 3}/x`));
    expect(hostsOf(rows).hosts.map(([host, requests]) => [host, requests])).toEqual([
      ["h0", 67],
      ["h1", 67],
      ["h2", 66],
    ]);
  });

  it("are of the labels that are kept, whatever failed of the others", async () => {
    const rows = [
      ...count(300, (at) => row(at, "setup", "https://admin/", false)),
      ...count(300, (at) => row(at, "home", `https://h${at % 2}/`, at % 3 !== 0)),
    ];
    const read = await aggregateRun(
      async (sink) => {
        const parser = jmeterCsvParser(sink, {});
        parser.write(Buffer.from([HEADER, ...rows, ""].join("\n")));
        return parser.end();
      },
      { labelFilter: { only: [], except: ["setup*"] } },
      async () => {},
    );
    expect(read.totals?.hosts.map(({ host, errors, latencies }) => [host, latencies.count, errors])).toEqual([
      ["h0", 150, 50],
      ["h1", 150, 50],
    ]);
    expect(read.totals?.failures.map(({ times }) => times)).toEqual([100]);
  });

  it("are not known without the column", () => {
    const run = new RunAggregation();
    const parser = jmeterCsvParser(run, {});
    parser.write(Buffer.from(`timeStamp,elapsed,label,success\n${START},100,home,true\n`));
    parser.end();
    expect(run.finish().hosts).toEqual([]);
  });
});
