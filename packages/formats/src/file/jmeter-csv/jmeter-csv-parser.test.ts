import { describe, expect, it } from "vitest";
import { HEADER, parse, parseRows, ROW } from "./test-file.ts";

function reasonOf(row: string) {
  const { report } = parseRows(ROW, row);
  expect(report).toMatchObject({ accepted: 1, refused: { count: 1 } });
  const [first] = report.refused.first;
  expect(first).toMatchObject({ line: 3, byte: HEADER.length + ROW.length + 2 });
  return `${first?.column}: ${first?.reason}`;
}

describe("what a row must hold", () => {
  it.each([
    [ROW.replace("100", "-5"), 'elapsed: elapsed is negative: "-5"'],
    [ROW.replace("100", "NaN"), 'elapsed: elapsed is not a whole number of milliseconds: "NaN"'],
    [ROW.replace("100", "1.5"), 'elapsed: elapsed is not a whole number of milliseconds: "1.5"'],
    [ROW.replace("100", ""), "elapsed: elapsed is empty"],
    [ROW.replace("100", "9999999999"), 'elapsed: elapsed is longer than 30 days: "9999999999"'],
    [
      ROW.replace("1795200000000", "1795200000"),
      'timeStamp: timeStamp is not between 2000 and 2100 in epoch milliseconds: "1795200000"',
    ],
    [
      ROW.replace("1795200000000", "yesterday"),
      'timeStamp: timeStamp is neither epoch milliseconds nor a date: "yesterday"',
    ],
    [
      ROW.replace("1795200000000", "4102444800000"),
      'timeStamp: timeStamp is not between 2000 and 2100 in epoch milliseconds: "4102444800000"',
    ],
    [ROW.replace(",Home", ""), "null: has 8 of 9 columns"],
    [`${ROW},more`, "null: has 10 of 9 columns"],
    ["\0\0\0\0x", "null: has 1 of 9 columns"],
  ])("%s", (row, reason) => {
    expect(reasonOf(row)).toBe(reason);
  });

  it("leaves out a row that sums several requests", () => {
    const { report } = parse(`timeStamp,elapsed,label,success,SampleCount\n1795200000000,900,Home,true,9\n`);
    expect(report.refused.first[0]).toMatchObject({ column: "SampleCount" });
  });

  it("takes empty columns past the last, blank lines and any case of true", () => {
    const { report, recorder } = parseRows(`${ROW},,`, "", "   ", ROW.replace("true", "TRUE"), "\r");
    expect(report).toMatchObject({ accepted: 2, refused: { count: 0 } });
    expect(recorder.requests.errors).toBe(0);
  });

  it("counts anything but true as failed", () => {
    const failed = ["false", "", "no", "tru", "truex"].map((value) => ROW.replace("true", value));
    expect(parseRows(...failed).recorder.requests).toMatchObject({ errors: 5 });
  });
});

describe("time", () => {
  const micros = Date.UTC(2026, 10, 21, 9, 5, 7, 40) * 1_000;
  it.each([
    ["2026/11/21 09:05:07.040", 1],
    ["2026-11-21 09:05:07.040", 1],
    ["11/21/26 09:05:07.040", 1],
    ["2026-11-21T09:05:07.040Z", 0],
    ["2026-11-21T11:05:07.040+0200", 0],
    ["2026-11-21T04:35:07.040-04:30", 0],
    ["2026-11-21T09:05:07.040+00", 0],
  ])("%s", (date, warned) => {
    const { recorder, report } = parseRows(ROW.replace("1795200000000", date));
    expect(recorder.firstStartMicros).toBe(micros);
    expect(report.warnings.filter(({ code }) => code === "no-time-zone")).toHaveLength(warned);
  });

  it.each(["2026/02/30 09:05:07", "2026/13/01 09:05:07", "2026/11/21 24:05:07", "2026/11/21 09:05"])(
    "%s is no time",
    (date) => {
      expect(parseRows(ROW.replace("1795200000000", date)).report.refused.count).toBe(1);
    },
  );

  it("is the start of a request, as JMeter ships, or its end where the uploader says so", () => {
    const text = `${HEADER}\n${ROW}\n`;
    expect(parse(text).recorder.lastCompletionMicros).toBe(1_795_200_000_100_000);
    expect(parse(text, { timestamps: "end" }).recorder).toMatchObject({
      firstStartMicros: 1_795_199_999_900_000,
      lastCompletionMicros: 1_795_200_000_000_000,
    });
  });
});

describe("columns", () => {
  it("needs a time and a latency", () => {
    for (const header of ["label,success\n", "timeStamp,label\n1795200000000,x\n", "<html>\n"]) {
      expect(() => parse(header)).toThrow(expect.objectContaining({ code: "format-unknown", line: 1 }));
    }
  });

  it("tells failures by the code where there is no column success", () => {
    const header = "timeStamp,elapsed,label,responseCode";
    const row = (code: string) => `1795200000000,1,a,${code}`;
    const codes = ["200", "302", "404", "503", "Non HTTP response code: java.net.ConnectException"];
    const { recorder, report } = parse([header, ...codes.map(row)].join("\n"));
    expect(recorder.requests.errors).toBe(3);
    expect(report.absent).toEqual([]);
    expect(report.warnings.map(({ code }) => code)).toContain("no-success-column");
  });

  it.each(["timeStamp,elapsed,label", "elapsed,label,responseMessage,threadName"])(
    "does not know errors with the columns %s: they are absent, not none",
    (header) => {
      const { report } = parse(`${header}\n${header.startsWith("t") ? "1795200000000,1,a" : "1,a,OK,t"}\n`);
      expect(report).toMatchObject({ accepted: 1, absent: ["errors"] });
    },
  );

  it("says if all of its rows are of Transaction Controllers, which are no requests", () => {
    const row = ROW.replace("OK", '"Number of samples in transaction : 2, number of failing samples : 0"');
    const codesOf = (...rows: string[]) => parseRows(...rows).report.warnings.map(({ code }) => code);
    expect(codesOf(row, row)).toEqual(["transactions-only"]);
    expect(codesOf(row, ROW)).toEqual([]);
  });

  it("reads the first of two columns of one name", () => {
    const { recorder, report } = parse("timeStamp,elapsed,label,success,elapsed\n1795200000000,7,a,true,9\n");
    expect(recorder.requests.all.max).toBe(7_000);
    expect(report.warnings.map(({ code }) => code)).toContain("duplicate-column");
  });

  it("knows Transaction Controllers without a message by what they lack", () => {
    const header = "timeStamp,elapsed,label,dataType,success,URL";
    const rows = ["1795200000000,7,Buy,,true,null", "1795200000000,7,Pay,text,true,http://x"];
    const { recorder } = parse([header, ...rows, ""].join("\n"));
    expect(recorder.countsOf("transaction")).toEqual({ Buy: 1 });
    expect(recorder.countsOf("request")).toEqual({ Pay: 1 });
  });
});

describe("delimiters", () => {
  it.each(["^", "~", ":", "#", "!"])("%s", (delimiter) => {
    const text = `${HEADER}\n${ROW}\n`.replaceAll(",", delimiter);
    expect(parse(text).recorder.countsOf("request")).toEqual({ Home: 1 });
  });

  it("may be any sign in a file without a header", () => {
    const text = `${ROW},,0\n`.replaceAll(",", "~");
    expect(parse(text).recorder.countsOf("request")).toEqual({ Home: 1 });
    expect(parse(text.replace("1795200000000", "2026/11/21 09:05:07.040")).report.accepted).toBe(1);
  });
});

describe("a file without times", () => {
  const header = "elapsed,label,responseCode,responseMessage,threadName,success,bytes";
  const text = `${header}\n100,Home,200,OK,Users 1-1,true,10\n300,Home,503,Busy,Users 1-1,false,20\n`;

  it("has totals, with their reasons and bytes, and no clock", () => {
    const { report, recorder } = parse(text);
    expect(report).toMatchObject({ accepted: 2, clock: "none", source: "samples" });
    const total = { requests: 2, errors: 1, bytes: 30, minMicros: 100_000, maxMicros: 300_000 };
    expect(recorder.all.total).toMatchObject(total);
    expect(recorder.named[0]).toMatchObject({ name: "Home", total, failures: new Map([["503 Busy", 1]]) });
    expect(recorder.requests.all.count).toBe(0);
  });

  it("keeps to that where times follow, and leaves out rows without where there were some", () => {
    expect(parse(`${text}${HEADER}\n${ROW}\n`).recorder.all.total?.requests).toBe(3);
    const { report } = parse(`${HEADER}\n${ROW}\n${text}`);
    expect(report).toMatchObject({
      accepted: 1,
      refused: { count: 3, first: [{ line: 3 }, { line: 4 }, { line: 5 }] },
    });
  });
});
