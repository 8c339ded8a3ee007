import { HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { ColumnMapping } from "../../mapping.ts";
import { parseAll } from "../../recorder.ts";
import type { ParseOptions } from "../../parser.ts";
import { genericCsv } from "./index.ts";

const BASE = 1_795_255_890_000;
const MAPPING: ColumnMapping = {
  time: { column: "t", unit: "ms" },
  latency: { column: "ms", unit: "ms" },
  label: "op",
};

function parse(text: string, mapping?: ColumnMapping, options: ParseOptions = {}) {
  return parseAll(genericCsv, Buffer.from(text), {
    ...options,
    ...(mapping === undefined ? {} : { mapping }),
  });
}

function refusal(text: string, mapping?: ColumnMapping): HeadroomError {
  try {
    parse(text, mapping);
  } catch (error) {
    if (error instanceof HeadroomError) return error;
  }
  throw new Error("was not refused");
}

function reasonsOf(text: string, mapping: ColumnMapping): [number, string | null, string][] {
  return parse(text, mapping).report.refused.first.map(({ line, column, reason }) => [line, column, reason]);
}

describe("a header that says enough", () => {
  it.each([
    "timestamp_ms,latency_ms,label",
    "timestampMs;Latency (ms);Label",
    "epoch_ms\tresponse_time_millis\tstatus_code",
    "Start Time [ms]|Duration [ms]|Success",
  ])("%s is found", (header) => {
    const delimiter = /[,;\t|]/.exec(header)?.[0] ?? ",";
    expect(genericCsv.detect(Buffer.from(`${header}\n${[BASE, 12, 200].join(delimiter)}\n`))).toEqual({
      match: true,
    });
  });

  it.each([
    ["timestamp_ms,latency,label", /no latency column with a unit in its name/],
    ["time,latency_ms,label", /no time column with a unit in its name/],
    [
      "timestamp_ms,latency_ms,duration_ms",
      /several columns that could mean the same \(latency_ms, duration_ms\)/,
    ],
    ["timestamp_ms,latency_ms,thing", /no label, success or status_code column/],
    ["timestamp_s,latency_ms,label", /timestamp_s is not between 2000 and 2100 in seconds/],
    ["timestamp_ms latency_ms label", /is not a header with several columns/],
  ])("%s is not, and the reason says what to map", (header, reason) => {
    expect(genericCsv.detect(Buffer.from(`${header}\n${BASE},12,x\n`))).toEqual({
      match: false,
      reason: expect.stringMatching(reason),
    });
  });

  it("is needed where there is no mapping", () => {
    expect(refusal("a,b\n1,2\n")).toMatchObject({ code: "parameter-missing", field: "mapping", line: 1 });
  });

  it("counts a request by its end where it has both times", () => {
    const { recorder } = parse(`start_time_ms,end_time_ms,latency_ms,label\n${BASE},${BASE + 30},20,x\n`);
    expect(recorder.lastCompletionMicros).toBe((BASE + 30) * 1_000);
  });
});

describe("a mapping", () => {
  it("that names what the header lacks is refused, and says what", () => {
    expect(refusal("t,ms,operation\n1,2,x\n", MAPPING)).toMatchObject({
      code: "parameter-unreadable",
      message: expect.stringContaining("lacks columns from the mapping: op."),
    });
  });

  it("that numbers more columns than there are is refused", () => {
    const mapping: ColumnMapping = { latency: { column: 4, unit: "ms" }, header: false };
    expect(refusal("1,2,3\n", mapping).message).toMatch(/has 3 columns, but the mapping uses column 4/);
  });

  it("says whether times are starts or ends, before what the caller says", () => {
    const text = `t,ms,op\n${BASE},20,x\n`;
    const ended = { ...MAPPING, time: { column: "t", unit: "ms", means: "end" } as const };
    const endOf = (mapping: ColumnMapping, options: ParseOptions = {}) =>
      parse(text, mapping, options).recorder.lastCompletionMicros - BASE * 1_000;
    expect(endOf(MAPPING)).toBe(20_000);
    expect(endOf(MAPPING, { timestamps: "end" })).toBe(0);
    expect(endOf(ended, { timestamps: "start" })).toBe(0);
  });

  it("with times from the run's beginning counts them from where the caller says it began", () => {
    const mapping: ColumnMapping = { ...MAPPING, time: { column: "t", unit: "s", from: "run" } };
    const { report, recorder } = parse("t,ms,op\n1.5,20,x\n", mapping, { startMicros: BASE * 1_000 });
    expect(report.clock).toBe("relative");
    expect(recorder.lastCompletionMicros).toBe(BASE * 1_000 + 1_520_000);
    expect(reasonsOf("t,ms,op\n-1,2,x\n1795255890,2,x\n", mapping).map(([, , reason]) => reason)).toEqual([
      't is negative: "-1"',
      't is more than a year after the start of the run: "1795255890"',
    ]);
  });
});

describe("failures", () => {
  const failures = (header: string, values: string[], mapping: Partial<ColumnMapping>) => {
    const lines = values.map((value) => `${BASE},5,x,${value}\n`).join("");
    const { recorder, report } = parse(`t,ms,op,${header}\n${lines}`, { ...MAPPING, ...mapping });
    const reasons = Object.fromEntries(recorder.named[0]?.failures ?? []);
    return { errors: recorder.requests.errors, reasons, absent: report.absent };
  };

  it("are told by a status from 400 on, below 100, or that is none", () => {
    expect(failures("s", ["200", "302", "404", "0", "-1", "timeout", ""], { status: "s" })).toEqual({
      errors: 5,
      reasons: { "404": 1, "0": 1, "-1": 1, timeout: 1 },
      absent: [],
    });
  });

  it("are told by what is no good value, in any case", () => {
    expect(failures("s", ["true", "TRUE", "1", "Ok", "no", ""], { success: { column: "s" } }).errors).toBe(2);
    expect(failures("s", ["Done", "true"], { success: { column: "s", good: ["done"] } }).errors).toBe(1);
  });

  it("are told by an error's text, and named by the best that is there", () => {
    const mapping = { error: "e", status: "s", reason: "r" };
    expect(failures("e,s,r", [",200,", "boom,500,why", "boom,500,", ",503,"], mapping)).toEqual({
      errors: 3,
      reasons: { why: 1, boom: 1, "503": 1 },
      absent: [],
    });
  });

  it("are absent where nothing tells them", () => {
    expect(failures("s", ["x"], {})).toEqual({ errors: 0, reasons: {}, absent: ["errors"] });
  });
});

describe("values", () => {
  it("that cannot be are refused by line, column and reason", () => {
    const text = `t,ms,op,n\n${BASE},-1,x,1\n${BASE},1e9999,x,1\n${BASE},,x,1\n${BASE / 1_000},3,x,1\n,3,x,1\n`;
    expect(
      reasonsOf(`${text}${BASE},9999999999,x,1\n${BASE},3,x,many\n`, { ...MAPPING, items: "n" }),
    ).toEqual([
      [2, "ms", 'ms is negative: "-1"'],
      [3, "ms", 'ms is not a number: "1e9999"'],
      [4, "ms", 'ms is not a number: ""'],
      [5, "t", 't is not between 2000 and 2100 in milliseconds, but it would be in seconds: "1795255890"'],
      [6, "t", 't is not a number: ""'],
      [7, "ms", 'ms is longer than 30 days in milliseconds: "9999999999"'],
      [8, "n", 'n is not a count: "many"'],
    ]);
  });

  it("give items, bytes and users; what is empty is none of them", () => {
    const mapping = { ...MAPPING, items: "rows", bytes: "size", users: "vus" };
    const text = `t,ms,op,rows,size,vus\n${BASE},5,,17,300,2\n${BASE + 1},5,,,,\n${BASE + 1_500},5,,1,1,4\n`;
    const { recorder } = parse(text, mapping);
    expect(recorder.named.map(({ name }) => name)).toEqual(["(no label)"]);
    expect(recorder.gauges).toEqual([
      {
        name: "users",
        unit: null,
        values: [
          { atMicros: (BASE + 5) * 1_000, value: 2 },
          { atMicros: (BASE + 1_505) * 1_000, value: 4 },
        ],
      },
    ]);
  });

  it("of a file without times are totals of labels and of all", () => {
    const mapping: ColumnMapping = { latency: { column: 2, unit: "ms" }, label: 1, items: 3, header: false };
    const { report, recorder } = parse("a,5,10\nb,7,1\na,9,\n", mapping);
    expect(report).toMatchObject({ clock: "none", source: "samples", accepted: 3 });
    expect(recorder.all.total).toMatchObject({ requests: 3, items: 11, minMicros: 5_000, maxMicros: 9_000 });
    expect(recorder.named.map(({ name, total }) => [name, total?.requests])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });

  it.each([
    ["ms", ["5", "12"], 1_000],
    ["ms", ["5.25", "12"], 10],
    ["s", ["0.005", "1.2"], 1_000],
    ["us", ["5000"], 1],
    ["written", ["5ms", "1.2s"], 1_000],
  ] as const)("in %s like %j are known to the digits that are written", (unit, values, resolution) => {
    const mapping: ColumnMapping = { latency: { column: 1, unit }, header: false };
    expect(parse(`${values.join("\n")}\n`, mapping).report.latencyResolutionMicros).toBe(resolution);
  });
});
