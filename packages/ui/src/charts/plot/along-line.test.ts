import { expect, it } from "vitest";
import { alongLine } from "./along-line.ts";

it("fills long ways and leaves gaps empty", () => {
  const along = alongLine([[0, 0], [40, 0], null, [80, 0], [84, 0]]);
  expect(along).toEqual([
    [0, 0],
    [8, 0],
    [16, 0],
    [24, 0],
    [32, 0],
    [40, 0],
    [80, 0],
    [84, 0],
  ]);
});
