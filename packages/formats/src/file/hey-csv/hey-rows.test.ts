import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { heyCsv } from "./index.ts";

const HEADER = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset";
const ROW = "0.0033,0.0005,0.0000,0.0001,0.0024,0.0000,200,1.5002";

function parse(rows: string[], startMicros?: number) {
  const bytes = Buffer.from(`${[HEADER, ...rows].join("\n")}\n`);
  return parseAll(heyCsv, bytes, startMicros === undefined ? {} : { startMicros });
}

describe("a CSV of hey", () => {
  it("counts its times from the run start", () => {
    const { report, recorder } = parse([ROW], 1_000_000_000_000_000);
    expect(report).toMatchObject({ clock: "relative", loadModel: "closed", latencyResolutionMicros: 100 });
    expect(recorder.lastCompletionMicros).toBe(1_000_000_001_503_500);
  });

  it("has failures by status, and says that requests without an answer are not in it", () => {
    const { report, recorder } = parse([ROW, ROW.replace("200", "503"), ROW.replace("200", "404")]);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ 404: 1, 503: 1 });
    expect(report.warnings.map(({ code }) => code)).toEqual(["unanswered-untold"]);
  });

  it.each([
    [ROW.replace("0.0033", "-0.0033"), "response-time"],
    [ROW.replace("0.0033", "NaN"), "response-time"],
    [ROW.replace("0.0033", "9999999.0"), "response-time"],
    [ROW.replace("200", "OK"), "status-code"],
    [ROW.replace("1.5002", "-1.5002"), "offset"],
    [ROW.replace(",200", ""), null],
  ])("leaves out %s", (row, column) => {
    const { report } = parse([ROW, row]);
    expect(report.accepted).toBe(1);
    expect(report.refused.first).toMatchObject([{ line: 3, column }]);
  });

  it("is none without its header", () => {
    expect(() => parseAll(heyCsv, Buffer.from(`${ROW}\n`))).toThrow(
      expect.objectContaining({ code: "format-unknown", line: 1 }),
    );
  });
});
