import { describe, expect, it } from "vitest";
import { columnMapping } from "../../mapping.ts";
import type { ColumnMapping } from "../../mapping.ts";
import { matchesMapping } from "../../mapping-detection.ts";
import { parseAll } from "../../recorder.ts";
import { genericNdjson } from "./index.ts";

const BASE = 1_795_255_890_000;
const MAPPING: ColumnMapping = {
  time: { column: "at", unit: "ms" },
  latency: { column: "took.ms", unit: "ms" },
};

function parse(lines: readonly unknown[], mapping?: ColumnMapping) {
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  return parseAll(genericNdjson, Buffer.from(text), mapping === undefined ? {} : { mapping });
}

describe("lines without a mapping", () => {
  const line = { timestamp_ms: BASE, latency_ms: 12, label: "x" };

  it("are found by names and values that say enough", () => {
    const detect = (value: unknown) => genericNdjson.detect(Buffer.from(`${JSON.stringify(value)}\n`));
    expect(detect(line)).toEqual({ match: true });
    expect(detect({ ...line, latency_ms: "soon" })).toEqual({
      match: false,
      reason: "in its first line latency_ms is not a number",
    });
    expect(detect({ ...line, duration_ms: 3 })).toMatchObject({
      reason: expect.stringContaining("several columns that could mean the same"),
    });
    expect(detect([line])).toMatchObject({ reason: "its first line is not a JSON object" });
  });

  it("that say too little take a mapping", () => {
    expect(() => parse([{ at: BASE, ms: 3 }])).toThrow(
      expect.objectContaining({ code: "parameter-missing", field: "mapping", line: 1 }),
    );
  });
});

describe("a mapping", () => {
  it("finds values by a path, or by a name that has dots itself", () => {
    const { recorder } = parse(
      [
        { at: BASE, took: { ms: 2 } },
        { at: BASE, "took.ms": 3 },
      ],
      MAPPING,
    );
    expect([recorder.requests.all.min, recorder.requests.all.max]).toEqual([2_000, 3_000]);
  });

  it("does not number columns", () => {
    const mapping: ColumnMapping = { latency: { column: 1, unit: "ms" } };
    expect(() => parse([{ at: BASE }], mapping)).toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "mapping" }),
    );
    expect(matchesMapping(Buffer.from('{"at":1}\n'), mapping)).toMatchObject({ match: false });
  });

  it("matches a file of which one of the first lines has its time and latency", () => {
    const file = Buffer.from(`{"started":"now"}\n${JSON.stringify({ at: BASE, took: { ms: 2 } })}\n`);
    expect(matchesMapping(file, MAPPING)).toEqual({ match: true, format: "generic-ndjson" });
    expect(matchesMapping(Buffer.from('{"at":1}\n'), MAPPING)).toEqual({
      match: false,
      reason: "none of its first lines has the values from the mapping: took.ms, at",
    });
  });

  it("says of a value that is not a number what it is", () => {
    const lines = [{ at: BASE, took: { ms: null } }, { at: BASE, took: [7] }, { took: { ms: 1 } }, "{"];
    const { report } = parse([{ at: BASE, took: { ms: 1 } }, ...lines], MAPPING);
    expect(report.refused.first.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, "took.ms", 'took.ms is not a number: ""'],
      [3, "took.ms", 'took.ms is not a number: ""'],
      [4, "at", 'at is not a number: ""'],
      [5, null, 'is not a JSON object: "{"'],
    ]);
  });

  it("is hurt by no name or depth of a hostile line", () => {
    const deep = `{"at":${BASE},"took":{"ms":1},"e":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    const mapping: ColumnMapping = {
      ...MAPPING,
      error: "e",
      label: ["__proto__.constructor", "constructor"],
    };
    const { recorder } = parse(
      [deep, `{"at":${BASE},"took":{"ms":1},"__proto__":{"constructor":7}}`],
      mapping,
    );
    expect(recorder.named.map(({ name, failures }) => [name, [...failures]])).toEqual([
      ["(no label)", [["(an object)", 1]]],
      ["7", []],
    ]);
  });
});

describe("failures", () => {
  it("are told by an error that is more than nothing, with its message", () => {
    const errors = [null, "", false, "reset", { message: "boom" }, 7];
    const lines = errors.map((error) => ({ at: BASE, took: { ms: 1 }, error }));
    const { recorder } = parse(lines, { ...MAPPING, error: "error" });
    expect(recorder.requests.errors).toBe(3);
    expect([...recorder.all.failures.keys()]).toEqual(["reset", "boom", "7"]);
  });

  it("are told by a status or by what is no good value", () => {
    const lines = [200, "404", null, 0].map((status) => ({ at: BASE, took: { ms: 1 }, ok: true, status }));
    expect(parse(lines, { ...MAPPING, status: "status" }).recorder.requests.errors).toBe(3);
    expect(parse(lines, { ...MAPPING, success: { column: "ok" } }).recorder.requests.errors).toBe(0);
  });
});

describe("the schema of a mapping", () => {
  const latency = { column: "ms", unit: "ms" };

  it.each([
    [{ latency, timing: { column: "t" } }, "timing"],
    [{ time: { column: "t", unit: "ms" } }, "latency"],
    [{ latency: { column: "ms", unit: "minutes" } }, "unit"],
    [{ latency, users: "vus" }, "users need a time column"],
    [{ latency, header: false }, "mapped by number"],
    [{ latency, delimiter: '"' }, "not a letter, digit or quote"],
    [{ latency, delimiter: "ab" }, "delimiter"],
    [
      { latency, time: { column: "t", unit: "iso", from: "run" } },
      "cannot be relative to the start of the run",
    ],
    [{ latency: { column: 0, unit: "ms" } }, "column"],
  ])("refuses %j", (mapping, what) => {
    const read = columnMapping.safeParse(mapping);
    expect(read.success).toBe(false);
    expect(JSON.stringify(read.error?.issues)).toContain(what);
  });
});
