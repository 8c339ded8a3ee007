import { expect, it } from "vitest";
import { waitSecondsFor } from "./wait-seconds.ts";

const one = { uploaded: 1, isNamed: true, generators: 3, ageSeconds: 0, finishedAt: null };

it.each([
  ["for generators that are missing", one, 600],
  ["no longer than ten minutes since the last one", { ...one, ageSeconds: 600 }, 0],
  ["not once all are there", { ...one, uploaded: 3 }, 0],
  ["a minute if nobody knows how many there are", { ...one, generators: null }, 60],
  ["not for a file of all generators", { ...one, isNamed: false }, 0],
  ["not if it was already said", { ...one, finishedAt: new Date() }, 0],
] as const)("a run waits %s", (_, run, seconds) => {
  expect(waitSecondsFor(run)).toBe(seconds);
});
