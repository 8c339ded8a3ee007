import { HeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Recorder } from "../recorder.ts";
import { openGauges } from "./index.ts";
import type { GaugeOptions } from "./index.ts";

function read(text: string, options: GaugeOptions = {}, size = 1e6) {
  const bytes = Buffer.from(text);
  const recorder = new Recorder();
  const parser = openGauges(bytes.subarray(0, 65_536), recorder, options);
  for (let at = 0; at < bytes.length; at += size) parser.write(new Uint8Array(bytes.subarray(at, at + size)));
  const report = parser.end();
  return { report, gauges: recorder.gauges };
}

const SECOND = 1_795_254_513;
const at = (seconds: number) => (SECOND + seconds) * 1e6;

describe("gauges in CSV", () => {
  it("have a column each, with their unit in its title; an empty field is no value", () => {
    const { gauges, report } = read(`time;cpu (%);lag [messages]\n${SECOND};71.5;100\n${SECOND + 1};;90\n`);
    expect(report).toMatchObject({ format: "gauges-csv", accepted: 3, refused: { count: 0 } });
    expect(gauges).toEqual([
      { name: "cpu", unit: "%", values: [{ atMicros: at(0), value: 71.5 }] },
      {
        name: "lag",
        unit: "messages",
        values: [
          { atMicros: at(0), value: 100 },
          { atMicros: at(1), value: 90 },
        ],
      },
    ]);
  });

  it("have a row for each value", () => {
    const { gauges } = read(`ts,gauge,value,unit\n${SECOND}000,cpu,71.5,%\n${SECOND}500,lag,3,\n`);
    expect(gauges).toEqual([
      { name: "cpu", unit: "%", values: [{ atMicros: at(0), value: 71.5 }] },
      { name: "lag", unit: null, values: [{ atMicros: at(0.5), value: 3 }] },
    ]);
  });

  it("take times in any unit and as dates, and say when a date has no zone", () => {
    const { gauges, report } = read(
      `at,x\n${SECOND}000000,1\n${SECOND}000000000,2\n2026-11-21T09:48:33Z,3\n2026-11-21 09:48:33.5,4\n`,
    );
    const moments = gauges[0]?.values.map(({ atMicros }) => atMicros / 1e6 - SECOND);
    expect(moments).toEqual([0, 0, 0, 0.5]);
    expect(report.warnings.map(({ code }) => code)).toEqual(["no-time-zone"]);
  });

  it("take dates without seconds, as spreadsheets write them", () => {
    const { gauges, report } = read("date,x\n2025-11-28 08:00,1\n2025-11-28 08:01,2\n");
    const minute = Date.UTC(2025, 10, 28, 8) * 1_000;
    expect(gauges[0]?.values.map(({ atMicros }) => atMicros - minute)).toEqual([0, 60e6]);
    expect(report.refused.count).toBe(0);
  });

  it("refuse what is no time or no number, by line", () => {
    const { report } = read(`time,cpu\n5,1\n${SECOND},many\n${SECOND},2\n`);
    expect(report.accepted).toBe(1);
    expect(report.refused.first.map(({ line, column }) => [line, column])).toEqual([
      [2, "time"],
      [3, "cpu"],
    ]);
  });

  it("are the same however the file is cut", () => {
    const text = `time,cpu (%),"lag"\r\n${SECOND},1,2\r\n${SECOND + 1},3,"4"\r\n`;
    const whole = read(text);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (size) => {
        expect(read(text, {}, size)).toEqual(whole);
      }),
    );
  });
});

describe("gauges in Prometheus' text", () => {
  it("need a timestamp, keep their labels, and are left out while stale", () => {
    const { gauges, report } = read(
      `# TYPE cpu gauge\ncpu{host="a b"} 0.7 ${SECOND}000\ncpu{host="a b"} NaN ${SECOND}000\nlag 3\n`,
    );
    expect(gauges).toEqual([
      { name: 'cpu{host="a b"}', unit: null, values: [{ atMicros: at(0), value: 0.7 }] },
    ]);
    expect(report.refused.first).toMatchObject([
      { line: 4, reason: expect.stringContaining("no timestamp") },
    ]);
  });
});

describe("gauges in an answer of query_range", () => {
  const answerOf = (...series: [Record<string, string>, [number, string][]][]) =>
    JSON.stringify({
      status: "success",
      data: { resultType: "matrix", result: series.map(([metric, values]) => ({ metric, values })) },
    });

  it("have the name of their series, or the one that was given", () => {
    const one = answerOf([
      { __name__: "cpu", job: "x" },
      [
        [SECOND, "71.5"],
        [SECOND + 1.5, "NaN"],
      ],
    ]);
    expect(read(one).gauges).toEqual([
      { name: "cpu", unit: null, values: [{ atMicros: at(0), value: 71.5 }] },
    ]);
    expect(read(one, { name: "processor", unit: "%" }).gauges).toMatchObject([
      { name: "processor", unit: "%" },
    ]);
  });

  it("keep their labels where there are several", () => {
    const two = answerOf([{ __name__: "cpu", host: "a" }, [[SECOND, "1"]]], [{ host: "b" }, [[SECOND, "2"]]]);
    expect(read(two).gauges.map(({ name }) => name)).toEqual(['cpu{host="a"}', '{host="b"}']);
  });

  it("are read series by series, however the response is cut and written", () => {
    const series = Array.from({ length: 20 }, (_, number): [Record<string, string>, [number, string][]] => [
      { __name__: "cpu", host: `"{[}]\\${number}é` },
      [[SECOND, String(number)]],
    ]);
    const text = answerOf(...series);
    const whole = read(text);
    expect(whole.gauges).toHaveLength(20);
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    for (const [given, step] of [
      [text, 1],
      [text, 7],
      [pretty, 3],
    ] as const) {
      const found: [string, number][] = [];
      const names: string[] = [];
      const bytes = Buffer.from(given);
      const sink = {
        gauge: (name: string) => names.push(name) - 1,
        measure: (gauge: number, _: number, value: number) => void found.push([names[gauge] ?? "", value]),
      };
      const parser = openGauges(bytes, sink, {});
      for (let from = 0; from < bytes.length; from += step) parser.write(bytes.subarray(from, from + step));
      expect(parser.end().accepted).toBe(20);
      expect(found).toEqual(whole.gauges.map(({ name, values }) => [name, values[0]?.value]));
    }
  });

  it.each([
    [
      "a series that isn't one",
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{}}]}}',
      "at data.result.0.values",
    ],
    [
      "numbers for series",
      '{"status":"success","data":{"resultType":"matrix","result":[0,0]}}',
      "at data.result",
    ],
    [
      "a list within the list",
      '{"status":"success","data":{"resultType":"matrix","result":[[{}]]}}',
      "at data.result.0",
    ],
    [
      "an end too early",
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{}',
      "ends too early",
    ],
    [
      "invalid JSON in a series",
      '{"status":"success","data":{"resultType":"matrix","result":[\n{"metric":{,}}]}}',
      "at line 2, byte 72",
    ],
    [
      "invalid JSON beside them",
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[]}x]}}',
      "cannot be read",
    ],
  ])("are refused with the place: %s", (_, text, place) => {
    const parser = openGauges(Buffer.from(answerOf()), new Recorder(), {});
    const send = () => {
      parser.write(Buffer.from(text));
      parser.end();
    };
    expect(send).toThrow(place);
  });

  it("are refused if one series is too large to be read at once", () => {
    const values = Array.from({ length: 250_000 }, (_, second): [number, string] => [SECOND + second, "1"]);
    expect(() => read(answerOf([{ __name__: "cpu" }, values]))).toThrow(
      expect.objectContaining({ code: "document-too-large" }),
    );
  });

  it("are refused by name where the answer is of another kind", () => {
    const instant = JSON.stringify({ status: "success", data: { resultType: "vector", result: [] } });
    expect(() => read(instant)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});

it("says what was tried of a file that holds no gauges", () => {
  try {
    read("hello, world\n1,2\n");
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(HeadroomError);
    expect(error).toMatchObject({ code: "format-unknown", message: expect.stringContaining("gauges-csv:") });
  }
});
