import { expect, it } from "vitest";
import { prepareStated } from "./prepare-stated.ts";

it("says which file states the experiment, and what has changed here since", () => {
  const stated = {
    file: "headroom.yaml",
    branch: "main",
    commit: "a41f9c2d5e6f7a8b",
    at: "2026-11-03T08:00:00Z",
  };
  const differences = [
    { field: "owner" as const, stated: "Search team", present: null },
    { field: "durationSeconds" as const, stated: 600, present: 300 },
    { field: "ratePerGenerator" as const, stated: null, present: 1_250 },
    { field: "tags" as const, stated: [], present: ["nightly", "peak"] },
    { field: "representsPeak" as const, stated: true, present: false },
    { field: "targets" as const, stated: ["p99 <= 200 ms"], present: [] },
  ];
  expect(prepareStated({ ...stated, differences })).toEqual({
    file: "headroom.yaml of main, commit a41f9c2d5e",
    differences: [
      { name: "Owner", here: "nothing", stated: "Search team" },
      { name: "Duration", here: "5m", stated: "10m" },
      { name: "Rate per generator", here: "1,250 req/s", stated: "nothing" },
      { name: "Tags", here: "nightly, peak", stated: "no tags" },
      { name: "Represents the peak", here: "no", stated: "yes" },
      { name: "Targets", here: "no targets", stated: "p99 <= 200 ms" },
    ],
  });
  const nowhere = prepareStated({ ...stated, branch: null, commit: null, differences: [] });
  expect(nowhere).toMatchObject({ file: "headroom.yaml", differences: [] });
});
