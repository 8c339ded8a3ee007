import { expect, it } from "vitest";
import { storable } from "./storable.ts";

it("replaces everything that the database cannot store, at any depth", () => {
  const at = new Date(0);
  const given = {
    name: "a\0b",
    tags: ["\uD800x", "🙂"],
    pin: { figure: null, words: "\uDC00" },
    at,
    days: 3,
  };
  expect(storable(given)).toEqual({
    name: "a\uFFFDb",
    tags: ["\uFFFDx", "🙂"],
    pin: { figure: null, words: "\uFFFD" },
    at,
    days: 3,
  });
  expect(storable(undefined)).toBeUndefined();
});

it("stops at deeply nested input", () => {
  let nested: unknown = "end";
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  expect(Array.isArray(storable(nested))).toBe(true);
});
