import { HeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFixtures } from "./testing/fixture.ts";
import type { Format } from "./parser.ts";
import { parseAll } from "./recorder.ts";
import { formats } from "./registry.ts";

const fixtures = readFixtures();
const OPTIONS = { maxLineBytes: 300 };
/** Three hundred parses, which take longer than a usual test on a busy machine. */
const TIMEOUT_MILLIS = 30_000;

/** Fragments that are awkward in some format, mixed with fragments of the format's own files. */
const awkward = fc.constantFrom(
  '"',
  '""',
  ",",
  "\n",
  "\r\n",
  "\r",
  "\0",
  "{",
  "}",
  "\\",
  "\uFEFF",
  "-1",
  "NaN",
  " ",
  "x".repeat(290),
  "true",
  '"\n',
  '"a\nb",',
  ',"',
  "timeStamp,elapsed,label\n",
  '{"metric":"http_req_duration","type":"Point"}\n',
);

describe.each(formats)("hostile bytes for $id", (format) => {
  const lines = fixtures
    .filter((fixture) => fixture.format === format.id)
    .flatMap(({ bytes }) =>
      Buffer.from(bytes.subarray(0, 4_000))
        .toString("latin1")
        .split(/(?<=\n)/),
    );
  const bytes = fc
    .array(fc.oneof(awkward, fc.constantFrom(...lines), fc.string({ unit: "binary", maxLength: 5 })), {
      maxLength: 30,
    })
    .map((fragments) => Buffer.from([lines[0], ...fragments].join(""), "latin1"));

  it(
    "give the same samples and refusals in any chunks, or the same error of ours",
    () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 });
      const property = fc.property(bytes, sizes, (file, cuts) => {
        let next = 0;
        const inChunks = outcome(format, file, () => cuts[next++ % cuts.length] ?? 1);
        const byteByByte = outcome(format, file, () => 1);
        const whole = outcome(format, file, () => file.length);
        expect(inChunks).toEqual(whole);
        expect(byteByByte).toEqual(whole);
      });
      fc.assert(property, { numRuns: 100 });
    },
    TIMEOUT_MILLIS,
  );
});

function outcome(format: Format, bytes: Uint8Array, nextSize: () => number): unknown {
  try {
    const { report, recorder } = parseAll(format, bytes, OPTIONS, nextSize);
    return { report, trace: recorder.trace };
  } catch (error) {
    if (!(error instanceof HeadroomError)) throw error;
    return { code: error.code, message: error.message, line: error.line, byte: error.byte };
  }
}
