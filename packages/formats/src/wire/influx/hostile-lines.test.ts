import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isHeadroomError } from "@headroom/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeInflux } from "./decode-influx.ts";
import type { InfluxOptions } from "./decode-influx.ts";

function outcomeOf(body: Uint8Array, limits: InfluxOptions["limits"] = {}) {
  const metrics = new RecordedMetrics();
  try {
    const result = decodeInflux(body, { precision: "ns", limits }, metrics);
    expect(result.values).toBe(metrics.numbers.length);
    expect(result.refused).toBe(metrics.refusals.length);
    return result;
  } catch (error) {
    if (!isHeadroomError(error)) throw error;
    return error.code;
  }
}

it("reads or refuses any bytes", () => {
  const piece = fc.constantFrom(
    "a",
    ",",
    "=",
    " ",
    "\n",
    "\r",
    '"',
    "\\",
    "#",
    "1",
    "-",
    ".",
    "i",
    "t",
    "e",
    "ü",
  );
  const check = (bytes: Uint8Array) => {
    expect(outcomeOf(bytes)).toBeTypeOf("object");
  };
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      check(Buffer.from(pieces.join("")));
    }),
  );
  fc.assert(fc.property(fc.uint8Array(), check));
});

it("reads or refuses a body that is cut at any byte", () => {
  const body = readFileSync(join(import.meta.dirname, "fixtures", "jmeter-5.6.3", "shop.body"));
  for (let end = 0; end <= body.length; end += 1)
    expect(outcomeOf(body.subarray(0, end))).toBeTypeOf("object");
});

it("refuses a body with too many series or values", () => {
  const lines = Array.from({ length: 11 }, (_, index) => `a,k=${index} v=1`).join("\n");
  expect(outcomeOf(Buffer.from(lines), { series: 10 })).toBe("batch-too-large");
  expect(outcomeOf(Buffer.from(lines), { values: 10 })).toBe("batch-too-large");
  expect(outcomeOf(Buffer.from("bad\n".repeat(11)), { values: 10 })).toBe("batch-too-large");
  expect(outcomeOf(Buffer.from(lines), { series: 11, values: 11 })).toMatchObject({ values: 11 });
  const many = Array.from({ length: 200_000 }, (_, index) => `a,k=${index} v=1`).join("\n");
  expect(outcomeOf(Buffer.from(many))).toBe("batch-too-large");
});

it.each([
  ["a measurement", "x".repeat(4_000_000), 1],
  ["tags", `a${",k=1".repeat(1_000_000)} v=1`, 1],
  ["spaces", " ".repeat(4_000_000), 0],
  ["backslashes", "\\".repeat(4_000_000), 1],
  ["a text without an end", `a v="${'\\"'.repeat(2_000_000)}`, 1],
  ["a number", `a v=${"9".repeat(4_000_000)}`, 1],
  ["fields", `a ${Array.from({ length: 100_000 }, (_, index) => `f${index}=1`).join(",")},x`, 1],
])("reads a line of megabytes with %s in bounded time", (_, line, refused) => {
  const started = performance.now();
  expect(outcomeOf(Buffer.from(line))).toMatchObject({ values: 0, refused });
  expect(performance.now() - started).toBeLessThan(10_000);
});
