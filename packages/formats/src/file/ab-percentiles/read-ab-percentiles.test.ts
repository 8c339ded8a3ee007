import { RunAggregation } from "@headroom/core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { abText } from "../ab-text/index.ts";
import { abPercentiles } from "./index.ts";

const folder = join(import.meta.dirname, "..");
const csv = readFileSync(join(folder, "ab-percentiles/fixtures/checkout-c10.csv"), "utf8");
const text = readFileSync(join(folder, "ab-text/fixtures/checkout-c10.txt"));
const parse = (changed: string) => parseAll(abPercentiles, Buffer.from(changed));

describe("the percentiles of ab", () => {
  it("come without counts", () => {
    const { report, recorder } = parse(csv);
    expect(report.absent).toEqual(["requests", "errors"]);
    expect(recorder.all.total).toMatchObject({ requests: 0, minMicros: null, maxMicros: null });
  });

  it.each([
    ["the report first", [abText, abPercentiles]],
    ["the percentiles first", [abPercentiles, abText]],
  ])("and the report make one whole: %s", (_, order) => {
    const run = new RunAggregation();
    for (const format of order) {
      const parser = format.open(run, {});
      parser.write(format === abText ? text : Buffer.from(csv));
      parser.end();
    }
    const { all } = run.finish();
    expect(all).toMatchObject({ requests: 300, errors: 5, maxMicros: 462_000 });
    expect(all.distribution).toMatchObject({
      kind: "quoted",
      micros: { p66: expect.any(Number), p97: 366_048 },
    });
  });

  it.each([
    ["a row is missing", (rows: string[]) => rows.toSpliced(40, 1)],
    ["its end is missing", (rows: string[]) => rows.slice(0, 80)],
    ["a value is cut", (rows: string[]) => [...rows.slice(0, 50), "49,1"]],
    ["its header is another", (rows: string[]) => ["Percent,Time", ...rows.slice(1)]],
  ])("are refused when %s", (_, change) => {
    expect(() => parse(change(csv.trimEnd().split("\n")).join("\n"))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });
});
