import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { giveMemoryBack } from "./give-memory-back.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const megabytes = () =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1_024;

it("what a flood left is forgotten and given back while there is nothing to do", async () => {
  const app = Fastify();
  const held: { rows: object[] } = {
    rows: Array.from({ length: 3_000_000 }, (_, at) => ({ at, text: `x${at}` })),
  };
  let asked = 0;
  const forgetIfIdle = () => {
    asked += 1;
    if (asked === 2) held.rows = [];
  };
  giveMemoryBack(app, [{ forgetIfIdle }]);
  const before = megabytes();
  const idle = vi.spyOn(performance, "eventLoopUtilization");
  idle.mockReturnValue({ idle: 1_000, active: 10, utilization: 0.01 });
  await vi.advanceTimersByTimeAsync(240_000);
  expect(asked).toBe(2);
  expect(megabytes()).toBeLessThan(before - 100);
  await app.close();
  await vi.advanceTimersByTimeAsync(240_000);
  expect(asked).toBe(2);
});
