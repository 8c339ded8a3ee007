import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ParseOptions } from "../../parser.ts";
import { parseAll } from "../../recorder.ts";
import { pgbenchText } from "./index.ts";

const parse = (name: string, options: ParseOptions = {}) =>
  parseAll(pgbenchText, readFileSync(join(import.meta.dirname, "fixtures", name)), options);

describe("a report of pgbench", () => {
  it("has its version, its duration and how the load was made", () => {
    expect(parse("tpcb-rate.txt").report).toMatchObject({
      toolVersion: "15.18",
      durationSeconds: 6,
      loadModel: "open",
      clock: "none",
    });
    expect(parse("progress.txt").report).toMatchObject({ durationSeconds: 3, loadModel: "closed" });
  });

  it("of an older version says nothing of failures, and its duration by its rate", () => {
    const { report } = parse("older.txt");
    expect(report).toMatchObject({ toolVersion: null, absent: ["errors"] });
    expect(report.durationSeconds).toBeCloseTo(8_000 / 1_875.5, 9);
  });

  it("says why transactions failed, as far as it tells", () => {
    expect(Object.fromEntries(parse("two-scripts-failures.txt").recorder.all.failures)).toEqual({
      serialization: 48,
    });
    expect(Object.fromEntries(parse("skipped.txt").recorder.all.failures)).toEqual({ failed: 30 });
  });

  it("with its progress has intervals from the run's start, which the uploader knows", () => {
    const { report, recorder } = parse("progress.txt", { startMicros: 5_000_000 });
    expect(report).toMatchObject({ clock: "relative", accepted: 4 });
    const intervals = recorder.all.intervals.map(({ startMicros, seconds, cell }) => [
      startMicros,
      seconds,
      cell.requests,
    ]);
    expect(intervals).toEqual([
      [5_000_000, 1, 18_403],
      [6_000_000, 1, 19_817],
      [7_000_000, 1, 22_128],
    ]);
  });

  it("is known by its progress, however far down the rest is", () => {
    const line = "progress: 1.0 s, 18403.2 tps, lat 0.100 ms stddev 0.249, 0 failed\n";
    expect(pgbenchText.detect(Buffer.from(line.repeat(900))).match).toBe(true);
  });

  it("has its scripts where lines end as on Windows", () => {
    const text = readFileSync(join(import.meta.dirname, "fixtures/skipped.txt"), "utf8");
    const { recorder } = parseAll(pgbenchText, Buffer.from(text.replaceAll("\n", "\r\n")));
    expect(recorder.named.map(({ name, total }) => [name, total?.requests])).toEqual([
      ["hot.sql", 931],
      ["read.sql", 2_687],
    ]);
  });
});
