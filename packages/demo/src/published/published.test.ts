import { describe, expect, it } from "vitest";
import { numbersOf } from "./numbers-of.ts";
import {
  publishedEvents,
  publishedExperiments,
  publishedResults,
  publishedWorkload,
} from "./recommendation-service.ts";

describe("the published figures", () => {
  it("are each in the sentence that they are from", () => {
    for (const { requestsPerSecond, p99Millis } of publishedResults) {
      expect(numbersOf(requestsPerSecond.quote)).toContain(requestsPerSecond.value);
      expect(numbersOf(p99Millis.quote)).toContain(p99Millis.value);
    }
    for (const { distinctRequests } of publishedExperiments) {
      if (distinctRequests !== null)
        expect(numbersOf(distinctRequests.quote)).toContain(distinctRequests.value);
    }
    const { durationSeconds, generators, targets } = publishedWorkload;
    expect(numbersOf(durationSeconds.quote)).toContain(durationSeconds.value);
    expect(numbersOf(generators.quote)).toContain(generators.value);
    expect(numbersOf(targets.quote)).toEqual(targets.value.flatMap(numbersOf));
  });

  it("state each result of a round once, of an experiment that is there", () => {
    const results = publishedResults.map(({ experiment, round }) => `${experiment}, ${round}`);
    expect(new Set(results).size).toBe(results.length);
    const names = publishedExperiments.map(({ name }) => name);
    expect(publishedResults.filter(({ experiment }) => !names.includes(experiment))).toEqual([]);
  });

  it("add nothing to what was deployed and scaled", () => {
    for (const { title, quote } of Object.values(publishedEvents).flat())
      expect(numbersOf(title).filter((one) => !numbersOf(quote).includes(one))).toEqual([]);
  });
});
