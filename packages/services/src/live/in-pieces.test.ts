import { expect, it } from "vitest";
import { filterInPieces, inPieces } from "./in-pieces.ts";

/** Each item takes `itemMillis`; returns how long each piece took. */
async function pieces(count: number, itemMillis: number): Promise<{ taken: number[]; millis: number[] }> {
  let [now, began] = [0, 0];
  const taken: number[] = [];
  const millis: number[] = [];
  const pause = async () => {
    millis.push(now - began);
    began = now;
    return Promise.resolve();
  };
  const take = (item: number) => {
    taken.push(item);
    now += itemMillis;
  };
  await inPieces(
    Array.from({ length: count }, (_, at) => at),
    take,
    { now: () => now, pause },
  );
  return { taken, millis: [...millis, now - began] };
}

it("everything else runs after about every millisecond", async () => {
  const { taken, millis } = await pieces(10_000, 0.02);
  expect(taken).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
  expect(millis).toHaveLength(179);
  expect(Math.max(...millis)).toBeLessThan(1.2);
});

it("nobody waits for short work", async () => {
  expect((await pieces(5_000, 0.0001)).millis).toHaveLength(1);
});

it("finds what fits, in order", async () => {
  expect(await filterInPieces([5, 2, 8, 1], (item) => item > 1)).toEqual([5, 2, 8]);
});
