import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ohaCsv } from "./index.ts";

const HEADER = "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status";
const ROW = "1.500790245,0.000002964,0.000130133,0.00208766,0.002088532,333,200";

function parse(rows: string[], startMicros = 0) {
  return parseAll(ohaCsv, Buffer.from(`${[HEADER, ...rows].join("\n")}\n`), { startMicros });
}

describe("a CSV of oha", () => {
  it("counts its times from the run start", () => {
    const { report, recorder } = parse([ROW], 1_000_000_000_000_000);
    expect(report).toMatchObject({ clock: "relative", loadModel: "unknown" });
    expect(recorder.lastCompletionMicros).toBe(1_000_000_001_500_790 + 2_089);
  });

  it("has failures by status, and says that requests without an answer are not in it", () => {
    const { report, recorder } = parse([ROW, ROW.replace("200", "503")]);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ 503: 1 });
    expect(report.warnings.map(({ code }) => code)).toEqual(["unanswered-untold"]);
  });

  it.each([
    [ROW.replace("0.002088532", "-0.002"), "request-duration"],
    [ROW.replace("1.500790245", "soon"), "request-start"],
    [ROW.replace(",200", ",2"), "status"],
    [ROW.replace(",333", ",-333"), "bytes"],
    [ROW.replace(",333", ""), null],
  ])("leaves out %s", (row, column) => {
    const { report } = parse([ROW, row]);
    expect(report.accepted).toBe(1);
    expect(report.refused.first).toMatchObject([{ line: 3, column }]);
  });
});
