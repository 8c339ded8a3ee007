import { describe, expect, it } from "vitest";
import {
  isSameFilter,
  keepsLabel,
  labelFilterOf,
  labelFilterSentence,
  matchesLabel,
} from "./label-filter.ts";

describe("a pattern of labels", () => {
  it("is the whole label, with any characters for each star", () => {
    const matches = (pattern: string, ...labels: string[]) =>
      labels.filter((label) => matchesLabel(pattern, label));
    const labels = ["setup", "setup login", "GET /a.png", "GET /a", "reset"];
    expect(matches("setup", ...labels)).toEqual(["setup"]);
    expect(matches("setup*", ...labels)).toEqual(["setup", "setup login"]);
    expect(matches("*set*", ...labels)).toEqual(["setup", "setup login", "reset"]);
    expect(matches("GET *.png", ...labels)).toEqual(["GET /a.png"]);
    expect(matches("*", ...labels, "")).toEqual([...labels, ""]);
    expect(matches("SETUP*", ...labels)).toEqual([]);
    expect(matches("GET /a.*", ...labels)).toEqual(["GET /a.png"]);
  });

  it("doesn't use a character twice", () => {
    expect(matchesLabel("aa*aa", "aaa")).toBe(false);
    expect(matchesLabel("aa*aa", "aaaa")).toBe(true);
    expect(matchesLabel("a*b*b", "ab")).toBe(false);
    expect(matchesLabel("a**b", "ab")).toBe(true);
  });

  it("is quick, however many stars it has", () => {
    const label = "a".repeat(500);
    const started = performance.now();
    for (let times = 0; times < 1_000; times++)
      expect(matchesLabel(`${"a*".repeat(99)}b`, label)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("a filter", () => {
  it("keeps only some labels, except some of those", () => {
    const filter = { only: ["GET *", "POST *"], except: ["*.png"] };
    expect(["GET /", "GET /a.png", "POST /", "setup"].filter((label) => keepsLabel(filter, label))).toEqual([
      "GET /",
      "POST /",
    ]);
  });

  it("is the same in any order", () => {
    expect(isSameFilter(labelFilterOf(["b", "a", "b"]), labelFilterOf(["a", "b"]))).toBe(true);
    expect(isSameFilter(labelFilterOf(["a"]), labelFilterOf([], ["a"]))).toBe(false);
    expect(isSameFilter(labelFilterOf(), null)).toBe(true);
  });

  it("is said in a sentence", () => {
    const said = (only: string[], except: string[], requests = 12_034, labels = 3) =>
      labelFilterSentence({ only, except, requests, labels });
    expect(said([], ["setup*"])).toBe(
      "Labels matching “setup*” were left out when this was uploaded: 12,034 requests of 3 labels.",
    );
    expect(said(["GET *"], ["*.png", "*.css"], 1, 1)).toBe(
      "Labels not matching “GET *”, and those matching “*.png” or “*.css” were left out when this was uploaded: 1 request of 1 label.",
    );
    expect(said([], ["nothing"], 0, 0)).toMatch(/uploaded\. There were none\.$/);
  });
});
