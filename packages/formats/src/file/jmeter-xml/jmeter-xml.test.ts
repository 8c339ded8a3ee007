import { describe, expect, it } from "vitest";
import type { ParseOptions } from "../../parser.ts";
import { parseAll, Recorder } from "../../recorder.ts";
import { jmeterXml } from "./index.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n';
const TAIL = "</testResults>\n";

function sample(attributes: Record<string, string> = {}, inner = ""): string {
  const all = { t: "100", ts: "1795200000000", s: "true", lb: "Home", rc: "200", rm: "OK", ...attributes };
  const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return `<httpSample ${text.join(" ")}>${inner}</httpSample>\n`;
}

function parse(text: string | Uint8Array, options: ParseOptions = {}) {
  return parseAll(jmeterXml, Buffer.from(text), options);
}

const parseSamples = (...samples: string[]) => parse([HEAD, ...samples, TAIL].join(""));
const refusedBy = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return error;
  }
  return null;
};

it("has the first byte, connect and bytes sent of its requests", () => {
  const hop = sample({ lt: "90", ct: "9", sby: "900" });
  const { gauges } = parseSamples(
    sample({ lt: "10", ct: "4", sby: "120" }, hop),
    sample({ lt: "30", ct: "0" }),
    sample({ lt: "0", s: "false" }),
  ).recorder;
  expect(
    gauges.map(({ name, unit, values }) => [name, unit, values.map(({ value, spread }) => [value, spread])]),
  ).toEqual([
    ["first byte", "ms", [[20, { count: 2, min: 10, max: 30 }]]],
    ["connect", "ms", [[2, { count: 2, min: 0, max: 4 }]]],
    ["sent per request", "B", [[120, { count: 1, min: 120, max: 120 }]]],
  ]);
});

describe("a sample", () => {
  it.each([
    [{ t: "-5" }, 't: t is negative: "-5"'],
    [{ t: "1.5" }, 't: t is not a whole number of milliseconds: "1.5"'],
    [{ t: "9999999999" }, 't: t is longer than 30 days: "9999999999"'],
    [{ ts: "1795200000" }, 'ts: ts is not between 2000 and 2100 in epoch milliseconds: "1795200000"'],
    [
      { sc: "9" },
      'sc: sc shows that it combines several requests, whose individual latencies are not in the file: "9"',
    ],
  ])("with %j is left out", (attributes, reason) => {
    const { report } = parseSamples(sample(), sample(attributes));
    expect(report).toMatchObject({ accepted: 1, refused: { count: 1 } });
    const [first] = report.refused.first;
    expect(first).toMatchObject({ line: 4, byte: HEAD.length + sample().length });
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });

  it("without its time taken is left out, and one without success is judged by its code", () => {
    const bare = '<sample ts="1795200000000" lb="a"/>\n';
    const codes = ["200", "404", "Non HTTP response code: x"].map((rc) =>
      sample({ rc }).replace('s="true" ', ""),
    );
    const { report, recorder } = parseSamples(bare, ...codes);
    expect(report.refused.first).toMatchObject([{ line: 3, column: "t", reason: "has no t" }]);
    expect(report).toMatchObject({ warnings: [{ code: "no-success-column" }], absent: [] });
    expect(recorder.requests.errors).toBe(2);
    const untold = sample()
      .replace('s="true" ', "")
      .replace(/rc="[^"]*" /, "");
    expect(parseSamples(untold).report.absent).toEqual(["errors"]);
  });

  it("has no time where the file was written without, and then there are totals", () => {
    const untimed = [sample(), sample({ s: "false" })].map((text) => text.replace(/ts="\d+" /, ""));
    const { report, recorder } = parseSamples(...untimed);
    expect(report).toMatchObject({ accepted: 2, clock: "none", warnings: [{ code: "no-time-column" }] });
    expect(recorder.all.total).toMatchObject({ requests: 2, errors: 1, sumMicros: 200_000 });
    const { refused } = parseSamples(sample(), ...untimed).report;
    expect(refused).toMatchObject({ count: 2, first: [{ line: 4, reason: "has no ts" }, { line: 5 }] });
  });

  it("begins at its time, or ends there where the uploader says so", () => {
    const text = HEAD + sample() + TAIL;
    expect(parse(text).recorder.lastCompletionMicros).toBe(1_795_200_000_100_000);
    expect(parse(text, { timestamps: "end" }).recorder.lastCompletionMicros).toBe(1_795_200_000_000_000);
  });

  it("of a plug-in has a name of its own", () => {
    const { recorder } = parseSamples(sample().replaceAll("httpSample", "org.example.GrpcSample"));
    expect(recorder.countsOf("request")).toEqual({ Home: 1 });
  });
});

describe("samples in samples", () => {
  const rm = "Number of samples in transaction : 2, number of failing samples : 0";

  it("are requests in a transaction, and hops in a request", () => {
    const hop = sample({ lb: "Home-0" }, sample({ lb: "Home-0-0", s: "false" }));
    const home = sample({ s: "false", rc: "404", rm: "Not Found" }, hop);
    const inner = sample({ lb: "Inner", rm }, home);
    const { recorder } = parseSamples(sample({ lb: "Outer", rm }, inner + sample({ lb: "Pay" })));
    expect(recorder.countsOf("transaction")).toEqual({ Outer: 1, Inner: 1 });
    expect(recorder.countsOf("request")).toEqual({ Home: 1, Pay: 1 });
    expect(recorder.countsOf("hop")).toEqual({ "Home-0": 1, "Home-0-0": 1 });
    expect(recorder.labels.flatMap(({ failures }) => [...failures])).toEqual([["404 Not Found", 1]]);
  });

  it("are no deeper than any plan makes them", () => {
    const open = sample().replace("</httpSample>\n", "");
    expect(refusedBy(() => parse(HEAD + open.repeat(1_000)))).toMatchObject({ code: "file-unreadable" });
  });
});

describe("a transaction that the end of the test cut off", () => {
  const bare = { rm: "", dt: "", lb: "Checkout" };
  const bareSample = (inner = "", more: Record<string, string> = {}) =>
    sample({ ...bare, ...more }, inner).replaceAll(/(?<=<\/?)httpSample(?= .*lb="Checkout"|>\n$)/g, "sample");

  it("holds requests, whatever their names, and hops in those", () => {
    const inner = [1, 2, 3].map((at) => sample({ lb: `Checkout-${at}` }, sample({ lb: `Checkout-${at}-0` })));
    const { recorder, report } = parseSamples(bareSample(inner.join("")));
    expect(recorder.countsOf("transaction")).toEqual({ Checkout: 1 });
    expect(recorder.countsOf("request")).toEqual({ "Checkout-1": 1, "Checkout-2": 1, "Checkout-3": 1 });
    expect(Object.values(recorder.countsOf("hop"))).toEqual([1, 1, 1]);
    expect(report.warnings).toEqual([]);
  });

  it("is one without samples too, if its label has transactions", () => {
    const whole = sample({ lb: "Checkout", rm: "Number of samples in transaction : 1" }, sample());
    expect(parseSamples(whole, bareSample()).recorder.countsOf("transaction")).toEqual({ Checkout: 2 });
    const { recorder, report } = parseSamples(
      sample({ rm: "Number of samples in transaction : 1" }),
      bareSample(),
    );
    expect(recorder.countsOf("request")).toEqual({ Checkout: 1 });
    expect(report.warnings).toMatchObject([{ code: "maybe-transactions" }]);
  });

  it("may be a sampler of one's own without a message, which is a request", () => {
    const { recorder, report } = parseSamples(bareSample("", { s: "false", rc: "500" }));
    expect(recorder.requests).toMatchObject({ errors: 1 });
    expect(recorder.named[0]?.failures).toEqual(new Map([["500", 1]]));
    expect(report.warnings).toEqual([]);
  });
});

describe("status codes from 400 on", () => {
  const samples = [
    sample({ rc: "500", rm: "Error", s: "true" }),
    sample({ rc: "404", s: "false" }),
    sample({}),
  ];

  it("are counted with the tool's word", () => {
    const { recorder } = parseSamples(...samples);
    expect(recorder.codes).toEqual({ "404": [1, 1], "500": [1, 0] });
    expect(recorder.requests.errors).toBe(1);
  });
});

describe("why requests failed", () => {
  const assertion = (message: string) =>
    `<assertionResult><name>a</name><failure>true</failure><failureMessage>${message}</failureMessage></assertionResult>`;
  it.each([
    [{ rc: "503", rm: "Service Unavailable" }, "", "503 Service Unavailable"],
    [{}, assertion("expected &lt;b&gt;"), "expected <b>"],
    [{}, assertion("") + assertion("second"), "second"],
    [{ rc: "500", rm: "Error" }, assertion("expected 200"), "500 Error"],
    [{ rc: "Non HTTP response code: x.Y", rm: "Non HTTP response message: refused" }, "", "x.Y refused"],
    [{}, "<failureMessage>not an assertion's</failureMessage>", "200 OK"],
  ])("%j %s", (attributes, inner, reason) => {
    const { recorder } = parseSamples(sample({ ...attributes, s: "false" }, inner), sample({}, inner));
    expect(recorder.named.map(({ failures }) => Object.fromEntries(failures))).toEqual([{ [reason]: 1 }]);
  });

  it("is known of a file that ends within the sample", () => {
    const { recorder, report } = parse(HEAD + sample({ s: "false", rc: "500" }).replace(/<\/.*\n/, ""));
    expect(recorder.named[0]?.failures).toEqual(new Map([["500 OK", 1]]));
    expect(report.warnings).toMatchObject([{ code: "ends-early" }]);
  });
});

describe("XML that is not as JMeter writes it", () => {
  it("with a document type is refused, whatever its entities would become", () => {
    const laughs = `<!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(50)}">]>\n`;
    const text = HEAD.replace("?>\n", `?>\n${laughs}`) + sample({ lb: "&b;" }) + TAIL;
    expect(refusedBy(() => parse(text))).toMatchObject({ code: "file-unreadable", line: 2 });
  });

  it("of another tool, or no XML at all, is refused with its place", () => {
    expect(refusedBy(() => parse("<html></html>"))).toMatchObject({ code: "file-unreadable", line: 1 });
    expect(refusedBy(() => parse("\nhello <b>"))).toMatchObject({ code: "file-unreadable", line: 2 });
  });

  it("has no entities of its own", () => {
    const { report, recorder } = parseSamples(sample({ lb: "a&lol;b" }));
    expect(report.warnings).toMatchObject([{ code: "xml-characters", lines: [3] }]);
    expect(recorder.countsOf("request")).toEqual({ "a&lol;b": 1 });
  });

  it("loses a sample whose tag is cut by the next, and goes on behind it", () => {
    const cut = sample().slice(0, 50);
    const { report } = parse(HEAD + sample() + cut + sample() + sample() + TAIL);
    expect(report.refused).toMatchObject({ count: 1, first: [{ line: 4 }] });
    expect(report.accepted).toBe(2);
  });

  it("may begin again, as in files that were appended", () => {
    const text = HEAD + sample() + TAIL;
    const { report } = parse(text + text);
    expect(report).toMatchObject({ accepted: 2, refused: { count: 0 } });
    expect(report.warnings).toMatchObject([{ code: "repeated-header", lines: [6] }]);
  });

  it.each([
    ["a tag", `<httpSample t="100" lb="${"x".repeat(900_000)}"/>`],
    ["a tag", `<httpSample ${"a='1' ".repeat(150_000)}/>`],
    ["a comment", `<!--${"x".repeat(900_000)}-->`],
    ["an entity", `<a>&${"x".repeat(900_000)};</a>`],
    ["a name", `<${"x".repeat(900_000)}/>`],
    ["a document type", `<!DOCTYPE ${"x".repeat(900_000)}>`],
  ])("holds no more of %s than the limit", (_what, text) => {
    const parser = jmeterXml.open(new Recorder(), { maxLineBytes: 100_000 });
    const refused = refusedBy(() => {
      parser.write(Buffer.from(HEAD));
      parser.write(Buffer.from(text));
      parser.end();
    });
    expect(refused).toMatchObject({ code: "file-unreadable" });
  });

  it("may hold answers of any length, which are passed over", () => {
    const answer = `<responseData class="java.lang.String">${"&lt;p&gt; text ".repeat(50_000)}</responseData>`;
    const { report } = parseAll(jmeterXml, Buffer.from(HEAD + sample({}, answer) + TAIL), {
      maxLineBytes: 10_000,
    });
    expect(report).toMatchObject({ accepted: 1, refused: { count: 0 }, warnings: [] });
  });

  it("gives up on a flood of faults", () => {
    expect(refusedBy(() => parse(HEAD + "\u0001".repeat(200_000)))).toMatchObject({
      code: "file-unreadable",
    });
  });
});

describe("users", () => {
  it("are the threads of all groups, at most one value a second", () => {
    const na = ["1", "3", "2"].map((users, at) =>
      sample({ na: users, ts: `${1_795_200_000_000 + 200 * at}` }),
    );
    const { recorder } = parseSamples(...na, sample({ na: "x" }));
    expect(recorder.gauges).toMatchObject([
      { name: "users", unit: null, values: [{ atMicros: 1_795_200_000_300_000, value: 3 }] },
    ]);
  });
});
