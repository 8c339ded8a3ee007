import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { siegeLog } from "./index.ts";

const HEADER =
  "      Date & Time,  Trans,  Elap Time,  Data Trans,  Resp Time,  Trans Rate,  Throughput,  Concurrent,    OKAY,   Failed";
const RUN =
  "2020-02-03 05:00:30,   5000,      30.50,          12,       0.25,      163.93,        0.39,       41.00,    4900,      25";

const parse = (...lines: string[]) => parseAll(siegeLog, Buffer.from(`${lines.join("\n")}\n`));

describe("the log of siege", () => {
  it("gives a run that ended when its line was written", () => {
    const { report } = parse(HEADER, RUN);
    expect(report).toMatchObject({
      startedAtMicros: Date.UTC(2020, 1, 3, 4, 59, 59, 500) * 1_000,
      durationSeconds: 30.5,
    });
  });

  it("gives the last of several runs, and says so", () => {
    const { report, recorder } = parse(HEADER, RUN.replace("5000", "77"), "**** mark ****", RUN);
    expect(recorder.all.total?.requests).toBe(5_025);
    expect(report.warnings).toContainEqual(
      expect.objectContaining({
        code: "several-runs",
        lines: [4],
        detail: expect.stringContaining("2 runs"),
      }),
    );
  });

  it("is known without its header", () => {
    expect(siegeLog.detect(Buffer.from(`${RUN}\n`)).match).toBe(true);
  });

  it("is refused without a run, and when its last line is none", () => {
    expect(() => parse(HEADER)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
    expect(() => parse(HEADER, RUN, RUN.slice(0, -9))).toThrow(
      expect.objectContaining({ code: "file-unreadable", line: 3 }),
    );
    expect(() => parse(HEADER, RUN.replace("02-03", "02-30"))).toThrow(
      expect.objectContaining({ code: "file-unreadable", line: 2 }),
    );
  });
});
