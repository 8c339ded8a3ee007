import { expect, it } from "vitest";
import { groupSentence } from "./group-outcomes.ts";

const none = {
  misses: 0,
  regressed: 0,
  unsure: 0,
  holds: 0,
  "no-change": 0,
  "not-judged": 0,
  pending: 0,
  open: 0,
};

it("a group of experiments says how many hold, at which load, and what the others do", () => {
  const held = { low: 52_399, high: 317_474 };
  expect(groupSentence({ counts: { ...none, holds: 3 }, heldPerSecond: held })).toBe(
    "3 of 3 hold, at 52,399–317,474 req/s.",
  );
  const one = { low: 120_835, high: 120_835 };
  expect(groupSentence({ counts: { ...none, holds: 1, unsure: 1, misses: 1 }, heldPerSecond: one })).toBe(
    "1 of 3 holds, at 120,835 req/s. 1 misses, 1 unsure.",
  );
  expect(groupSentence({ counts: { ...none, misses: 2, open: 1 }, heldPerSecond: null })).toBe(
    "0 of 3 hold. 2 miss, 1 not tested.",
  );
  expect(groupSentence({ counts: { ...none, holds: 1 }, heldPerSecond: null })).toBe("1 of 1 holds.");
});
