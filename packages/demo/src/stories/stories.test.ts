import { describe, expect, it } from "vitest";
import { demo } from "../demo.ts";
import { livePeakDays, newLiveDay } from "../live/live-day.ts";
import { numbersOf } from "../published/numbers-of.ts";
import * as green from "../published/green-saturday.ts";
import * as longRun from "../published/long-run.ts";
import * as queue from "../published/queue.ts";
import * as ramps from "../published/ramps.ts";
import * as recommendation from "../published/recommendation-service.ts";
import { STORIES, storyTag } from "./index.ts";
import type { StoryFigure, StoryPart } from "./index.ts";

const seeded = demo(new Date("2026-03-10T02:00:00Z"));
const live = livePeakDays(newLiveDay(Date.parse("2026-03-10T09:00:00Z")), "Today");
/** The lists of published figures that each story draws on. */
const LISTS: Record<string, object> = {
  "recommendation-service": recommendation,
  "green-saturday": green,
  ramps,
  queue,
  "long-run": longRun,
};

/** Names that have digits in them. */
const NAMES = [/\bp\d+\b/g, />200k distinct/g];

/** Every figure of a list, however deep. */
function figuresIn(list: unknown): { value: number; quote: string }[] {
  if (typeof list !== "object" || list === null) return [];
  if ("value" in list && "quote" in list && typeof list.value === "number" && typeof list.quote === "string")
    return [{ value: list.value, quote: list.quote }];
  return Object.values(list).flatMap(figuresIn);
}

const isFigure = (part: StoryPart): part is StoryFigure => typeof part !== "string";

describe.each(STORIES)("the story $slug", (story) => {
  it("shows each published figure, with its sentence", () => {
    const published = figuresIn(LISTS[story.slug]);
    expect(published.length).toBeGreaterThan(0);
    for (const { value, quote } of published) {
      const shown = story.published
        .filter((one) => one.quote === quote)
        .flatMap(({ text }) => numbersOf(text));
      const asWritten = [value, value / 1e6, value / 60];
      expect(
        asWritten.some((one) => shown.includes(one)),
        `${value}: ${quote}`,
      ).toBe(true);
    }
  });

  it("calls nothing published that no sentence states", () => {
    for (const { text, quote } of story.published) {
      const stated = numbersOf(quote);
      const [number, ...more] = numbersOf(text);
      expect(more, text).toEqual([]);
      const asStated = [number, (number ?? NaN) * 60, (number ?? NaN) / 1e3];
      expect(
        stated.some((one) => asStated.includes(one)),
        `${text}: ${quote}`,
      ).toBe(true);
    }
    const published = new Set(story.published);
    const inSteps = story.steps.flatMap(({ parts }) => parts.filter(isFigure));
    expect(inSteps.filter((one) => !published.has(one))).toEqual([]);
  });

  it("has no other numbers in its texts", () => {
    const texts = [
      story.title,
      story.question,
      story.lead,
      story.rest,
      story.simulated ?? "",
      ...story.steps.flatMap(({ title, parts, link }) => [title, link.label, ...parts]),
    ].filter((part) => typeof part === "string");
    const bare = texts.map((text) => NAMES.reduce((rest, name) => rest.replaceAll(name, ""), text));
    expect(bare.filter((text) => /\d/.test(text))).toEqual([]);
  });

  it("links to what the demo has", () => {
    const experiments = seeded.experiments.filter(({ tags }) => tags.includes(storyTag(story.slug)));
    const names = new Set(experiments.map(({ experiment }) => experiment));
    const days = new Set([...seeded.peakDays, ...live].map(({ service }) => service));
    expect(experiments.map(({ service }) => service)).toContain(story.service);
    for (const { link } of story.steps) {
      if ("experiment" in link.to) expect(names).toContain(link.to.experiment);
      if ("service" in link.to) expect(days).toContain(link.to.service);
    }
  });
});
