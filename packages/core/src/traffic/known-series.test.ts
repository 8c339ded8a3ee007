import { describe, expect, it } from "vitest";
import { SeriesMemory } from "./known-series.ts";
import type { MappingRule } from "./mapping-rule.ts";
import type { MetricSeries } from "./metric-sink.ts";

const series: MetricSeries = {
  name: "latency",
  field: null,
  tags: [
    ["host", "a"],
    ["path", "/users/12"],
  ],
  unit: null,
  kind: "histogram",
  temporality: "cumulative",
};
const ruleOf = (id: string): readonly MappingRule[] => [
  {
    id,
    title: id,
    metrics: ["latency"],
    to: {
      kind: "requests",
      measure: "durations",
      unit: "ms",
      label: [{ tags: ["path"], path: true }],
      failed: { statusTags: ["status"] },
    },
  },
];
const [rules, others] = [ruleOf("one"), ruleOf("other")];
const keyOf = (text: string) => text;
const mapping = { rules, foldPaths: true, keyOf };

describe("what a series became", () => {
  it("is remembered for the same object", () => {
    const known = new SeriesMemory(mapping).of(series);
    expect(known.mapped).toMatchObject({ rule: "one", label: "/users/{id}" });
    expect(new SeriesMemory({ ...mapping }).of(series)).toBe(known);
    expect(new SeriesMemory(mapping).of({ ...series })).not.toBe(known);
  });

  it("is another thing by other rules, with paths as they are, or with other names", () => {
    const labelOf = (more: Partial<typeof mapping>) => {
      const memory = new SeriesMemory({ ...mapping, ...more });
      const known = memory.of(series);
      const label = known.mapped?.kind === "requests" ? known.mapped.label : null;
      return [known.mapped?.rule, label, memory.nameOf(known).key.length];
    };
    const length = JSON.stringify([series.name, series.tags]).length;
    expect(labelOf({})).toEqual(["one", "/users/{id}", length]);
    expect(labelOf({ rules: others })).toEqual(["other", "/users/{id}", length]);
    expect(labelOf({ foldPaths: false })).toEqual(["one", "/users/12", length]);
    expect(labelOf({ keyOf: (text) => text.slice(0, 5) })).toEqual(["one", "/users/{id}", 5]);
    expect(labelOf({})).toEqual(["one", "/users/{id}", length]);
  });
});
