import fc from "fast-check";
import { expect, it } from "vitest";
import { toCsv } from "./csv.ts";

it("quotes what would break a line and leaves absent figures empty", () => {
  expect(
    toCsv(
      ["label", "p99"],
      [
        ['GET "a",b', 1.5],
        ["x", null],
      ],
    ),
  ).toBe('label,p99\r\n"GET ""a"",b",1.5\r\nx,\r\n');
});

it("hands no formula to a spreadsheet", () => {
  expect(toCsv(["a"], [['=HYPERLINK("http://x")'], ["+1"], ["-1"], ["@x"], ["\t=1"]])).toBe(
    `a\r\n"'=HYPERLINK(""http://x"")"\r\n'+1\r\n'-1\r\n'@x\r\n'\t=1\r\n`,
  );
});

it.each(["\n=1+1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20x"])(
  "hands none over behind a line break or in wide letters: %j",
  (text) => expect(toCsv([], [[text]])).toContain(`'${text}`),
);

it("leaves negative figures figures", () => expect(toCsv(["a"], [[-1.5]])).toBe("a\r\n-1.5\r\n"));

it("never lets a text begin as a formula", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cell = toCsv([], [[text]]).split("\r\n")[1] ?? "";
      expect(cell.replace(/^"/, "")).not.toMatch(/^[=+@-]/);
    }),
  );
});
