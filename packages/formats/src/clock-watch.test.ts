import { HOUR_MILLIS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { Warning } from "@headroom/core";
import { readFixtures } from "./testing/fixture.ts";
import type { Format, ParseOptions } from "./parser.ts";
import { Recorder } from "./recorder.ts";
import { formats } from "./registry.ts";
import { UploadParse } from "./upload-parse.ts";

const START = 1_795_200_000_000;

function jumpsIn(id: string, text: string | Uint8Array, options: ParseOptions = {}): Warning[] {
  const format = formats.find((one) => one.id === id) as Format;
  const files = new UploadParse(new Recorder(), false);
  files.begin("the file", format, options);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 4_000) files.write(bytes.subarray(at, at + 4_000));
  return files.end().warnings.filter(({ code }) => code === "clock-jump");
}

const HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success\n";
const row = (millis: number) => `${START + millis},20,Home,200,OK,Users 1-1,true\n`;
/** A request each 100 ms, and where the clock stands from which row on. */
const rows = (count: number, shift: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => row(at * 100 + shift(at)));
const jtl = (lines: readonly string[]) => jumpsIn("jmeter-csv", HEADER + lines.join(""));

describe("the clock of a file", () => {
  it("that ran on is nothing to warn of, whatever the file, but for the one whose clock was set", () => {
    const found = readFixtures().flatMap(({ format, name, bytes, truth }) => {
      const { options = {} } = truth;
      return formats.some(({ id, role }) => id === format && role === "run")
        ? jumpsIn(format, bytes, options).map(({ lines }) => [name, lines])
        : [];
    });
    expect(found).toEqual([["duplicate-column.csv", [52]]]);
  });

  it("that jumps from line to line is said with the first of these lines; one stray line is not", () => {
    const day = 24 * HOUR_MILLIS;
    const [wild, ...more] = jtl(rows(50, (at) => (at < 10 ? 0 : at * 40 * day)));
    expect(wild).toMatchObject({
      lines: [12],
      detail: expect.stringMatching(/^Times jump ahead by 9600 h, and again/),
    });
    expect(more).toEqual([]);
    expect(jtl(rows(5, (at) => at * 400 * day))).toMatchObject([{ lines: [3] }]);
    expect(jtl(rows(50, (at) => (at % 2 === 0 ? 0 : -at * 40 * day)))).toMatchObject([{ lines: [3] }]);
    expect(jtl(rows(50, (at) => (at === 10 ? 400 * day : 0)))).toEqual([]);
  });

  it.each([
    [
      "daylight saving time ended",
      -HOUR_MILLIS,
      /^Times go back by 1 h: daylight saving time ended, the clock was set/,
    ],
    ["daylight saving time began", HOUR_MILLIS, /^Times jump ahead by 1 h, .* daylight saving time began/],
    ["it was set back", -120_000, /^Times go back by 2 min: the clock was set back, or files were appended/],
    ["it was set back a little", -8_000, /^Times go back by 8 s/],
    [
      "it was set ahead, or nothing was sent",
      2 * HOUR_MILLIS,
      /^Times jump ahead by 2 h.*or nothing was sent/,
    ],
  ])("jumped where %s, which is said with the line", (_, by, detail) => {
    const [warning, ...more] = jtl(rows(3_000, (at) => (at < 2_000 ? 0 : by)));
    expect(warning).toMatchObject({ count: 1, lines: [2_002], detail: expect.stringMatching(detail) });
    expect(more).toEqual([]);
  });

  it("is seen in every format of lines, at its line", () => {
    const ndjson = Array.from({ length: 200 }, (_, at) => {
      const time = new Date(START + at * 1_000 - (at < 150 ? 0 : HOUR_MILLIS)).toISOString();
      return `{"metric":"http_req_duration","type":"Point","data":{"time":"${time}","value":5.5,"tags":{"name":"a","status":"200"}}}\n`;
    });
    // k6 describes a request on several lines, so its last one is known by the next request.
    expect(jumpsIn("k6-ndjson", ndjson.join(""))).toMatchObject([{ lines: [152] }]);
    const tsung = Array.from({ length: 200 }, (_, at) => {
      const seconds = START / 1_000 + at - (at < 150 ? 0 : 3_600);
      return `${seconds};<0.1.0>;1;get;shop;/cart;200;490;6.322;;;;\n`;
    });
    const header =
      "#date;pid;id;http method;host;URL;HTTP status;size;duration;transaction;match;error;tag\n";
    expect(jumpsIn("tsung-dump", header + tsung.join(""))).toMatchObject([{ lines: [152] }]);
  });

  it("is not what puts lines in another order", () => {
    const inOrder = rows(2_000, () => 0);
    const byHash = inOrder.toSorted(
      (a, b) => ((Number(a.slice(8, 13)) * 7_919) % 104_729) - ((Number(b.slice(8, 13)) * 7_919) % 104_729),
    );
    expect(jtl(byHash)).toEqual([]);
    const oneLate = inOrder.with(1_000, row(-600_000)).with(1_500, row(9 * HOUR_MILLIS));
    expect(jtl(oneLate)).toEqual([]);
    const slow = rows(2_000, () => 0).map((line, at) =>
      at % 50 === 49 ? line.replace(",20,", ",30000,") : line,
    );
    expect(jtl(slow)).toEqual([]);
    const rare = Array.from({ length: 100 }, (_, at) => row(at * 600_000));
    expect(jtl(rare)).toEqual([]);
  });

  it("was not set as often as times go back in a file of many generators", () => {
    expect(jtl(rows(5_000, (at) => -400_000 * Math.floor(at / 500)))).toEqual([]);
  });
});
