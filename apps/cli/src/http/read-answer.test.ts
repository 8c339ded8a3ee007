import { expect, it } from "vitest";
import { z } from "zod";
import { readAnswer } from "./read-answer.ts";

const schema = z.strictObject({
  run: z.strictObject({ id: z.string(), number: z.int().nullable() }),
  rows: z.array(
    z.union([z.strictObject({ at: z.number() }), z.strictObject({ from: z.number(), to: z.number() })]),
  ),
});
const answer = { run: { id: "a", number: 1 }, rows: [{ at: 1 }, { from: 1, to: 2 }] };

it("leaves out what a later server has added, at any depth", () => {
  const later = {
    run: { ...answer.run, started: null },
    added: { any: ["thing"] },
    rows: [
      { at: 1, more: 1 },
      { from: 1, to: 2, more: {} },
    ],
  };
  const before = structuredClone(later);
  expect(readAnswer(schema, later)).toEqual(answer);
  expect(later).toEqual(before);
});

it("refuses what is missing or of another type", () => {
  for (const wrong of [null, { ...answer, run: { id: 7, number: 1, more: 1 } }, { ...answer, rows: [{}] }])
    expect(() => readAnswer(schema, wrong)).toThrow(/^The server's answer can't be read at "/);
});
