import { expect, it } from "vitest";
import { offClockWords } from "./off-clock-words.ts";

const NOW = Date.parse("2026-11-27T14:00:00Z");
const say = (aheadSeconds: number, { secondsAgo = 10, partly = false } = {}) => {
  const at = new Date(NOW - secondsAgo * 1_000).toISOString();
  const words = offClockWords({ at, aheadSeconds, partly }, NOW);
  return words === null ? null : `${words.title} ${words.cause} ${words.effect}`;
};

it("says what a wrong clock does to the figures, and not that traffic is missing", () => {
  expect(say(-600)).toBe(
    "Data is 10m behind. A clock of a source is slow, or it sends late. The last 10m are incomplete until it has arrived.",
  );
  expect(say(-600, { partly: true })).toContain("Some data is 10m behind.");
  expect(say(590)).toBe(
    "Data is 10m ahead. A clock of a source is fast. Its requests are shown 10m after they happened. Set the clock of the source.",
  );
  expect(say(1_200)).toBe(
    "Data is refused. Its timestamps are 20m ahead of the server. Data more than 10 minutes ahead isn't counted. Correct the sender's clock.",
  );
  expect(say(-90_000)).toContain("Data more than a day old isn't counted.");
});

it("says nothing once times are right again", () => {
  expect(say(-600, { secondsAgo: 301 })).toBeNull();
  expect(offClockWords(null, NOW)).toBeNull();
});
