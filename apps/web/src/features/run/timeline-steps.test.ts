import { describe, expect, it } from "vitest";
import { timelineSteps } from "./timeline-steps.ts";

const labels = (seconds: number) => timelineSteps(seconds).map(({ label }) => label);

describe("slices to choose from", () => {
  it("are those that the run has enough of", () => {
    expect(labels(60)).toEqual(["Finest"]);
    expect(labels(900)).toEqual(["Finest", "10 s", "1 min"]);
    expect(labels(43_200)).toEqual(["Finest", "10 min"]);
  });
  it("ask for as many points as the slices are", () =>
    expect(timelineSteps(900).map(({ mostPoints }) => mostPoints)).toEqual([720, 91, 16]));
});
