import { describe, expect, it } from "vitest";
import { timelineSteps } from "./timeline-steps.ts";

const steps = (lengthSeconds: number, perSecond = 5000) =>
  timelineSteps({ lengthSeconds, requests: lengthSeconds * perSecond });

describe("points to choose from", () => {
  const labels = (seconds: number) => steps(seconds).choices.map(({ label }) => label);

  it("are those that the run has enough of", () => {
    expect(labels(60)).toEqual(["Finest"]);
    expect(labels(900)).toEqual(["Finest", "10 s", "1m"]);
    expect(labels(43_200)).toEqual(["Finest", "10m"]);
  });
  it("ask for as many points as the run then has", () =>
    expect(steps(900).choices.map(({ maxPoints }) => maxPoints)).toEqual([720, 91, 16]));
});

describe("the points that are shown first", () => {
  const first = (seconds: number, perSecond: number) => steps(seconds, perSecond).first.label;

  it("are the finest that hold enough requests for a p99", () => {
    expect(first(900, 5000)).toBe("Finest");
    expect(first(900, 200)).toBe("10 s");
    expect(first(900, 20)).toBe("1m");
  });
  it("are the coarsest ones if no step covers the run", () => {
    expect(first(900, 1)).toBe("1m");
    expect(first(60, 1)).toBe("Finest");
    expect(first(0, 0)).toBe("Finest");
  });
});
