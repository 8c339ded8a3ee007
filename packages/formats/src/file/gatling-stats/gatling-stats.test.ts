import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { gatlingStats } from "./index.ts";

const bytes = readFileSync(join(import.meta.dirname, "fixtures/text-3.9.stats.json"));
const root: Record<string, unknown> = JSON.parse(bytes.toString());
const stats = root.stats as Record<string, unknown>;

function parse(change: Record<string, unknown> = {}) {
  return parseAll(gatlingStats, Buffer.from(JSON.stringify({ ...root, ...change })));
}

describe("a report of Gatling", () => {
  it("quotes four percentiles, and warns that the file does not say which they are", () => {
    const { report, recorder } = parse();
    expect(recorder.all.total?.distribution).toEqual({
      kind: "quoted",
      micros: { p50: 16_000, p75: 109_000, p95: 262_000, p99: 337_000 },
    });
    expect(report.warnings).toMatchObject([{ code: "percentiles-assumed", count: 1 }]);
  });

  it("lasted as long as its requests take at their rate", () => {
    expect(parse().report.durationSeconds).toBeCloseTo(7, 9);
  });

  it("names requests with their groups, and keeps the groups beside them", () => {
    const pay = { type: "REQUEST", name: "Pay", stats };
    const shop = { type: "GROUP", name: "Shop", stats, contents: { "req_pay-1": pay } };
    const { recorder } = parse({ contents: { "group_shop-1": shop } });
    expect(recorder.named.map(({ name, kind }) => [name, kind])).toEqual([
      ["Shop", "transaction"],
      ["Shop / Pay", "request"],
    ]);
  });

  it('may have strings for figures, and "-" for nothing', () => {
    const strings = { total: "3", ok: "3", ko: "0" };
    const nothing = { total: "-", ok: "-", ko: "-" };
    const changed = { ...stats, numberOfRequests: strings, percentiles1: nothing, minResponseTime: nothing };
    const { total } = parse({ stats: changed }).recorder.all;
    expect(total).toMatchObject({ requests: 3, errors: 0, minMicros: null, maxMicros: 421_000 });
    expect(total?.distribution).toEqual({
      kind: "quoted",
      micros: { p75: 109_000, p95: 262_000, p99: 337_000 },
    });
  });

  it("is refused with the place where it is none", () => {
    expect(() => parse({ stats: { ...stats, percentiles2: null } })).toThrow(
      expect.objectContaining({ code: "file-unreadable", field: "stats.percentiles2" }),
    );
  });

  it("is refused when groups have no end", () => {
    let node: Record<string, unknown> = { type: "GROUP", name: "deep", stats };
    for (let depth = 0; depth < 200; depth++)
      node = { type: "GROUP", name: "deep", stats, contents: { deep: node } };
    expect(() => parse({ contents: { deep: node } })).toThrow(/nested deeper than 100 levels/);
  });
});
