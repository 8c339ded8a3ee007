import { describe, expect, it } from "vitest";
import { meaningOf, withMeaning } from "./prepare-columns.ts";

const mapping = JSON.stringify({
  latency: { column: "took", unit: "ms" },
  time: { column: "when", unit: "iso", means: "end" },
  label: ["method", "path"],
  success: { column: "ok", good: ["yes"] },
  delimiter: ";",
});

describe("what the columns of a file mean", () => {
  it("is read from the mapping", () => {
    const meanings = ["took", "when", "method", "path", "ok", "other"].map((name) =>
      meaningOf(mapping, name),
    );
    expect(meanings).toEqual(["latency:ms", "time:iso", "label", "label", "success", ""]);
    expect(meaningOf("{", "took")).toBe("");
    expect(meaningOf('["took"]', "took")).toBe("");
  });

  it("is changed one column at a time, and the rest stays as it was", () => {
    const changed = withMeaning(mapping, "took", "latency:s");
    expect(JSON.parse(changed)).toEqual({
      ...JSON.parse(mapping),
      latency: { column: "took", unit: "s" },
    });
    expect(JSON.parse(withMeaning(mapping, "path", ""))).toMatchObject({ label: "method" });
    expect(JSON.parse(withMeaning(mapping, "host", "label"))).toMatchObject({
      label: ["method", "path", "host"],
    });
  });

  it("has one column for each meaning but the label", () => {
    const moved = withMeaning(mapping, "total", "latency:us");
    expect([meaningOf(moved, "total"), meaningOf(moved, "took")]).toEqual(["latency:us", ""]);
    const swapped = withMeaning(mapping, "ok", "status");
    expect(JSON.parse(swapped)).not.toHaveProperty("success");
  });

  it("starts from nothing, and ends there", () => {
    const one = withMeaning("", "took", "latency:ms");
    expect(one).toBe('{"latency":{"column":"took","unit":"ms"}}');
    expect(withMeaning(one, "took", "")).toBe("");
  });
});
