import { expect, it } from "vitest";
import { holdsLatin } from "./picture-font.ts";

it.each([
  ["U+0000-00FF, U+0131, U+0152-0153", true],
  ["U+0-FF, U+131", true],
  ["", true],
  ["U+0100-02BA, U+02BD-02C5", false],
  ["U+0370-0377, U+037A-037F", false],
  ["U+1F00-1FFF", false],
])("knows the part of a font that holds Latin letters: %s", (range, holds) => {
  expect(holdsLatin(range)).toBe(holds);
});
