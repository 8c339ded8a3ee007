import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { heyText } from "./index.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const parse = (text: string) => parseAll(heyText, Buffer.from(text));

describe("a report of hey", () => {
  it("has its duration and bytes", () => {
    const { report, recorder } = parse(read("product.txt"));
    expect(report).toMatchObject({ durationSeconds: 2.8796, clock: "none", source: "quoted" });
    expect(recorder.all.total?.bytes).toBe(999_000);
  });

  it("counts what failed without an answer, by reason and not by connection", () => {
    const { recorder } = parse(read("some-resets.txt"));
    const { failures } = recorder.all;
    expect([...failures.keys()]).toContain("read tcp 127.0.0.1:18555: read: connection reset by peer");
    expect([...failures.values()].reduce((sum, times) => sum + times, 0)).toBe(recorder.all.total?.errors);
  });

  it("has no latencies when nothing was answered", () => {
    const { report, recorder } = parse(read("no-answer.txt"));
    expect(report.source).toBe("none");
    expect(recorder.all.total).toMatchObject({ requests: 20, errors: 20, minMicros: null, maxMicros: null });
  });

  it("of more than a million requests lists the first million", () => {
    const many = read("product.txt")
      .replace("1041.8274", "41666.6667")
      .replace("2.8796", "48.0000")
      .replace("3000 responses", "1000000 responses");
    const { report, recorder } = parse(many);
    expect(recorder.all.total?.requests).toBe(2_000_000);
    expect(report.warnings.map(({ code }) => code)).toEqual(["first-million"]);
  });

  it("is refused when its last lines are missing", () => {
    const cut = read("some-resets.txt");
    expect(() => parse(cut.slice(0, cut.indexOf("Error distribution")))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });

  it("is read with the line ends of Windows too", () => {
    const { recorder } = parse(read("product.txt").replaceAll("\n", "\r\n"));
    expect(recorder.all.total).toMatchObject({ requests: 3_000, distribution: { micros: { p50: 5_000 } } });
  });

  it.each(["Total:", "Slowest:", "Average:"])("is refused without its line %s", (name) => {
    expect(() => parse(read("product.txt").replace(name, "x"))).toThrow(
      expect.objectContaining({ code: "file-unreadable", message: expect.stringContaining(name) }),
    );
  });
});

describe("the detection of hey's report", () => {
  it("does not take the report of a tool that looks like it", () => {
    const like = read("product.txt").replace("  req write:", "  req sent:");
    expect(heyText.detect(Buffer.from(like))).toMatchObject({ match: false });
  });
});
