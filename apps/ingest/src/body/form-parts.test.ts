import { expect, it } from "vitest";
import { DelimiterCount } from "./form-parts.ts";

const FORM = "--B\r\n\r\nx--B\n--B\r\n--B\r\n\r\n\r\n--Bx\r\n--B--\r\n";

it.each([1, 2, 3, 4, 5, 6, 7, 20, 100])(
  "counts delimiters in pieces of %i bytes, and nothing else",
  (bytes) => {
    const delimiters = new DelimiterCount("B");
    let count = 0;
    for (let at = 0; at < FORM.length; at += bytes)
      count = delimiters.add(Buffer.from(FORM.slice(at, at + bytes)));
    expect(count).toBe(4);
  },
);
