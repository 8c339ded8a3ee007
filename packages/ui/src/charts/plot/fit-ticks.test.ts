import { expect, it } from "vitest";
import { fitTicks } from "./fit-ticks.ts";

const ticks = [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: "Jan 2025" }));
const kept = (pxEach: number) => fitTicks(ticks, (value) => value * pxEach).map(({ value }) => value);

it("keeps every tick where there is room", () => expect(kept(60)).toEqual([0, 1, 2, 3, 4, 5]));
it("leaves out in steps, not here and there", () => {
  expect(kept(40)).toEqual([0, 2, 4]);
  expect(kept(20)).toEqual([0, 3]);
});
it("keeps one where two have no room", () => expect(kept(1)).toEqual([0]));
it("keeps an empty list empty", () => expect(fitTicks([], (value) => value)).toEqual([]));
