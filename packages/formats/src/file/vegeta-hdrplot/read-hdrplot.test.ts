import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { vegetaHdrplot } from "./index.ts";

const text = readFileSync(join(import.meta.dirname, "fixtures/results.hdrplot.txt"), "utf8");
const parse = (changed: string) => parseAll(vegetaHdrplot, Buffer.from(changed));

describe("a curve of percentiles of vegeta", () => {
  it("counts requests, and says nothing of errors and times", () => {
    const { report, recorder } = parse(text);
    expect(report).toMatchObject({ absent: ["errors"], clock: "none", durationSeconds: null });
    expect(recorder.all.total).toMatchObject({ requests: 480, minMicros: 1_470.791, sumMicros: null });
  });

  it("is refused when its end is missing", () => {
    const lines = text.trimEnd().split("\n");
    expect(() => parse(lines.slice(0, -1).join("\n"))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });
});
