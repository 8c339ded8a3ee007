import type { StoryLink } from "@headroom/demo/stories";
import { expect, it } from "vitest";
import { addressOf } from "./story-place.ts";
import type { StoryPlace } from "./story-place.ts";

const place: StoryPlace = {
  experiments: [
    { id: "e1", name: "Mix", runIds: ["r2", "r1"] },
    { id: "e2", name: "Never run", runIds: [] },
  ],
  peakDays: [
    { id: "p2", service: { name: "Shop" } },
    { id: "p1", service: { name: "Shop" } },
  ],
};

it.each<[StoryLink, string | null]>([
  [{ kind: "address", href: "/catalog?service=shop" }, "/catalog?service=shop"],
  [{ kind: "experiment", experiment: "Mix" }, "/experiments/e1"],
  [{ kind: "latest-run", experiment: "Mix" }, "/runs/r2"],
  [{ kind: "first-run", experiment: "Mix" }, "/runs/r1"],
  [{ kind: "latest-run", experiment: "Mix", tab: "gauges" }, "/runs/r2?tab=gauges#sheet-tables"],
  [{ kind: "comparison", experiment: "Mix" }, "/comparisons?runs=r1,r2"],
  [{ kind: "comparison", experiment: "Never run" }, null],
  [{ kind: "peak-day", service: "Shop" }, "/peak-days/p2"],
  [{ kind: "readiness", service: "Shop" }, "/peak-days/p2/readiness"],
  [
    { kind: "readiness", service: "Shop", spot: "Accepted risks" },
    "/peak-days/p2/readiness#sheet-accepted-risks",
  ],
  [{ kind: "experiment", experiment: "Deleted", spot: "Runs" }, null],
  [{ kind: "latest-run", experiment: "Never run" }, null],
  [{ kind: "peak-day", service: "Other" }, null],
])("finds the page of %j", (to, expected) => {
  expect(addressOf(to, place)).toBe(expected);
});
