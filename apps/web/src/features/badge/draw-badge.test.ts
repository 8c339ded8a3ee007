import { Resvg } from "@resvg/resvg-js";
import { expect, it } from "vitest";
import { drawBadge } from "./draw-badge.ts";

const met = {
  name: "Checkout mix",
  words: "met",
  tone: "good",
  ranAt: new Date("2026-11-20T23:30:00Z"),
} as const;
/** Throws unless it is an image. */
const sizeOf = (svg: string) => {
  const { width, height } = new Resvg(svg);
  return { width, height };
};

it("says how an experiment's newest run went, and when it was", () => {
  const svg = drawBadge(met);
  expect(svg).toContain("<title>Checkout mix: met, 20 Nov 2026</title>");
  expect(sizeOf(svg).height).toBe(20);
  expect(sizeOf(svg).width).toBeGreaterThan(sizeOf(drawBadge({ ...met, name: "Mix" })).width);
  expect(drawBadge({ ...met, words: "no runs", ranAt: null })).toContain(">no runs</text>");
});

it.each([
  '<script>alert("1")</script>',
  "&amp; ]]>",
  "\u0000\u0008\uFFFE\uD800",
  "结账 🛒",
  "x".repeat(200),
  "",
])("is an image whatever the experiment is called: %j", (name) => {
  const svg = drawBadge({ ...met, name });
  expect(sizeOf(svg).width).toBeLessThan(500);
  expect(svg).not.toContain("<script");
});
