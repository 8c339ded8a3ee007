import { expect, it } from "vitest";
import { storable } from "./storable.ts";

it("leaves nothing that no text can hold, at any place", () => {
  const at = new Date(0);
  const given = {
    name: "a\0b",
    tags: ["\uD800x", "🙂"],
    pin: { figure: null, words: "\uDC00" },
    at,
    days: 3,
  };
  expect(storable(given)).toEqual({
    ...{ name: "a\uFFFDb", tags: ["\uFFFDx", "🙂"], pin: { figure: null, words: "\uFFFD" } },
    ...{ at, days: 3 },
  });
  expect(storable(undefined)).toBeUndefined();
});

it("does not follow what is nested without end", () => {
  let nested: unknown = "end";
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  expect(Array.isArray(storable(nested))).toBe(true);
});
