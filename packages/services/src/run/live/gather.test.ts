import { expect, it } from "vitest";
import { gatherAfter } from "./gather.ts";

it.each([
  { took: 0, waits: 200 },
  { took: 20, waits: 200 },
  { took: 100, waits: 900 },
  { took: 250, waits: 2_000 },
  { took: 8_000, waits: 2_000 },
])("after a round of $took ms, gathers for $waits ms", ({ took, waits }) => {
  expect(gatherAfter(took, 200)).toBe(waits);
});
