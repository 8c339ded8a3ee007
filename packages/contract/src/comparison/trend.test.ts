import { expect, it } from "vitest";
import { changeAcknowledgement } from "./trend.ts";

it("takes no value of a change that can't be stored", () => {
  const change = { runId: "a", metric: "p99", direction: "rise", before: 1, after: 2, word: "More data." };
  expect(changeAcknowledgement.safeParse(change).success).toBe(true);
  for (const side of ["before", "after"])
    for (const value of [Number.MAX_VALUE, -Number.MAX_VALUE, Infinity])
      expect(changeAcknowledgement.safeParse({ ...change, [side]: value }).success).toBe(false);
});
