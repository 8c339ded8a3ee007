import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ohaText } from "./index.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const failures = read("seconds-and-failures.txt");
const parse = (text: string) => parseAll(ohaText, Buffer.from(text));

describe("a text report of oha", () => {
  it("has its duration, its bytes and as many digits as its unit leaves", () => {
    const { report, recorder } = parse(failures);
    expect(report).toMatchObject({ durationSeconds: 10.0021, latencyResolutionMicros: 100, clock: "none" });
    expect(recorder.all.total?.bytes).toBe(Math.round(478.52 * 1_024));
    expect(parse(read("milliseconds.txt")).report.latencyResolutionMicros).toBe(1);
  });

  it("has failures by status and error, without what the end cut off", () => {
    const { recorder } = parse(failures.replaceAll("\n", "\r\n"));
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      404: 20,
      500: 10,
      "connection closed before message completed": 15,
      timeout: 5,
    });
  });

  it("leaves out percentiles that it does not know", () => {
    const { recorder } = parse(failures.replace("99.99% in 1.5021", "99.99% in NaN"));
    expect(recorder.all.total?.distribution).not.toHaveProperty(["micros", "p99.99"]);
  });

  it.each([
    ["without its end", failures.slice(0, failures.indexOf("Error distribution"))],
    ["without its duration", failures.replace("  Total:", "  All:")],
    ["with an average that is none", failures.replace("Average:\t0.0403 sec", "Average:\tshort")],
  ])("is refused %s", (_, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});
