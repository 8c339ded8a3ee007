import { describe, expect, it } from "vitest";
import { EMPTY_VALUES, expectedOf, inputOf, isChanged, joinValues } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";

const base: FormValues = {
  ...EMPTY_VALUES,
  name: "Mix",
  owner: "Ana",
  tags: "a, b",
  targets: ["p99 <= 1 s"],
};

describe("the form of an experiment", () => {
  it("leaves out what is empty", () => {
    const input = inputOf({ ...base, tags: " a,, b ,", targets: ["p99 <= 1 s", "  ", ""] });
    expect(input).toMatchObject({ tags: ["a", "b"], targets: ["p99 <= 1 s"] });
  });

  it("expects rate x generators x duration", () => {
    const workload = { ...base, ratePerGenerator: 5_000, generators: 10, durationSeconds: 300 };
    expect(expectedOf(workload)).toBe(15_000_000);
    expect(expectedOf({ ...workload, generators: null })).toBeNull();
  });

  it("is changed by what counts", () => {
    expect(isChanged(base, { ...base, tags: "a,b", targets: ["p99 <= 1 s", ""] })).toBe(false);
    expect(isChanged(base, { ...base, targets: [] })).toBe(true);
    expect(isChanged(base, { ...base, generators: 1 })).toBe(true);
  });
});

describe("two people editing one experiment", () => {
  it("keeps what each changed alone", () => {
    const joined = joinValues(
      base,
      { ...base, owner: "Ben" },
      { ...base, targets: ["p99 <= 2 s"], tags: "c" },
    );
    expect(joined.values).toEqual({ ...base, owner: "Ben", targets: ["p99 <= 2 s"], tags: "c" });
    expect(joined.changed).toEqual(["tags", "targets"]);
    expect(joined.clashes).toEqual([]);
  });

  it("keeps what was typed where both changed one thing, and tells the other's", () => {
    const joined = joinValues(base, { ...base, owner: "Ben" }, { ...base, owner: "", generators: 10 });
    expect(joined.values).toEqual({ ...base, owner: "Ben", generators: 10 });
    expect(joined.clashes).toEqual([{ field: "owner", theirs: "nothing" }]);
  });

  it("has no clash where both wanted the same", () => {
    const both = { ...base, representsPeak: true };
    expect(joinValues(base, both, { ...both, targets: [] })).toMatchObject({
      values: { representsPeak: true, targets: [] },
      clashes: [],
    });
  });
});
