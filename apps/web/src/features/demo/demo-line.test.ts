import { expect, it } from "vitest";
import { prepareDemoLine } from "./demo-line.ts";

const demo = { status: "loading", runs: 12, runsTotal: 68, problem: null, isStalled: false } as const;

it("counts the runs of a demo that is loading, and keeps looking", () => {
  expect(prepareDemoLine(demo)).toMatchObject({
    title: "Demo: 12 of 68 runs.",
    progress: { runs: 12, runsTotal: 68 },
    moves: true,
    mayLoad: false,
    mayRemove: true,
  });
  expect(prepareDemoLine({ ...demo, runs: 0, runsTotal: null })).toMatchObject({
    title: "Loading the demo.",
    progress: null,
  });
});

it("says why one failed or stopped moving, and offers another try", () => {
  expect(prepareDemoLine({ ...demo, status: "failed", problem: "The workspace is full." })).toMatchObject({
    tone: "bad",
    text: "The workspace is full. It has 12 of 68 runs.",
    moves: false,
    mayLoad: true,
  });
  expect(prepareDemoLine({ ...demo, isStalled: true })).toMatchObject({
    text: expect.stringContaining("five minutes") as string,
    mayLoad: true,
  });
  expect(prepareDemoLine({ ...demo, status: "removing", isStalled: true })).toMatchObject({
    title: "Couldn't remove the demo.",
    mayLoad: false,
    mayRemove: true,
  });
});

it("offers to remove one that is there, and nothing while it is being removed", () => {
  expect(prepareDemoLine({ ...demo, status: "loaded", runs: 68 })).toMatchObject({
    moves: false,
    mayLoad: false,
    mayRemove: true,
  });
  expect(prepareDemoLine({ ...demo, status: "removing" })).toMatchObject({ moves: true, mayRemove: false });
});
