import { describe, expect, it } from "vitest";
import { parseAll, Recorder } from "../../recorder.ts";
import { jmeterCsv } from "./index.ts";
import { HEADER, parseRows, ROW } from "./test-file.ts";

describe("limits", () => {
  const long = ROW.replace("Home", "x".repeat(5_000));
  it.each([1, 100, 1_000_000])("refuses a line longer than the limit, in chunks of %i bytes", (size) => {
    const text = Buffer.from(`${HEADER}\n${ROW}\n${long}\n${ROW}\n`);
    const { report } = parseAll(jmeterCsv, text, { maxLineBytes: 4_096 }, () => size);
    expect(report.accepted).toBe(2);
    expect(report.refused).toEqual({
      count: 1,
      first: [
        { line: 3, byte: HEADER.length + ROW.length + 2, column: null, reason: "is longer than 4096 bytes" },
      ],
    });
  });

  it.each([1, 100, 1_000_000])(
    "loses only its own line to a quote that is never closed (%i bytes)",
    (size) => {
      const stray = ROW.replace("Home", '"Home');
      const rows = Array.from({ length: 200 }, (_, index) => (index === 20 ? stray : ROW));
      const text = Buffer.from(`${HEADER}\n${rows.join("\n")}\n`);
      const { report } = parseAll(jmeterCsv, text, { maxLineBytes: 2_048 }, () => size);
      expect(report.accepted).toBe(199);
      expect(report.refused.first.map(({ line, reason }) => [line, reason])).toEqual([
        [22, "a quoted field is never closed"],
      ]);
    },
  );

  it("finds the good lines between thousands of such quotes", () => {
    const stray = ROW.replace("Home", 'Home,"');
    const rows = Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? stray : ROW));
    const { report } = parseRows(...rows);
    expect(report).toMatchObject({ accepted: 10_000, refused: { count: 10_000 } });
  });

  it("keeps every sample of more labels than it remembers", () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => ROW.replace("Home", `page ${index}`));
    const recorder = new Recorder();
    const seen = new Map<string, number>();
    recorder.label = (name) => {
      if (!seen.has(name)) seen.set(name, seen.size);
      return seen.get(name) ?? 0;
    };
    let sum = 0;
    recorder.add = (label) => void (sum += label);
    const parser = jmeterCsv.open(recorder, {});
    const text = Buffer.from(`${[...rows, ...rows].join("\n")}\n`);
    parser.write(Buffer.from(`${HEADER}\n`));
    parser.write(text);
    expect(parser.end().accepted).toBe(80_000);
    expect(seen.size).toBe(40_000);
    expect(sum).toBe(40_000 * 39_999);
  });
});
