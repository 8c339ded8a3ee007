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
