import { describe, expect, it } from "vitest";
import { checkText } from "./check-text.ts";
import { refused } from "./refused.ts";

const found = (text: string) => checkText({ text, line: 1 }).map((finding) => finding.found);

/** A sentence for every refused phrase, and the part of it that is refused. */
const STIFF = [
  ["The run can be mended.", "mended"],
  ["Remove a filter, or begin anew.", "anew"],
  ["Type it over again.", "over again"],
  ["This file tells more about a run.", "tells"],
  ["The second one is told.", "is told"],
  ["The setting stands in the menu.", "stands in"],
  ["A token may be held to one service.", "held to one"],
  ["Somebody came by GitHub.", "came by"],
  ["The run has a baseline, or this is none.", "is none"],
  ["The format is found by itself.", "by itself"],
  ["It goes on where it was.", "goes on where"],
  ["These are the three ways out.", "three ways out"],
  ["Whoever has the link can open it.", "Whoever"],
  ["Look into your mail.", "Look into your mail"],
  ["The page counts what waits.", "what waits"],
  ["It warns the later one.", "the later one"],
  ["Of two people who edit, one wins.", "Of two people"],
  ["These are the figures of the run.", "the figures of"],
  ["A link can be revoked at once.", "at once"],
  ["This file is no JSON.", "is no JSON"],
  ["An experiment such as has a baseline.", "such as has"],
  ["It is so that a run has one tool.", "It is so that"],
  ["There were 0.046 % errors.", "0.046 %"],
  ["It is ×2.87 faster.", "×2.87"],
] as const;

const PLAIN = [
  "Amend the mandate.",
  "Latencies can't be told apart.",
  "The baseline stands in for the run and stands on its own.",
  "What a verdict stands for, and what stands out.",
  "If there is none, there are none, and there is no run.",
  "It is no longer shown, is no more than 5, and is no larger than the file.",
  "At most 20 files at once, all runs at once, and how many uploads at once.",
  "Telemetry comes by default.",
  "A stand-in is used.",
  "The way in which it works.",
  "0.046% errors, 2.87x faster, rate × generators.",
];

describe("refused phrases", () => {
  it.each(STIFF)("%s", (sentence, part) => {
    expect(found(sentence)).toEqual([part]);
  });

  it.each(PLAIN)("accepts: %s", (sentence) => {
    expect(found(sentence)).toEqual([]);
  });

  it("each have a sentence here", () => {
    for (const { pattern } of refused) {
      expect(
        STIFF.some(([sentence]) => pattern.test(sentence)),
        pattern.source,
      ).toBe(true);
    }
  });

  it("are found across lines, with the line they start on and what to write", () => {
    const text = "One.\nThe format is found by\n  itself, once\nand anew.";
    expect(checkText({ text, line: 10 })).toEqual([
      { line: 13, found: "anew", message: 'write "again"' },
      { line: 11, found: "by itself", message: 'write "automatically" or "alone"' },
    ]);
  });
});
