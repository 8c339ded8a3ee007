import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { vegetaCsv } from "./index.ts";

const parse = (...rows: string[]) => parseAll(vegetaCsv, Buffer.from(rows.map((row) => `${row}\n`).join("")));

describe("a CSV of vegeta", () => {
  it("completes a request at its start and latency, in whole microseconds", () => {
    const { recorder } = parse('1795256799301451759,200,24014595,0,333,,,,0,GET,"http://h/a,b",');
    expect(recorder.firstStartMicros).toBe(1_795_256_799_301_451);
    expect(recorder.lastCompletionMicros).toBe(1_795_256_799_301_451 + 24_015);
    expect(recorder.named.map(({ name }) => name)).toEqual(["GET http://h/a,b"]);
  });

  it("may have the columns of older versions", () => {
    const { report, recorder } = parse(
      "1511510400123456789,200,1000000,0,10,",
      "1511510401123456789,0,2000000,0,0,EOF",
      "1511510402123456789,200,2000000,0,0,,,morning,3",
    );
    expect(report).toMatchObject({ accepted: 3, refused: { count: 0 } });
    expect(recorder.requests.errors).toBe(1);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ EOF: 1 });
    expect(recorder.named.map(({ name }) => name)).toEqual(["morning"]);
  });

  it.each([
    ["1511510401,200,1000000,0,10,", "timestamp"],
    ["1511510401123456789,2x0,1000000,0,10,", "code"],
    ["1511510401123456789,200,-1000000,0,10,", "latency"],
    ["1511510401123456789,200,1.5,0,10,", "latency"],
    ["1511510401123456789,200,99999999999999999,0,10,", "latency"],
    ["1511510401123456789,200,5", null],
  ])("refuses %s by its column", (row, column) => {
    const { report } = parse("1511510400123456789,200,1000000,0,10,", row);
    expect(report.accepted).toBe(1);
    expect(report.refused.first).toMatchObject([{ line: 2, column }]);
  });

  it("is the same with quotes around every field, which only the careful way reads", () => {
    const rows = Array.from({ length: 40 }, (_, at) => [
      `15115104${String(at).padStart(2, "0")}123456789`,
      at % 7 === 0 ? "503" : "200",
      `${1_000_499 + at * 777}`,
      "0",
      `${at}`,
      at % 7 === 0 ? "503 Busy" : "",
      "Ym9keQ==",
      "night",
      `${at}`,
      "GET",
      `http://h/${at % 3}`,
      "aGVhZA==",
    ]);
    const plain = parse(...rows.map((row) => row.join(",")));
    const careful = parse(
      ...rows.map(([time, ...row]) => `${time},${row.slice(0, 4).join(",")},"${row.slice(4).join('","')}"`),
    );
    expect(careful.report).toEqual(plain.report);
    expect(careful.recorder.trace).toBe(plain.recorder.trace);
    expect(plain.report.accepted).toBe(40);
  });

  it("is none when its first line is another", () => {
    expect(() => parse("time,code,latency")).toThrow(
      expect.objectContaining({ code: "format-unknown", line: 1 }),
    );
  });
});
