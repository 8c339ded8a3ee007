import { expect, it } from "vitest";
import { cssString } from "./paper-mode.ts";

it("keeps a name inside its string, whatever it contains", () => {
  expect(cssString("Peak mix, run 1")).toBe('"Peak mix, run 1"');
  expect(cssString('"; } body { display: none } \\')).toBe('"\\22 ; } body { display: none } \\5c "');
  expect(cssString("a\nb</style>")).toBe('"a\\a b\\3c /style>"');
});

it("shortens a long name between two letters", () => {
  expect(cssString("🙂".repeat(200))).toBe(`"${"🙂".repeat(89)}…"`);
});
