import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { reasonOf } from "./hits.ts";
import { vegetaGob } from "./index.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const results = gunzipSync(readFileSync(join(fixtures, "results.gob.gz")));
const older = readFileSync(join(fixtures, "older-twice.gob"));
/** Where the messages of the results begin: behind the descriptions of their types. */
const FIRST_RESULT = 206;
const LATENCY_OF_FIRST = Buffer.from([0xfc, 0x02, 0xdc, 0xde, 0x06]);

describe("a gob stream of vegeta", () => {
  it("is an open load of samples, with the bytes that were received and why requests failed", () => {
    const { report, recorder } = parseAll(vegetaGob, results);
    expect(report).toMatchObject({ loadModel: "open", source: "samples", clock: "absolute", accepted: 480 });
    const checkout = recorder.named.find(({ name }) => name === "POST http://127.0.0.1:18099/checkout");
    expect(Object.fromEntries(checkout?.failures ?? [])).toEqual({ "500 Internal Server Error": 3 });
  });

  it("may have bodies longer than anything that is held", () => {
    const { report } = parseAll(vegetaGob, results, { maxLineBytes: 64 }, () => 100);
    expect(report).toMatchObject({ accepted: 480, refused: { count: 0 } });
  });

  it("refuses a text that is longer than allowed, by its record and field", () => {
    const { report } = parseAll(vegetaGob, results, { maxLineBytes: 32 });
    expect(report.accepted).toBe(320);
    expect(report.refused.first[0]).toMatchObject({
      line: 11,
      column: "URL",
      reason: "URL is longer than 32 bytes",
    });
  });

  it("tells results of versions without addresses apart by nothing: they are all requests", () => {
    const { recorder } = parseAll(vegetaGob, older);
    expect(recorder.named).toEqual([]);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      "503 Service Unavailable": 12,
      "read tcp 127.0.0.1:18080: read: connection reset by peer": 6,
    });
  });

  it("refuses a negative latency and reads on", () => {
    const changed = Buffer.from(results);
    const at = changed.indexOf(LATENCY_OF_FIRST);
    changed[at + 4] = 0x07;
    const { report } = parseAll(vegetaGob, changed);
    expect(report.accepted).toBe(479);
    expect(report.refused.first).toEqual([
      { line: 1, byte: FIRST_RESULT, column: "latency", reason: "latency is negative, or not a number" },
    ]);
  });

  it("refuses one result whose fields contradict their lengths, and reads the next", () => {
    const changed = Buffer.from(results);
    changed[changed.indexOf(LATENCY_OF_FIRST) - 1] = 0x7f;
    const { report } = parseAll(vegetaGob, changed);
    expect(report.accepted).toBe(479);
    expect(report.refused.first[0]).toMatchObject({ line: 1, byte: FIRST_RESULT });
  });

  it("keeps what came before a cut, and says where it was cut", () => {
    const cut = results.subarray(0, FIRST_RESULT + 100);
    const { report } = parseAll(vegetaGob, cut);
    expect(report.accepted).toBe(0);
    expect(report.refused.first).toEqual([
      { line: 1, byte: FIRST_RESULT, column: null, reason: "the last record is incomplete" },
    ]);
    const { report: inHeaders } = parseAll(vegetaGob, results.subarray(0, -3));
    expect(inHeaders).toMatchObject({ accepted: 480, refused: { count: 0 } });
    expect(inHeaders.warnings.map(({ code }) => code)).toEqual(["cut-short"]);
  });

  it.each([
    ["a message without bytes", Buffer.from([0])],
    ["a number of more than eight bytes", Buffer.from([0x80, 1, 2])],
    ["a value of a type that was never described", Buffer.from([4, 0xff, 0xf0, 1, 1])],
    ["a value of another type", Buffer.from([3, 2, 1, 0])],
  ])("cannot be read past %s", (_, broken) => {
    expect(() => parseAll(vegetaGob, Buffer.concat([older, broken]))).toThrow(
      expect.objectContaining({ code: "file-unreadable", byte: older.length }),
    );
  });

  it("is none when it describes another type first, or ends before it describes one", () => {
    const renamed = Buffer.from(results);
    renamed.write("Resulx", renamed.indexOf("Result"));
    expect(() => parseAll(vegetaGob, renamed)).toThrow(expect.objectContaining({ code: "format-unknown" }));
    expect(() => parseAll(vegetaGob, results.subarray(0, 40))).toThrow(
      expect.objectContaining({ code: "file-truncated" }),
    );
  });
});

describe("why a request failed", () => {
  it.each([
    ["500 Internal Server Error", 500, "500 Internal Server Error"],
    [
      'Get "http://h/x": dial tcp 0.0.0.0:0->127.0.0.1:1: connect: connection refused',
      0,
      "dial tcp 127.0.0.1:1: connect: connection refused",
    ],
    ["Get http://h/x: EOF", 0, "EOF"],
    ["", 404, "404"],
    ["", 0, "no answer"],
  ])("%j with status %i is %j", (error, code, reason) => {
    expect(reasonOf(error, code)).toBe(reason);
  });
});
