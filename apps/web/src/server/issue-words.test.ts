import { expect, it } from "vitest";
import { z } from "zod";
import { issueWords } from "./issue-words.ts";

const wordsOf = (schema: z.ZodType, given: unknown) => {
  const { error } = schema.safeParse(given);
  if (error === undefined) throw new Error("the input is valid");
  return issueWords(error);
};

it("names the field and what is wrong with it", () => {
  expect(wordsOf(z.strictObject({ name: z.string() }), { name: 1 })).toBe(
    "The input is invalid. name: Invalid input: expected string, received number",
  );
});

it("is short for input with a hundred thousand unknown fields", () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 1]));
  expect(wordsOf(z.strictObject({}), keys).length).toBeLessThan(300);
});

it("names three of many problems and counts the others", () => {
  const words = wordsOf(z.array(z.number()), ["a", "b", "c", "d", "e"]);
  expect(words).toMatch(/0: .*1: .*2: .* And 2 more\.$/);
});
