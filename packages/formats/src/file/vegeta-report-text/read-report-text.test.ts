import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { vegetaReportText } from "./index.ts";

const report = readFileSync(join(import.meta.dirname, "fixtures/results.report.txt"), "utf8");
const parse = (text: string) => parseAll(vegetaReportText, Buffer.from(text));

describe("a text report of vegeta", () => {
  it("has its duration, bytes and failures", () => {
    const read = parse(report);
    expect(read.report).toMatchObject({ durationSeconds: 8.262, clock: "none", loadModel: "open" });
    expect(read.recorder.all.total?.bytes).toBe(251_064);
    expect(Object.fromEntries(read.recorder.all.failures)).toEqual({ "500 Internal Server Error": 3 });
  });

  it("of -every is the last of several", () => {
    const clear = "\u001b[2J\u001b[0;0H";
    const read = parse(`${clear}${report.replaceAll("480", "100")}\n${clear}${report}`);
    expect(read.recorder.all.total?.requests).toBe(480);
    expect(read.report.warnings.map(({ code }) => code)).toEqual(["earlier-reports"]);
  });

  it("of an older version has fewer columns", () => {
    const older = `Requests      [total, rate]            1200, 120.00
Duration      [total, attack, wait]    10.094965987s, 9.949883921s, 145.082066ms
Latencies     [mean, 50, 95, 99, max]  113.172398ms, 108.272568ms, 140.18235ms, 247.771566ms, 264.815246ms
Bytes In      [total, mean]            3714690, 3095.57
Bytes Out     [total, mean]            0, 0.00
Success       [ratio]                  55.42%
Status Codes  [code:count]             0:535  200:665
Error Set:
Get http://localhost:6060: dial tcp 127.0.0.1:6060: connection refused
`;
    const { recorder } = parse(older);
    expect(recorder.all.total).toMatchObject({
      requests: 1_200,
      errors: 535,
      minMicros: null,
      distribution: { micros: { p50: 108_272.568, p95: 140_182.35, p99: 247_771.566 } },
    });
    expect([...recorder.all.failures]).toEqual([["dial tcp 127.0.0.1:6060: connection refused", 535]]);
  });

  it("of no requests has no latencies", () => {
    const none = report.replace("480, 60.13, 57.73", "0, 0.00, 0.00").replace("200:477  500:3", "");
    const read = parse(none);
    expect(read.report.source).toBe("none");
    expect(read.recorder.all.total).toMatchObject({ requests: 0, maxMicros: null });
  });

  it.each([
    ["Latencies", "Lateness"],
    ["Status Codes", "Codes"],
    ["480,", "many,"],
    ["79.565ms", "79.565 apples"],
    ["500:3", "500"],
    ["Error Set:", ""],
  ])("is refused with %s written as %s", (from, to) => {
    expect(() => parse(report.replace(from, to))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });
});
