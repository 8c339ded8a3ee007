import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTokens } from "./contrast.ts";
import { SIGHTS, seenDistance } from "./sight.ts";

const tokens = readTokens(readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8"));
const series = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];
const percentiles = ["q50", "q90", "q99"];
const pairs = (names: readonly string[]) =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));

function apart(one: string, other: string, theme: "light" | "dark") {
  const [a, b] = [tokens.get(one), tokens.get(other)];
  if (!a || !b) throw new Error(`no such token: ${one} or ${other}`);
  return SIGHTS.map((sight) => [sight, seenDistance(a[theme], b[theme], sight)] as const);
}

describe("colours that are told apart", () => {
  it("knows the ends of the scale, and that red and green meet without the long cones", () => {
    expect(seenDistance("#000000", "#ffffff", "usual")).toBeCloseTo(1, 3);
    expect(seenDistance("#777777", "#777777", "deutan")).toBe(0);
    expect(seenDistance("#cc3300", "#558800", "protan")).toBeLessThan(
      seenDistance("#cc3300", "#558800", "usual") / 1.5,
    );
  });

  for (const theme of ["light", "dark"] as const) {
    it.each(pairs(series))(`${theme}: series %s and %s, for every kind of sight`, (one, other) => {
      for (const [sight, distance] of apart(one, other, theme))
        expect(distance, sight).toBeGreaterThanOrEqual(0.08);
    });
    it.each(pairs(percentiles))(`${theme}: percentile lines %s and %s`, (one, other) => {
      for (const [sight, distance] of apart(one, other, theme))
        expect(distance, sight).toBeGreaterThanOrEqual(0.08);
    });
  }
});
