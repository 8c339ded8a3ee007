import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { taurusCsv } from "./index.ts";

const HEADER =
  "label,avg_ct,avg_lt,avg_rt,bytes,concurrency,fail,stdev_rt,succ,throughput,perc_99.0,rc_200,rc_500";

function parse(...rows: string[]) {
  return parseAll(taurusCsv, Buffer.from(`${[HEADER, ...rows].join("\n")}\n`));
}

function refusal(...rows: string[]): HeadroomError {
  try {
    parse(...rows);
  } catch (error) {
    if (error instanceof HeadroomError) return error;
  }
  throw new Error("was not refused");
}

describe("a row of final stats", () => {
  it("is all requests where it has no label, and is not added to the others", () => {
    const { recorder } = parse("a,0,0,0.5,10,3,1,0,9,10,0.9,9,1", ",0,0,0.5,10,3,1,0,9,10,0.9,9,1");
    expect(recorder.all.total).toEqual({
      requests: 10,
      errors: 1,
      items: 10,
      bytes: 10,
      sumMicros: 5e6,
      minMicros: null,
      maxMicros: null,
      distribution: { kind: "quoted", micros: { p99: 9e5 } },
    });
    expect(recorder.named.map(({ name, total }) => [name, total?.requests])).toEqual([["a", 10]]);
  });

  it("names its failures by their codes, and not its successes", () => {
    const file = readFileSync(join(import.meta.dirname, "fixtures/failures-no-total.csv"));
    const { recorder } = parseAll(taurusCsv, file);
    expect([...(recorder.named[0]?.failures ?? [])]).toEqual([
      ["503", 7],
      ["Non HTTP response code: java.net.ConnectException", 3],
    ]);
    expect([...(recorder.named[1]?.failures ?? [])]).toEqual([]);
  });

  it("that says nan has no such figure", () => {
    const { recorder, report } = parse("a,0,0,nan,10,3,1,0,9,10,nan,9,1");
    expect(recorder.named[0]?.total).toMatchObject({ sumMicros: null, distribution: { kind: "none" } });
    expect(report.source).toBe("none");
  });
});

describe("a file is refused", () => {
  it.each([
    [["a,0,0,0,0,0,11,0,0,10,0.9,9,1"], "file-unreadable", "more failed samples than samples"],
    [["a,0,0,0,0,0,1,0,0,ten,0.9,9,1"], "file-unreadable", 'no "throughput" count'],
    [["a,0,0"], "file-unreadable", "3 of 13 columns"],
    [["a,0,0,0,0,0,1,0,0,10,0.9,9,1", "a,0,0,0,0,0,1,0,0,10,0.9,9,1"], "file-unreadable", "appears twice"],
    [[], "file-unreadable", "there is no row after the header"],
  ])("%#", (rows, code, message) => {
    const error = refusal(...rows);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it("that ends within a figure", () => {
    const file = Buffer.from(`${HEADER}\na,0,0,0.5,10,3,1,0,9,10,0.9,9,1`);
    expect(() => parseAll(taurusCsv, file)).toThrow(
      expect.objectContaining({ code: "file-truncated", line: 2 }),
    );
  });
});

describe("a CSV of very many rows", () => {
  it("is refused before they fill the memory", () => {
    expect(() => parseAll(taurusCsv, Buffer.from("label\n".repeat(150_000)))).toThrow(
      expect.objectContaining({ code: "file-unreadable", line: 100_002 }),
    );
  });
});
