import { describe, expect, it } from "vitest";
import { isSelection, selectLabels } from "./label-selection.ts";

const LABELS = [
  "discovery location",
  "discovery listings",
  "search",
  "GET /a|b",
  "GET /a",
  "checkout",
  "GET /s/*",
  "GET /s/x/secret",
];

describe("selectLabels", () => {
  it.each([
    ["search", ["search"]],
    ["nothing", []],
    ["discovery *", ["discovery location", "discovery listings"]],
    ["discovery location | search", ["discovery location", "search"]],
    ["*listings | ch*out", ["discovery listings", "checkout"]],
    ["GET /a|b | search", ["search", "GET /a|b"]],
    ["GET /s/* | search", ["search", "GET /s/*"]],
    ["*o*o*", ["discovery location"]],
    ["*", LABELS],
    ["sear*arch", []],
    ["GET /a|b", ["GET /a|b"]],
    [" | ", []],
    ["s(e)arch.*", []],
  ])("%s selects %j", (selection, labels) => {
    expect(selectLabels(selection, LABELS)).toEqual(labels);
  });

  it("knows which texts can stand for several", () => {
    expect(["search", "a | b", "a*", "a|b"].map(isSelection)).toEqual([false, true, true, false]);
  });

  it("takes no time for many stars", () => {
    expect(selectLabels("*a".repeat(100) + "*b", ["a".repeat(500)])).toEqual([]);
  });
});
