import { describe, expect, it } from "vitest";
import { configurationTexts, readConfiguration, whatChanged, whatChangedWords } from "./configuration.ts";

const words = (
  before: Record<string, string>,
  after: Record<string, string>,
  changed: string | null = null,
) =>
  whatChangedWords(
    whatChanged({ configuration: before, changed: "earlier" }, { configuration: after, changed }),
  );

describe("what changed between two runs", () => {
  it("is the keys that differ, and the line of the second run", () => {
    const before = { instances: "80", memory: "8 GB", cache: "off" };
    const after = { instances: "80", memory: "12 GB", cache: "on" };
    expect(words(before, after)).toBe("cache off → on, memory 8 GB → 12 GB");
    expect(words(before, after, "cache co-recs; 8 to 12 GB")).toBe(
      "cache co-recs; 8 to 12 GB (cache off → on, memory 8 GB → 12 GB)",
    );
    expect(words(before, before, "a new build")).toBe("a new build");
    expect(words(before, before)).toBeNull();
  });

  it("names keys that only one run has", () =>
    expect(words({ canary: "", old: "1" }, { flags: "x" })).toBe(
      "canary set → not set, flags not set → x, old 1 → not set",
    ));

  it("leaves out the key that separates the runs, and names at most eight keys", () => {
    const many = (value: string) =>
      Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, value]));
    expect(words(many("a"), many("b"))).toMatch(/^k0 a → b, .*k7 a → b, 2 more$/);
    const [before, after] = ["1", "2"].map((round) => ({ configuration: { round }, changed: null }));
    if (before === undefined || after === undefined) throw new Error("two runs");
    expect(whatChanged(before, after, "round").configuration).toEqual([]);
  });

  it("isn't misled by keys that every object has", () =>
    expect(words({}, readConfiguration(["constructor=1"]))).toBe("constructor not set → 1"));
});

describe("a configuration", () => {
  it("is written as it is read", () => {
    const texts = ["canary", "memory=8 GB", "query=a=b"];
    expect(configurationTexts(readConfiguration(texts))).toEqual(texts);
    expect(readConfiguration([" memory = 8 GB "])).toEqual({ memory: "8 GB" });
  });
});
