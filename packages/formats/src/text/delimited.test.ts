import { HeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusals, Warnings } from "../findings.ts";
import { DelimitedFeed } from "./delimited.ts";
import type { RecordReader } from "./delimited.ts";

interface Read {
  rows: { line: number; fields: string[] }[];
  refused: { line: number; byte: number; reason: string }[];
}

function read(text: string, size = 1e6, quotes = true, maxLineBytes = 200): Read {
  const refusals = new Refusals();
  const rows: Read["rows"] = [];
  const reader: RecordReader = {
    row(fields, line) {
      const texts = Array.from({ length: fields.count }, (_, at) => fields.text(at));
      if (texts[0] === "bad") return { column: "a", reason: () => "is bad" };
      rows.push({ line, fields: texts });
      return null;
    },
  };
  const options = { delimiter: 44, quotes, maxLineBytes, refusals, warnings: new Warnings() };
  const feed = new DelimitedFeed(options, () => reader);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) feed.write(new Uint8Array(bytes.subarray(at, at + size)));
  feed.end();
  const refused = refusals.tally().first.map(({ line, byte, reason }) => ({ line, byte, reason }));
  return { rows, refused };
}

describe("delimited records", () => {
  it("have fields with quotes, delimiters and newlines, and the line that they begin in", () => {
    expect(read('a,b\r\n\n"x,""y""\n2",c\nlast,').rows).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 3, fields: ['x,"y"\n2', "c"] },
      { line: 5, fields: ["last", ""] },
    ]);
  });

  it("are lines where quotes mean nothing", () => {
    expect(read('a,"b\n"c\n', 2, false).rows.map(({ fields }) => fields)).toEqual([["a", '"b'], ['"c']]);
  });

  it("that are bad are refused by their place, and the rest is read", () => {
    const { rows, refused } = read('a,1\nbad,2\n"open,3\nb,4\n');
    expect(rows.map(({ fields }) => fields[0])).toEqual(["a", "b"]);
    expect(refused).toEqual([
      { line: 2, byte: 4, reason: "is bad" },
      { line: 3, byte: 10, reason: "a quoted field is never closed" },
    ]);
  });

  it("that are too long cost their own line", () => {
    const { rows, refused } = read(`a\n${"x".repeat(300)}\nb\n`);
    expect(rows.map(({ fields }) => fields[0])).toEqual(["a", "b"]);
    expect(refused).toEqual([{ line: 2, byte: 2, reason: "is longer than 200 bytes" }]);
  });

  it("do not depend on how the file is cut", () => {
    const fragment = fc.constantFrom("a", ",", '"', '""', "\n", "\r\n", "bad,", "é", " ", "x".repeat(150));
    fc.assert(
      fc.property(
        fc.array(fragment, { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (fragments, size) => {
          const text = fragments.join("");
          expect(outcome(text, size)).toEqual(outcome(text, 1e6));
        },
      ),
      { numRuns: 500 },
    );
  });
});

function outcome(text: string, size: number): unknown {
  try {
    return read(text, size);
  } catch (error) {
    if (error instanceof HeadroomError) return error.code;
    throw error;
  }
}
