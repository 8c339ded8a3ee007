import { describe, expect, it } from "vitest";
import { expectedRate, expectedRequests, isOtherLoad, loadOfRun } from "./run-load.ts";
import type { RunLoad, StatedLoad } from "./run-load.ts";

const defined: RunLoad = {
  durationSeconds: 300,
  ratePerGenerator: 1_250,
  generators: 40,
  threadsPerGenerator: 64,
};
const nothing: StatedLoad = {
  plannedSeconds: null,
  ratePerGenerator: null,
  generators: null,
  threadsPerGenerator: null,
};

describe("the load of a run", () => {
  it("is its experiment's unless something else is said about the run", () => {
    expect(loadOfRun(nothing, defined)).toEqual(defined);
    const stepped = loadOfRun({ ...nothing, ratePerGenerator: 2_500, plannedSeconds: 60 }, defined);
    expect(stepped).toEqual({ ...defined, ratePerGenerator: 2_500, durationSeconds: 60 });
    expect([expectedRate(stepped), expectedRequests(stepped)]).toEqual([100_000, 6_000_000]);
  });

  it("has no expected requests if nobody says the rate or the duration", () => {
    expect(expectedRequests({ ...defined, ratePerGenerator: null })).toBeNull();
    expect(expectedRequests({ ...defined, durationSeconds: null })).toBeNull();
  });

  it("is another one at another total rate or with other threads, however they are spread over generators", () => {
    const isOther = (stated: Partial<StatedLoad>) =>
      isOtherLoad(loadOfRun({ ...nothing, ...stated }, defined), defined);
    expect(isOther({})).toBe(false);
    expect(isOther({ ratePerGenerator: 1_300 })).toBe(true);
    expect(isOther({ generators: 41 })).toBe(true);
    expect(isOther({ threadsPerGenerator: 32 })).toBe(true);
    expect(isOther({ plannedSeconds: 60 })).toBe(false);
    expect(isOther({ generators: 80, ratePerGenerator: 625, threadsPerGenerator: 32 })).toBe(false);
  });

  it("isn't another one where only one of two runs says something", () => {
    const unknown: RunLoad = {
      ...defined,
      ratePerGenerator: null,
      generators: null,
      threadsPerGenerator: null,
    };
    expect(isOtherLoad(unknown, defined)).toBe(false);
    expect(isOtherLoad({ ...unknown, generators: 2 }, { ...unknown, generators: 3 })).toBe(true);
  });
});
