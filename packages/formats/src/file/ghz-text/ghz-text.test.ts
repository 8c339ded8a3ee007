import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ghzText } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const parse = (text: string) => parseAll(ghzText, Buffer.from(text));

it("has the percentiles that it prints, its duration and its rounding", () => {
  const { report, recorder } = parse(fixture("ping.summary.txt"));
  expect(report).toMatchObject({ source: "quoted", durationSeconds: 0.155_45 });
  expect(report).toMatchObject({ latencyResolutionMicros: 10, latencyRelativeError: 0.005 });
  expect(recorder.all.total).toMatchObject({
    minMicros: 70,
    maxMicros: 9_650,
    distribution: { micros: { p10: 150, p50: 230, p95: 3_710, p99: 7_020 } },
  });
});

it("says why calls failed: by their errors, else by their statuses", () => {
  const text = fixture("failing.txt");
  expect(Object.fromEntries(parse(text).recorder.all.failures)).toEqual({
    "rpc error: code = Unavailable desc = connection refused": 6,
    "rpc error: code = DeadlineExceeded desc = context deadline exceeded": 4,
  });
  const short = text.slice(0, text.indexOf("Error distribution"));
  expect(Object.fromEntries(parse(short).recorder.all.failures)).toEqual({
    Unavailable: 6,
    DeadlineExceeded: 4,
  });
});
