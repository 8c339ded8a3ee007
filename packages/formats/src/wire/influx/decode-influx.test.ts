import { describe, expect, it } from "vitest";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeInflux } from "./decode-influx.ts";
import type { InfluxOptions } from "./decode-influx.ts";
import { KnownLines } from "./known-lines.ts";
import { isInfluxPrecision } from "./line-time.ts";

function decode(text: string | Uint8Array, options: Partial<InfluxOptions> = {}) {
  const metrics = new RecordedMetrics();
  const body = typeof text === "string" ? Buffer.from(text) : text;
  const result = decodeInflux(body, { precision: "ns", ...options }, metrics);
  return { result, metrics };
}

function valuesOf(text: string) {
  return decode(text).metrics.numbers.map(({ value }) => value);
}

describe("a line", () => {
  it("gives each numeric field as a value of its own series", () => {
    const { metrics, result } = decode("weather,place=us,city=ny temp=82.5,rain=3i 1465839830100400200");
    const tags = [
      ["city", "ny"],
      ["place", "us"],
    ];
    const common = { name: "weather", tags, unit: null, kind: "unknown", temporality: "each" };
    const time = { atMicros: 1_465_839_830_100_400, startMicros: null };
    expect(metrics.numbers).toEqual([
      { series: { ...common, field: "temp" }, time, value: 82.5 },
      { series: { ...common, field: "rain" }, time, value: 3 },
    ]);
    expect(result).toEqual({ lines: 1, values: 2, unused: 0, refused: 0 });
  });

  it("has the time of arrival if it has no timestamp", () => {
    expect(decode("cpu v=1").metrics.numbers[0]?.time).toEqual({ atMicros: null, startMicros: null });
  });

  it("can have escaped commas, spaces and equals signs", () => {
    const { metrics } = decode("a\\,b\\ c\\=d,k\\,e\\ y\\==v\\,a\\ l\\=\\x f\\ i\\,e\\=ld=1 5");
    expect(metrics.numbers[0]?.series).toMatchObject({
      name: "a,b c\\=d",
      tags: [["k,e y=", "v,a l=\\x"]],
      field: "f i,e=ld",
    });
  });

  it("can have texts with quotes, commas and line feeds, which nothing is measured with", () => {
    const { metrics, result } = decode('a t="x, \\"y\\" z=1\nq",v=1,b=true 5\nbad\n');
    expect(metrics.numbers).toMatchObject([{ value: 1, series: { field: "v" } }]);
    expect(result).toEqual({ lines: 1, values: 1, unused: 2, refused: 1 });
    expect(metrics.refusals).toEqual([{ at: 3, reason: "it has no fields" }]);
  });

  it("that has a field twice counts once, with the last value", () => {
    expect(valuesOf("a v=1,v=2\na v=3")).toEqual([2, 3]);
  });

  it("can be empty, a comment, or end in CRLF", () => {
    const { metrics, result } = decode("# note\r\n\r\n  \n  a v=1 7000\r\na,t=ü v=2\r\n");
    expect(metrics.numbers).toMatchObject([{ time: { atMicros: 7 } }, { series: { tags: [["t", "ü"]] } }]);
    expect(result).toEqual({ lines: 2, values: 2, unused: 0, refused: 0 });
  });
});

it("passes a series on once, whatever the order of its tags", () => {
  const { metrics } = decode("m,a=1,b=2 v=1\nm,b=2,a=1 v=2\nm,a=1,b=2 v=3");
  expect(metrics.all).toHaveLength(1);
  expect(metrics.numbers.map(({ value }) => value)).toEqual([1, 2, 3]);
});

it.each([
  ["0", 0],
  ["-12", -12],
  ["+1.5", 1.5],
  [".25", 0.25],
  ["7.", 7],
  ["3.251769", 3.251769],
  ["57.080000000000005", 57.080000000000005],
  ["0.000000000000001", 1e-15],
  ["1e3", 1000],
  ["-1.5E-3", -0.0015],
  ["9223372036854775807i", 2 ** 63],
  ["-5i", -5],
  ["18446744073709551615u", 2 ** 64],
])("reads the number %s", (text, value) => {
  expect(valuesOf(`a v=${text} 1`)).toEqual([value]);
});

it.each([
  ["ns", "1465839830100400999", 1_465_839_830_100_400],
  ["ns", "-1", -1],
  ["n", "999", 0],
  ["us", "1465839830100400", 1_465_839_830_100_400],
  ["u", "3", 3],
  ["µ", "3", 3],
  ["ms", "1465839830100", 1_465_839_830_100_000],
  ["s", "-2", -2_000_000],
  ["m", "2", 120_000_000],
  ["h", "1", 3_600_000_000],
] as const)("reads a timestamp in %s", (precision, text, atMicros) => {
  expect(decode(`a v=1 ${text}`, { precision }).metrics.numbers[0]?.time.atMicros).toBe(atMicros);
});

it.each([
  ["µ", true],
  ["h", true],
  ["d", false],
  ["", false],
  ["constructor", false],
])("knows whether %j is a precision", (text, known) => {
  expect(isInfluxPrecision(text)).toBe(known);
});

describe("a refused line", () => {
  it.each([
    ["a", "it has no fields"],
    ["a ", "a field has no value"],
    ["a 12", "a field has no value"],
    ["a v=", "a field has no value"],
    ["a =1", "a field has no name"],
    ["a v=1,", "a field has no value"],
    ["a v=NaN", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=Inf", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=1e999", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=0x10", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=1.5i", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=-1u", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=i", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=-", "a field isn't a finite number, a boolean or a quoted text"],
    ["a v=99999999999999999999i", "a field isn't a finite number, a boolean or a quoted text"],
    ["a good=1,v=bare", "a field isn't a finite number, a boolean or a quoted text"],
    ['a v="x"y', "there is something after a quoted text"],
    ["a v=1 12 13", "there is something after the fields and the timestamp"],
    ["a v=1 1.5", "the timestamp isn't a whole number or is out of range"],
    ["a v=1 9223372036854775807000", "the timestamp isn't a whole number or is out of range"],
    [",k=v v=1", "the metric has no name"],
    ["a,k v=1", "a tag has no value"],
    ["a,k= v=1", "a tag has no value"],
    ["a,=v v=1", "a tag has no name"],
    ["a,k=1,k=2 v=1", "the tag k is there twice"],
  ])("%j doesn't stop the others", (line, reason) => {
    const { metrics, result } = decode(`first v=1 1\n${line}\nlast v=2 2`);
    expect(metrics.refusals).toEqual([{ at: 2, reason }]);
    expect(metrics.numbers.map(({ value }) => value)).toEqual([1, 2]);
    expect(result).toMatchObject({ lines: 2, values: 2, refused: 1 });
  });

  it("isn't UTF-8", () => {
    const { metrics } = decode(Buffer.from("a\xff v=1\na,k=\xff v=1\na \xff=1", "latin1"));
    expect(metrics.refusals.map(({ reason }) => reason)).toEqual([
      "the measurement isn't UTF-8",
      "a tag isn't UTF-8",
      "a field's name isn't UTF-8",
    ]);
  });

  it("has too many tags, or too long a name or tag", () => {
    const limits = { tags: 1, nameLength: 3, tagLength: 3 };
    const { metrics } = decode("a,b=1,c=2 v=1\nlong v=1\na,b=long v=1\na long=1\nabc,k=abc v=1", { limits });
    expect(metrics.refusals.map(({ at }) => at)).toEqual([1, 2, 3, 4]);
    expect(metrics.numbers).toHaveLength(1);
  });
});

describe("bodies that share what they know", () => {
  const lines = [
    "cpu,host=a,zone=eu usage=1,idle=2i 1000000000",
    "cpu,zone=eu,host=a usage=3 1000000000",
    "cpu,host=a,zone=eu usage=4,usage=5 1000000000",
    "cpu,host=a,host=b usage=1",
    "a\\ b,c\\ d=e\\ f g\\ h=1",
    "cpu,host=ab usage=7",
    "cpu usage=8",
    "cpu",
    "c v=1",
  ];

  it("are read like any other", () => {
    const known = new KnownLines();
    for (const body of [lines, lines.toReversed(), [...lines, ...lines], lines.slice(3)]) {
      const text = body.join("\n");
      const { result, metrics } = decode(text, { known });
      const alone = decode(text);
      expect(result).toEqual(alone.result);
      expect(metrics).toEqual(alone.metrics);
    }
  });

  it("hand over the same series, so that a sink can remember it", () => {
    const known = new KnownLines();
    const seriesOf = () => decode(lines.join("\n"), { known }).metrics.numbers.map(({ series }) => series);
    const first = seriesOf();
    for (const [at, series] of seriesOf().entries()) expect(series).toBe(first[at]);
  });

  it("never take a field for another that is spelled alike", () => {
    // With an escaped backslash, with an escaped comma, with two letters, and with the one letter whose bytes are these two.
    const bytes = Buffer.concat([
      Buffer.from("m a\\\\,b=1\nm a\\,b=2\nm Ã\u0083=3\nm "),
      Buffer.of(0xc3, 0x83),
      Buffer.from("=4\nm value=5\nm value=6\nm valuf=7"),
    ]);
    const { metrics } = decode(bytes);
    expect(metrics.numbers.map(({ series, value }) => [series.field, value])).toEqual([
      ["a\\,b", 1],
      ["a,b", 2],
      ["Ã\u0083", 3],
      ["Ã", 4],
      ["value", 5],
      ["value", 6],
      ["valuf", 7],
    ]);
  });

  it("pass each series on once, however its tags are ordered", () => {
    const { metrics } = decode(lines.slice(0, 3).join("\n"));
    expect(new Set(metrics.numbers.map(({ series }) => series)).size).toBe(2);
    expect(metrics.numbers.map(({ value }) => value)).toEqual([1, 2, 3, 5]);
  });

  it("read a key at any place of a word, and at the very end", () => {
    const known = new KnownLines();
    for (let length = 1; length < 12; length++) {
      const name = "abcdefghijkl".slice(0, length);
      for (const text of [`${name} v=1`, `x,t=${name} v=1\n`, `${name}\\ ${name} v=1`, name])
        expect(decode(text, { known }).result).toEqual(decode(text).result);
    }
  });
});
