import { expect, it } from "vitest";
import { boxOf, overlap, placeNames } from "./place-names.ts";

const room = { left: 0, right: 400, top: 0, bottom: 200 };
const dot = { key: "p99.9", x: 200, y: 100, width: 60 };

it("names a dot beside it, and on another side if a word is there", () => {
  const [free] = placeNames([dot], [dot], room);
  expect(free).toMatchObject({ x: 209, anchor: "start" });
  const target = boxOf({ x: 205, y: 108, anchor: "start" }, 100);
  const [moved] = placeNames([dot], [dot], room, { words: [target] });
  expect(moved).not.toBeNull();
  if (moved === null || moved === undefined) throw new Error("no name");
  expect(overlap(boxOf(moved, dot.width), target)).toBe(false);
});
