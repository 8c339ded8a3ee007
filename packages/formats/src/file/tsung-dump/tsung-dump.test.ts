import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { tsungDump } from "./index.ts";

const HEADER = "#date;pid;id;http method;host;URL;HTTP status;size;duration;transaction;match;error;tag";
const ROW = "1700000000.5;<0.1.0>;1;get;shop;/cart;200;490;6.322;;;;";

const parse = (...lines: string[]) => parseAll(tsungDump, Buffer.from(`${lines.join("\n")}\n`));

describe("a row of Tsung's dump", () => {
  it("counts when it was answered, with its size, under its transaction or else its method and path", () => {
    const { recorder } = parse(
      HEADER,
      ROW,
      ROW.replace("6.322;", "6.322;tr_buy"),
      ROW.replace("/cart", "/a;b"),
      ROW.replace("6.322;", "6.322;-").replace("get", "post"),
      ROW.replace("/cart", "http://shop:8080/cart?item=7;8"),
      ROW.replace("/cart", "http://shop"),
    );
    expect(recorder.lastCompletionMicros).toBe(1_700_000_000_500_000);
    expect(recorder.named.map(({ name }) => name)).toEqual([
      "GET /cart",
      "tr_buy",
      "GET /a;b",
      "POST /cart",
      "GET /",
    ]);
    expect(recorder.requests.all.max).toBe(6_322);
  });

  it("failed with a status from 400 on, without one, or with an error", () => {
    const rows = [
      ROW.replace("200", "503"),
      ROW.replace("200", "").replace(";;;;", ";;;error_timeout;"),
      ROW.replace("200", "error_no_http_status"),
      ROW.replace("200", ""),
    ];
    const { recorder } = parse(HEADER, ROW, ...rows);
    expect(recorder.requests.errors).toBe(4);
    expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({
      503: 1,
      error_timeout: 1,
      error_no_http_status: 1,
    });
  });

  it.each([
    [ROW.replace("6.322", ""), 'duration: duration is not a number: ""'],
    [ROW.replace("6.322", "-6.3"), 'duration: duration is negative: "-6.3"'],
    [ROW.replace("1700000000.5", "1700000"), 'date: date is not a time between 2000 and 2100: "1700000"'],
    ["1700000000.5;<0.1.0>", "null: has 2 of 13 columns"],
  ])("%j is left out", (row, reason) => {
    const { report } = parse(HEADER, ROW, row);
    const [first] = report.refused.first;
    expect(report.accepted).toBe(1);
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });

  it("needs a duration in its header", () => {
    const older = "#date;pid;id;http method;host;URL;HTTP status;size;match;error";
    expect(tsungDump.detect(Buffer.from(`${older}\n`)).match).toBe(true);
    expect(() => parse(older)).toThrow(expect.objectContaining({ code: "file-unreadable", line: 1 }));
  });
});
