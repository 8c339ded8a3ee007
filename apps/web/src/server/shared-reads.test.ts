import { expect, it } from "vitest";
import { SharedReads } from "./shared-reads.ts";

it("reads once for everyone who asks within the time, and again after it", async () => {
  let [now, count] = [0, 0];
  const reads = new SharedReads<number>(1_000, () => now);
  const ask = (key: string) => reads.read(key, () => Promise.resolve((count += 1)));
  expect(await Promise.all([ask("a"), ask("a"), ask("b")])).toEqual([1, 1, 2]);
  now = 999;
  expect(await ask("a")).toBe(1);
  now = 1_000;
  expect(await Promise.all([ask("b"), ask("a")])).toEqual([3, 4]);
});

it("tries again after a failure", async () => {
  const reads = new SharedReads<number>(1_000, () => 0);
  await expect(reads.read("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await reads.read("a", () => Promise.resolve(7))).toBe(7);
});
