import { HeadroomError, LOAD_TOOLS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { readFixtures } from "./testing/fixture.ts";
import type { Truth } from "./testing/fixture.ts";
import { matchesMapping } from "./mapping-detection.ts";
import { DETECTION_BYTES } from "./parser.ts";
import type { Format, ParseOptions } from "./parser.ts";
import { parseAll, Recorder } from "./recorder.ts";
import { detectFormat, formats } from "./registry.ts";

const fixtures = readFixtures();
const MOST_CUTS = 60;
/** A record that is cut within quotes is refused line by line, and no fixture has one of more lines. */
const MOST_LINES = 3;
const BLOCK = 65_536;
const SEAM = 64;
/** At both ends of a file: more than any of its heads, and some of its records. */
const EDGE = 4_096;

it("every load tool has a format", () => {
  expect(new Set(formats.map(({ tool }) => tool))).toEqual(new Set(Object.keys(LOAD_TOOLS)));
});

describe.each(formats)("the contract of every format: $id", (format) => {
  const own = fixtures.filter((fixture) => fixture.format === format.id);

  it("has fixtures", () => {
    expect(own).not.toEqual([]);
  });

  it("calls an empty file empty", () => {
    const parser = format.open(new Recorder(), {});
    expect(() => parser.end()).toThrow(expect.objectContaining({ code: "file-empty" }));
    expect(format.detect(new Uint8Array(0)).match).toBe(false);
  });

  it("calls a file of blank lines empty", () => {
    expect(() => parseAll(format, Buffer.from("\n\r\n  \n"))).toThrow(
      expect.objectContaining({ code: "file-empty" }),
    );
  });

  it.runIf(format.reads === "lines")(
    "keeps the first ten of many refused lines, each with its place and reason",
    () => {
      const fixture = own.find(({ truth }) => !namesLines(truth));
      if (fixture === undefined) throw new Error("no fixture without a blemish");
      const lines = Array.from({ length: 25 }, (_, index) => `"broken" line ${index}\n`).join("");
      const head = Buffer.from(fixture.bytes);
      const options = fixture.truth.options ?? {};
      const { report } = parseAll(format, Buffer.concat([head, Buffer.from(lines)]), options);
      const clean = parseAll(format, head, options).report;
      expect(report.accepted).toBe(clean.accepted);
      expect(report.refused.count).toBe(25);
      expect(report.refused.first).toHaveLength(10);
      const firstLine = head.toString("latin1").split("\n").length;
      report.refused.first.forEach(({ line, byte, reason }, index) => {
        expect(line).toBe(firstLine + index);
        expect(byte).toBe(head.length + index * '"broken" line 0\n'.length);
        expect(reason).not.toBe("");
      });
    },
  );

  describe.each(own)("$name", ({ bytes, truth: { options = {} } }) => {
    const whole = parseAll(format, bytes, options);

    it("is found by the detection, and by no other format's", () => {
      const head = bytes.subarray(0, DETECTION_BYTES);
      const found = formats.filter(({ detect }) => detect(head).match);
      if (format.tool === "generic" && options.mapping !== undefined) {
        expect(found).toEqual([]);
        expect(matchesMapping(head, options.mapping)).toEqual({ match: true, format: format.id });
        return;
      }
      expect(found).toEqual([format]);
      expect(detectFormat(head)).toEqual({ ok: true, format });
    });

    it.each([1, 2])(
      "reads the same in chunks of %i bytes at its start, at its end and where blocks meet",
      (size) => {
        expect(essence(parseAll(format, bytes, options, sizesAtBorders(size, bytes.length)))).toEqual(
          essence(whole),
        );
      },
    );

    it.each([7, 4_096])("reads the same in chunks of %i bytes", (size) => {
      expect(essence(parseAll(format, bytes, options, () => size))).toEqual(essence(whole));
    });

    it.each([1, 2, 3, 4, 5])("reads the same in random chunks (seed %i)", (seed) => {
      expect(essence(parseAll(format, bytes, options, randomSizes(seed)))).toEqual(essence(whole));
    });

    it("can be cut anywhere: what is read stays right, or an error of ours names what is wrong", () => {
      for (const at of cutsOf(bytes.length)) {
        const read = parsedOrRefused(format, bytes.subarray(0, at), options);
        if (read === null) continue;
        expect(read.report.accepted).toBeLessThanOrEqual(whole.report.accepted);
        expect(read.report.refused.count).toBeLessThanOrEqual(whole.report.refused.count + MOST_LINES);
      }
    });
  });
});

describe("detection", () => {
  it("says for every format why it rejected the file", () => {
    const found = detectFormat(Buffer.from("hello, world\n"));
    expect(found).toEqual({
      ok: false,
      tried: formats.map(({ id }) => ({ id, reason: expect.stringMatching(/\w+ \w+/) })),
    });
  });
});

function namesLines({ expect: { line, lines, rejected_rows: rejected } = {} }: Truth): boolean {
  return line !== undefined || lines !== undefined || rejected !== undefined;
}

/** Most of them where a file begins: there it has the most kinds of parts, and a short rest is read fast. */
function cutsOf(length: number): number[] {
  const count = Math.min(MOST_CUTS, Math.ceil(length / 997));
  return Array.from({ length: count }, (_, cut) => Math.floor(length * (cut / count) ** 3));
}

/** What must not depend on how a file was cut. */
function essence({ report, recorder }: ReturnType<typeof parseAll>) {
  return { report, trace: recorder.trace, requests: recorder.requests.all.count };
}

/** Small chunks at both ends and around each multiple of a block, where a reader's state changes; whole blocks between. */
function sizesAtBorders(small: number, length: number): () => number {
  let at = 0;
  return () => {
    const isBorder = at < EDGE || at >= length - EDGE || (at + SEAM) % BLOCK < 2 * SEAM;
    const untilBorder = Math.min(BLOCK - SEAM - (at % BLOCK), length - EDGE - at);
    const size = isBorder ? small : untilBorder;
    at += size;
    return size;
  };
}

/** From 1 byte to 64 KB, small ones as often as large ones. */
function randomSizes(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.ceil(2 ** ((state / 2 ** 32) * 16));
  };
}

function parsedOrRefused(
  format: Format,
  bytes: Uint8Array,
  options: ParseOptions,
): ReturnType<typeof parseAll> | null {
  try {
    return parseAll(format, bytes, options);
  } catch (error) {
    expect(error).toBeInstanceOf(HeadroomError);
    return null;
  }
}
