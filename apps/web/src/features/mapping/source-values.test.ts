import type { OwnSourceAnswer, SeenMetricAnswer } from "@headroom/contract";
import { describe, expect, it } from "vitest";
import { matchersOf } from "./read-matchers.ts";
import { emptySource, readSource, sourceFor, valuesOfSource } from "./source-values.ts";

const source: OwnSourceAnswer = {
  id: "own-rpc",
  name: "RPC",
  kind: "requests",
  parts: [
    {
      metric: "rpc_calls",
      field: null,
      measure: "total",
      unit: "s",
      labelTags: ["service", "method"],
      matchers: [
        { tag: "type", is: ["unary", "stream"] },
        { tag: "path", isNot: ["/health", ""] },
      ],
      failed: { by: "values", tag: "outcome", values: ["error", "timeout"] },
    },
    {
      metric: "http",
      field: "count",
      measure: "increments",
      unit: "ms",
      labelTags: [],
      matchers: [],
      failed: { by: "status", tag: "code" },
    },
  ],
};

describe("the form of a source", () => {
  it("gives back what it was filled with", () => {
    const { id: _, ...sent } = source;
    expect(readSource(valuesOfSource(source))).toEqual(sent);
    const gauge: OwnSourceAnswer = {
      id: "own-pool",
      name: "pool",
      kind: "gauge",
      unit: "connections",
      percent: false,
      parts: [{ metric: "pool_used", field: null, matchers: [] }],
    };
    const { id: __, ...gaugeSent } = gauge;
    expect(readSource(valuesOfSource(gauge))).toEqual(gaugeSent);
  });

  it("names the first field that is missing", () => {
    const problemOf = (changed: object, part: object = {}) => {
      const values = { ...valuesOfSource(source), ...changed };
      const parts = values.parts.map((one, at) => (at === 1 ? { ...one, ...part } : one));
      return readSource({ ...values, parts });
    };
    expect(readSource(emptySource())).toMatchObject({ field: "name", part: null });
    expect(problemOf({}, { metric: " " })).toMatchObject({ field: "metric", part: 1 });
    expect(problemOf({}, { matchers: "GET" })).toMatchObject({ field: "matchers", part: 1 });
    expect(problemOf({}, { failedTag: "" })).toMatchObject({ field: "failedTag" });
    expect(problemOf({}, { failedBy: "values", failedValues: " ," })).toMatchObject({
      field: "failedValues",
    });
  });
});

describe("conditions", () => {
  it("are read one in a line", () => {
    expect(matchersOf(" method=GET|POST \n\npath != /a=b\nempty =")).toEqual([
      { tag: "method", is: ["GET", "POST"] },
      { tag: "path", isNot: ["/a=b"] },
      { tag: "empty", is: [""] },
    ]);
    expect(matchersOf("= a")).toContain("Can't read");
  });
});

describe("a source to begin with", () => {
  const seen = (changed: Partial<SeenMetricAnswer>): SeenMetricAnswer => ({
    name: "x",
    field: null,
    kind: "unknown",
    unit: null,
    countsSinceStart: false,
    isUsed: false,
    tags: [],
    ...changed,
  });
  it("follows what the metric looks like", () => {
    const tags = [
      { tag: "code", values: ["200", "503"] },
      { tag: "path", values: ["/a"] },
    ];
    expect(sourceFor(seen({ name: "api_seconds_bucket", tags }))).toMatchObject({
      name: "api_seconds",
      kind: "requests",
      parts: [
        {
          metric: "api_seconds",
          measure: "durations",
          labelTags: "path",
          failedBy: "status",
          failedTag: "code",
        },
      ],
    });
    expect(sourceFor(seen({ name: "jobs_total" }))).toMatchObject({
      kind: "requests",
      parts: [{ measure: "total" }],
    });
    expect(sourceFor(seen({ name: "queue_depth", kind: "gauge" }))).toMatchObject({ kind: "gauge" });
    // A country's code isn't a status.
    const country = [{ tag: "code", values: ["DE"] }];
    expect(sourceFor(seen({ name: "a_total", tags: country })).parts[0]?.failedBy).toBe("unknown");
  });
});
