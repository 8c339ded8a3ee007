import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { abGnuplot } from "./index.ts";

const HEADER = "starttime\tseconds\tctime\tdtime\tttime\twait";
const ROW = "Sat Nov 21 09:36:31 2026\t1795253791\t0\t75\t75\t75";
const parse = (...rows: string[]) => parseAll(abGnuplot, Buffer.from(`${[HEADER, ...rows].join("\n")}\n`));

describe("a TSV of ab", () => {
  it("counts a request when it was answered, and knows nothing of failures", () => {
    const { report, recorder } = parse(ROW);
    expect(report).toMatchObject({ absent: ["errors"], clock: "absolute", latencyResolutionMicros: 1_000 });
    expect(recorder.lastCompletionMicros).toBe(1_795_253_791_075_000);
  });

  it.each([
    [ROW.replace("\t75\t75\t75", "\t75\t-75\t75"), "ttime"],
    [ROW.replace("\t75\t75\t75", "\t75\tx\t75"), "ttime"],
    [ROW.replace("1795253791", "1795253791000"), "seconds"],
    [ROW.replace("\t0\t", "\t"), null],
  ])("leaves out %j", (row, column) => {
    const { report } = parse(ROW, row);
    expect(report.accepted).toBe(1);
    expect(report.refused.first).toMatchObject([{ line: 3, column }]);
  });
});
