import { describe, expect, it } from "vitest";
import { firstPart, shortRun } from "./run-length.ts";
import type { RunLength } from "./run-length.ts";

const of = (length: Partial<RunLength>) =>
  shortRun({ seconds: 45, uploadSeconds: null, workloadSeconds: null, usual: [], ...length });

describe("a run that ended early", () => {
  it("is shorter than 90% of what its upload or its workload says", () => {
    expect(of({ workloadSeconds: 300 })).toEqual({
      by: "workload",
      seconds: 45,
      expectedSeconds: 300,
      onPurpose: false,
    });
    expect(of({ uploadSeconds: 60, workloadSeconds: 45 })).toMatchObject({
      by: "upload",
      expectedSeconds: 60,
    });
    expect(of({ seconds: 269, workloadSeconds: 300 })).not.toBeNull();
    expect(of({ seconds: 271, workloadSeconds: 300 })).toBeNull();
    expect(of({ seconds: 900, workloadSeconds: 300 })).toBeNull();
  });

  it("is shorter than 70% of the five runs before it, if those agree and nobody states a length", () => {
    const usual = [300, 301, 299, 310, 290];
    expect(of({ usual })).toMatchObject({ by: "usual", expectedSeconds: 300 });
    expect(of({ usual, seconds: 215 })).toBeNull();
    expect(of({ usual: usual.slice(1) })).toBeNull();
    expect(of({ usual: [300, 301, 299, 45, 300] })).toBeNull();
    expect(of({ usual, workloadSeconds: 45 })).toBeNull();
  });

  it("may be one if the runs of the default branch take longer, while its own kind of branch has too few", () => {
    const usualThere = [300, 301, 299, 310, 290];
    expect(of({ usualThere, usual: [45, 45] })).toMatchObject({ by: "default-branch", expectedSeconds: 300 });
    expect(of({ usualThere, usual: [45, 45, 45, 45, 45] })).toBeNull();
    expect(of({ usualThere, uploadSeconds: 45 })).toBeNull();
    expect(of({ usualThere, workloadSeconds: 45 })).toBeNull();
  });

  it("is short on purpose if its upload says so", () => {
    expect(of({ uploadSeconds: 45, workloadSeconds: 300 })).toMatchObject({
      by: "workload",
      onPurpose: true,
    });
    expect(of({ uploadSeconds: 45, usual: [300, 300, 300, 300, 300] })).toMatchObject({
      by: "usual",
      onPurpose: true,
    });
    expect(of({ uploadSeconds: 45 })).toBeNull();
  });

  it("has a known length", () => {
    expect(of({ seconds: null, workloadSeconds: 300 })).toBeNull();
    expect(of({ seconds: 0, workloadSeconds: 300 })).toBeNull();
  });
});

it("a run that is as long as its upload says covers the first part of a longer one", () => {
  expect(firstPart({ seconds: 59, uploadSeconds: 60 }, 300)).toBe(59);
  expect(firstPart({ seconds: 59, uploadSeconds: 60 }, 61)).toBeNull();
  expect(firstPart({ seconds: 40, uploadSeconds: 60 }, 300)).toBeNull();
  expect(firstPart({ seconds: 59, uploadSeconds: null }, 300)).toBeNull();
  expect(firstPart({ seconds: 59, uploadSeconds: 60 }, null)).toBeNull();
});
