import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { drillText } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const parse = (text: string) => parseAll(drillText, Buffer.from(text));

describe("what drill prints", () => {
  it("has its duration and rounding", () => {
    expect(parse(fixture("shop.txt")).report).toMatchObject({
      durationSeconds: 7.2,
      latencyResolutionMicros: 1_000,
    });
    const precise = { durationSeconds: 1.5, latencyResolutionMicros: 1 };
    expect(parse(fixture("nanosec-failing.txt")).report).toMatchObject(precise);
  });

  it("says how many answers were no success", () => {
    const { recorder } = parse(fixture("nanosec-failing.txt"));
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ "not 2xx": 3 });
    expect(recorder.named[1]?.failures.size).toBe(0);
  });

  it("may stand behind a line for each request", () => {
    const [beginning = "", statistics = ""] = fixture("shop.txt").split(/(?<=18080\n)/);
    const lines = "Product page              http://127.0.0.1:18080/product 200 OK 5ms\n".repeat(2_000);
    const text = Buffer.from(beginning + lines + statistics);
    expect(drillText.detect(text.subarray(0, 65_536)).match).toBe(true);
    expect(parse(text.toString()).recorder.all.total?.requests).toBe(360);
  });

  it("without statistics is refused", () => {
    const text = fixture("shop.txt").replace(/^Total requests.*\n/m, "");
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});
