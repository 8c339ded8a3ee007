import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { vegetaHist } from "./index.ts";

const text = readFileSync(join(import.meta.dirname, "fixtures/results.hist.txt"), "utf8");
const parse = (changed: string) => parseAll(vegetaHist, Buffer.from(changed));

describe("a histogram of vegeta", () => {
  it("is its buckets, the last without a bound", () => {
    expect(parse(text).recorder.all.total?.distribution).toEqual({
      kind: "buckets",
      upperBoundsMicros: [5_000, 20_000, 50_000, 100_000, 200_000, 500_000],
      counts: [82, 139, 61, 6, 137, 55, 0],
    });
  });

  it.each([
    ["begins above 0", "[0s,     5ms]", "[1ms,    5ms]"],
    ["leaves a gap", "[20ms,   50ms]", "[30ms,   50ms]"],
    ["goes back", "[0s,     5ms]", "[0s,     0s]"],
    ["has no end", "+Inf]", "900ms]"],
    ["has a bound that is not a duration", "5ms]", "5oz]"],
  ])("is refused when it %s", (_, from, to) => {
    expect(() => parse(text.replace(from, to))).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});
