import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { METRIC_KINDS } from "./metrics.ts";
import { parseTarget } from "./target.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../docs/experiments.md"), "utf8");
const [, section = ""] = /^## Writing targets\n(.*?)^## /ms.exec(PAGE) ?? [];
const written = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, text = ""]) => text);

describe("the table of targets in the docs", () => {
  it.each(written)("has a target that can be read: %s", (text) => {
    expect(parseTarget(text)).toMatchObject({ ok: true });
  });

  it("has every metric, a label, a gauge, the baseline, a load and judging as measured", () => {
    const targets = written.flatMap((text) => {
      const parsed = parseTarget(text);
      return parsed.ok ? [parsed.target] : [];
    });
    expect(new Set(targets.map(({ metric }) => metric.kind))).toEqual(new Set(METRIC_KINDS));
    const statistics = targets.flatMap(({ metric }) => (metric.kind === "gauge" ? [metric.statistic] : []));
    expect(statistics.toSorted()).toEqual(["max", "mean", "min"]);
    expect(targets.some(({ label }) => label !== null)).toBe(true);
    expect(targets.some(({ threshold }) => threshold.kind === "baseline")).toBe(true);
    expect(targets.some(({ users }) => users !== null)).toBe(true);
    expect(targets.some(({ asMeasured }) => asMeasured)).toBe(true);
  });
});
