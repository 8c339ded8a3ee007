import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { compareFamily, resampleRun } from "@headroom/core";
import type { SlicedRun } from "@headroom/core";
import { expect, it } from "vitest";
import { comparisonThread } from "./comparison-thread.ts";

const run = (seed: number): SlicedRun => ({
  sliceSeconds: 1,
  requests: new Float64Array(30).fill(100),
  errors: new Float64Array(30),
  items: new Float64Array(30).fill(100),
  sums: new Float64Array(30).fill(2_000_000),
  starts: Uint32Array.from({ length: 31 }, (_, at) => at * 4),
  buckets: Uint16Array.from({ length: 120 }, (_, at) => 900 + ((at * seed) % 7) + (at % 4) * 10),
  counts: new Float64Array(120).fill(25),
  resolutionMicros: 1,
});

it("gives the same answers as this thread, many concurrently", async () => {
  const thread = comparisonThread();
  const [a, b] = await Promise.all([thread.resample(run(3)), thread.resample(run(5))]);
  expect(a).toEqual(resampleRun(run(3)));
  expect(b).toEqual(resampleRun(run(5)));
  const family = [{ before: [a], after: [b], earlier: [], veto: null }];
  expect(await thread.compare(family, 0.01)).toEqual(compareFamily(family, 0.01));
  const among = { beside: family, passed: 40 };
  expect(await thread.compare(family, 0.01, among)).toEqual(compareFamily(family, 0.01, among));
});

it("passes on what went wrong, and goes on", async () => {
  const thread = comparisonThread();
  const broken = Object.assign(run(3), { starts: null });
  await expect(thread.resample(broken)).rejects.toThrow("null");
  expect(await thread.resample(run(3))).toEqual(resampleRun(run(3)));
});

it("does not keep the process from ending once it has answered", () => {
  const file = JSON.stringify(join(import.meta.dirname, "comparison-thread.ts"));
  const script = `
    const hold = setInterval(() => undefined, 1_000);
    import(${file})
      .then(({ comparisonThread }) => comparisonThread().compare([]))
      .then(() => clearInterval(hold));`;
  const ended = spawnSync(process.execPath, ["-"], { input: script, timeout: 30_000 });
  expect([ended.status, ended.signal]).toEqual([0, null]);
});
