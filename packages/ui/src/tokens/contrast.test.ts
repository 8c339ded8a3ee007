import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastRatio, readTokens } from "./contrast.ts";

const css = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
const tokens = readTokens(css);

const grounds = ["canvas", "surface", "sunken"];
const softPairs = ["good", "bad", "unsure", "neutral", "accent"].map(
  (name) => [name, `${name}-soft`] as const,
);
const text: (readonly [string, string])[] = [
  ...["ink", "ink-2", "ink-3", "accent", "good", "bad", "unsure", "neutral"].flatMap((name) =>
    grounds.map((ground) => [name, ground] as const),
  ),
  ...softPairs,
  ...["good-soft", "bad-soft", "unsure-soft", "neutral-soft", "accent-soft"].map((s) => ["ink", s] as const),
  ["ink-2", "neutral-soft"],
  ["ink-3", "neutral-soft"],
  ["surface", "ink"],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`on-s${n}`, `s${n}`] as const),
];
const drawn = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "q50", "q90", "q99", "q999", "control"];

function ratio(front: string, ground: string, theme: "light" | "dark"): number {
  const [a, b] = [tokens.get(front), tokens.get(ground)];
  if (!a || !b) throw new Error(`no such token: ${front} or ${ground}`);
  return contrastRatio(a[theme], b[theme]);
}

describe("contrast of the tokens", () => {
  it("knows the ends of the scale", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrastRatio("#777777", "#777777")).toBe(1);
  });

  for (const theme of ["light", "dark"] as const) {
    it.each(text)(`${theme}: %s on %s is readable (AA)`, (front, ground) => {
      expect(ratio(front, ground, theme)).toBeGreaterThanOrEqual(4.5);
    });
    it.each(drawn)(`${theme}: %s is seen on a surface`, (name) => {
      expect(ratio(name, "surface", theme)).toBeGreaterThanOrEqual(3);
    });
  }

  it("reads every opaque token of the stylesheet", () => {
    expect(tokens.size).toBe(css.match(/light-dark\(#/g)?.length);
  });
});
