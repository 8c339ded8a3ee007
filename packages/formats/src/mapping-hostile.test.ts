import { HeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { genericCsv } from "./file/generic-csv/index.ts";
import { genericNdjson } from "./file/generic-ndjson/index.ts";
import type { ColumnMapping } from "./mapping.ts";
import type { Format } from "./parser.ts";
import { parseAll } from "./recorder.ts";

const BASE = 1_795_255_890_000;
const FULL: ColumnMapping = {
  time: { column: "t", unit: "ms" },
  latency: { column: "took", unit: "written" },
  label: ["op", "path"],
  success: { column: "ok" },
  items: "rows",
  users: "vus",
};
const { time: _, users: __, ...TOTALS } = FULL;
const NUMBERED: ColumnMapping = {
  time: { column: 1, unit: "iso" },
  latency: { column: 3, unit: "us" },
  error: 2,
  header: false,
};

const GOOD_LINES: readonly (readonly [Format, string, readonly ColumnMapping[], readonly string[]])[] = [
  [
    genericCsv,
    "t;took;op;path;ok;rows;vus\n",
    [FULL, TOTALS],
    [
      `${BASE};5ms;GET;/a;true;3;1\n`,
      `${BASE + 1};7.5 s;"P;x";"a\nb";no;;2\r\n`,
      "t;took;op;path;ok;rows;vus\n",
    ],
  ],
  [
    genericCsv,
    "2026-11-21T15:00:00Z,,500\n",
    [NUMBERED],
    ["2026-11-21 15:00:00.5,boom,12\n", '"2026-11-21T15:00:00Z","x, y",1\n', "2026-11-21T15:00:00Z,,-1\n"],
  ],
  [
    genericNdjson,
    `{"t":${BASE},"took":"5ms","op":"a","ok":true}\n`,
    [FULL, TOTALS],
    [
      `{"t":${BASE},"took":"5ms","op":{"x":1},"path":7,"ok":"no","rows":"2","vus":3}\n`,
      `{"took":"1us"}\r\n`,
      "[]\n",
    ],
  ],
];

const AWKWARD = [
  '"',
  ";",
  ",",
  "\n",
  "\r\n",
  "{",
  "}",
  "\\",
  "\uFEFF",
  "\0",
  "\u00ff",
  " ",
  "-1",
  "NaN",
  "x".repeat(290),
];

describe.each(GOOD_LINES)("hostile bytes for %o", (format, first, mappings, lines) => {
  const fragment = fc.oneof(
    fc.constantFrom(...lines, first),
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const file = fc
    .array(fragment, { maxLength: 40 })
    .map((fragments) => Buffer.from([first, ...fragments].join(""), "latin1"));

  it("give the same in any chunks, or the same error of ours", () => {
    const property = fc.property(
      file,
      fc.constantFrom(...mappings),
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }),
      (bytes, mapping, cuts) => {
        let next = 0;
        const whole = outcome(format, bytes, mapping, () => Math.max(1, bytes.length));
        expect(outcome(format, bytes, mapping, () => cuts[next++ % cuts.length] ?? 1)).toEqual(whole);
        expect(outcome(format, bytes, mapping, () => 1)).toEqual(whole);
      },
    );
    fc.assert(property, { numRuns: 150 });
  });
});

describe("rows of a CSV", () => {
  it("mean the same with quotes around their fields, which takes the careful way", () => {
    const of = (...values: string[]) => fc.constantFrom(...values);
    const fields = fc.tuple(
      of(`${BASE}`, ` ${BASE + 7} `, "", "0"),
      of("5ms", "1.5 s", "-1ms", "5"),
      of("GET", "", "é"),
      of("/a", " /b "),
      of("true", "no"),
      of("3", "", "x"),
      of("1", ""),
    );
    const rows = fc.array(fields, { minLength: 1, maxLength: 30 });
    const header = "t;took;op;path;ok;rows;vus";
    const parse = (table: readonly string[][], quote: string) => {
      const texts = table.map((row) => row.map((field) => `${quote}${field}${quote}`).join(";"));
      const file = Buffer.from(`${[header, ...texts].join("\n")}\n`);
      const { report, recorder } = parseAll(genericCsv, file, { mapping: FULL });
      const refused = report.refused.first.map(({ line, reason }) => [line, reason]);
      return { accepted: report.accepted, refused, trace: recorder.trace };
    };
    const property = fc.property(rows, (table) => {
      expect(parse(table, '"')).toEqual(parse(table, ""));
    });
    fc.assert(property);
  });
});

function outcome(format: Format, bytes: Uint8Array, mapping: ColumnMapping, nextSize: () => number): unknown {
  try {
    const { report, recorder } = parseAll(format, bytes, { mapping, maxLineBytes: 300 }, nextSize);
    return { report, trace: recorder.trace };
  } catch (error) {
    if (!(error instanceof HeadroomError)) throw error;
    return { code: error.code, message: error.message, line: error.line, byte: error.byte };
  }
}
