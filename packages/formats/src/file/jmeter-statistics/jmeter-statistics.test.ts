import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { jmeterStatistics } from "./index.ts";

const bytes = readFileSync(join(import.meta.dirname, "fixtures/statistics.json"));
const statistics: Record<string, object> = JSON.parse(bytes.toString());

function parse(change: Record<string, unknown> = {}) {
  return parseAll(jmeterStatistics, Buffer.from(JSON.stringify({ ...statistics, ...change })));
}

describe("the table of JMeter's report", () => {
  it("says how long the run was and what it received by its rates", () => {
    const { report, recorder } = parse();
    expect(report).toMatchObject({ loadModel: "closed", source: "quoted", clock: "none", accepted: 5 });
    expect(report.durationSeconds).toBeCloseTo(7.022, 3);
    expect(recorder.all.total?.bytes).toBe(Math.round(32.455891973440615 * 1_024 * 7.022));
  });

  it("holds labels that its total leaves out", () => {
    const { report, recorder } = parse({ "Buy all": statistics["Checkout"] });
    expect(report.warnings).toMatchObject([{ code: "percentiles-assumed" }, { code: "transactions-untold" }]);
    expect(recorder.all.total?.requests).toBe(418);
  });

  it("may lack a total, and then has no percentiles of all", () => {
    const { recorder, report } = parse({ Total: undefined });
    expect(recorder.all.total).toMatchObject({ requests: 418, errors: 1, sumMicros: null });
    expect(report).toMatchObject({ source: "none", durationSeconds: null });
  });

  it("has no latencies of a label without requests", () => {
    const empty = {
      ...statistics["Search"],
      sampleCount: 0,
      errorCount: 0,
      meanResTime: "NaN",
      throughput: "NaN",
    };
    const search = parse({ Search: empty }).recorder.named.find(({ name }) => name === "Search");
    expect(search?.total).toMatchObject({ requests: 0, minMicros: null, distribution: { kind: "none" } });
  });

  it("keeps labels apart that are names of JavaScript's", () => {
    const text = `{"__proto__": ${JSON.stringify(statistics["Search"])}, "Total": ${JSON.stringify(statistics["Total"])}}`;
    const { recorder } = parseAll(jmeterStatistics, Buffer.from(text));
    expect(recorder.named.map(({ name }) => name)).toEqual(["__proto__"]);
  });

  it("is refused with the place where it is none", () => {
    expect(() => parse({ Search: { sampleCount: -1 } })).toThrow(
      expect.objectContaining({ code: "file-unreadable", field: "Search.sampleCount" }),
    );
  });
});
