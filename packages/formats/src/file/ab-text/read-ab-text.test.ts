import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { abText } from "./index.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const checkout = read("checkout-c10.txt");
const parse = (text: string) => parseAll(abText, Buffer.from(text));

describe("a report of ab", () => {
  it("is of a closed load, with version, duration, bytes and failures", () => {
    const { report, recorder } = parse(checkout);
    expect(report).toMatchObject({
      toolVersion: "2.3",
      absent: [],
      loadModel: "closed",
      latencyResolutionMicros: 1_000,
      durationSeconds: 6.141,
    });
    expect(recorder.all.total?.bytes).toBe(50_235);
    expect(recorder.all.total).toEqual(recorder.named[0]?.total);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ "non-2xx response": 5 });
  });

  it("has only some of the errors where responses vary in length, because connections that broke may be among them", () => {
    const { report, recorder } = parse(read("short-columns.txt"));
    expect(report).toMatchObject({ source: "none", absent: ["some-errors"] });
    expect(recorder.all.total?.errors).toBe(20);
    const without = read("short-columns.txt")
      .replace("(Connect: 2, Receive: 3,", "(Connect: 0, Receive: 0,")
      .replace(/^Non-2xx responses:.*\n/m, "");
    expect(parse(without).report.absent).toEqual(["errors"]);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      "non-2xx response": 15,
      connect: 2,
      receive: 3,
    });
    expect(report.warnings[0]?.detail).toContain("400 responses");
  });

  it("has the median where it has no percentiles", () => {
    const { recorder } = parse(checkout.slice(0, checkout.indexOf("Percentage of the")));
    expect(recorder.all.total?.distribution).toEqual({ kind: "quoted", micros: { p50: 184_000 } });
  });

  it("is the last of several, which is said", () => {
    const { report, recorder } = parse(checkout + read("product-c8.txt"));
    expect(recorder.all.total?.requests).toBe(3_000);
    expect(report.warnings.map(({ code }) => code)).toEqual(["several-runs"]);
  });

  it("of no complete request has no latencies", () => {
    const none = checkout
      .slice(0, checkout.indexOf("Connection Times"))
      .replace("Complete requests:      300", "Complete requests:      0");
    const { report, recorder } = parse(none);
    expect(report.source).toBe("none");
    expect(recorder.all.total).toMatchObject({ requests: 0, errors: 0, maxMicros: null });
  });

  it.each(["Complete requests", "Time taken for tests", "Total: "])("is refused without %s", (name) => {
    expect(() => parse(checkout.replace(name, "x"))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });

  it("is refused when it was cut among its percentiles", () => {
    expect(() => parse(checkout.slice(0, checkout.indexOf("  99%") + 7))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });
});
