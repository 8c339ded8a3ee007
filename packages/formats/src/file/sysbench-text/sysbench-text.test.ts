import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { sysbenchText } from "./index.ts";

const parse = (name: string, startMicros = 0) =>
  parseAll(sysbenchText, readFileSync(join(import.meta.dirname, "fixtures", name)), { startMicros });

describe("a report of sysbench", () => {
  it("has its version, duration and how the load was made", () => {
    expect(parse("cpu.txt").report).toMatchObject({
      toolVersion: "1.0.20",
      durationSeconds: 6.0006,
      loadModel: "closed",
    });
    expect(parse("oltp-rate.txt").report).toMatchObject({ loadModel: "open", clock: "none", absent: [] });
    expect(parse("older.txt").report).toMatchObject({ toolVersion: "0.5", durationSeconds: 9.988 });
  });

  it("has an interval and its threads for each of its reports, from a start that the uploader knows", () => {
    const { report, recorder } = parse("cpu.txt", 60_000_000);
    const intervals = recorder.all.intervals.map(({ startMicros, seconds, cell }) => [
      startMicros,
      seconds,
      cell.requests,
    ]);
    expect(report).toMatchObject({ clock: "relative", source: "quoted" });
    expect(report.latencyRelativeError).toBeCloseTo(0.009, 3);
    expect(intervals).toEqual([
      [60_000_000, 2, 17_912],
      [62_000_000, 2, 15_311],
      [64_000_000, 2, 17_658],
    ]);
    expect(recorder.all.intervals[1]?.cell.distribution).toEqual({ kind: "quoted", micros: { p95: 320 } });
    expect(recorder.gauges[0]?.values.at(-1)).toEqual({ atMicros: 66_000_000, value: 2 });
  });

  it("with checkpoints is the sum of its blocks, and no percentile of theirs", () => {
    const { report, recorder } = parse("oltp-checkpoints.txt");
    expect(report).toMatchObject({ accepted: 7, source: "none", durationSeconds: 5.028 });
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ "ignored error": 5 });
    const [first, second] = recorder.all.intervals;
    expect(first?.cell).toMatchObject({
      requests: 4,
      errors: 1,
      distribution: { micros: { p95: 1_013_600 } },
    });
    expect(second?.cell).toMatchObject({ requests: 1, errors: 1, distribution: { kind: "none" } });
  });

  it("with its histogram has a sketch, known to half a step", () => {
    const { report, recorder } = parse("histogram.txt");
    expect(report.source).toBe("sketch");
    expect(report.latencyRelativeError).toBeCloseTo(0.009, 3);
    expect(recorder.all.total?.distribution).toMatchObject({ kind: "sketch", failed: null });
  });

  it("that was cut before its end is refused", () => {
    const text = readFileSync(join(import.meta.dirname, "fixtures/cpu.txt"), "utf8");
    const cut = Buffer.from(text.slice(0, text.indexOf("Latency (ms)")));
    expect(() => parseAll(sysbenchText, cut)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});
