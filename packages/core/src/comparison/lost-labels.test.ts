import { expect, it } from "vitest";
import { lostLabels } from "./lost-labels.ts";
import type { AbsentFrom, AbsentLabel } from "./lost-labels.ts";

const RUN = 9_000;
const from: AbsentFrom = { requests: RUN, untold: 0, labels: 45, liveTraffic: false };
const label = (...requests: number[]): AbsentLabel => ({
  label: "POST /pay",
  in: requests.map((count) => ({ requests: count, of: RUN })),
});
const isLost = (one: AbsentLabel, change: Partial<AbsentFrom> = {}) =>
  lostLabels([one], { ...from, ...change }).length > 0;

it("none of 80 requests is lost, whatever the share, and none of 3 can be chance", () => {
  expect(lostLabels([label(81)], from)).toEqual([{ label: "POST /pay", share: 0.009, expected: 81 }]);
  expect(isLost(label(3))).toBe(false);
  expect(isLost(label(810), { requests: 20 })).toBe(false);
  expect(isLost(label(810), { requests: RUN / 10 })).toBe(true);
});

it("the more labels there are, the more of one have to be missing", () => {
  expect([6, 9, 14, 25, 60].map((count) => isLost(label(count), { labels: 3 }))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  expect([6, 9, 14, 25, 60].map((count) => isLost(label(count), { labels: 20_000 }))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

it("a level knows the share better, and how much it varies", () => {
  const few = [13, 10, 12, 9, 11, 10, 14, 11];
  expect(isLost(label(11))).toBe(false);
  expect(isLost(label(...few))).toBe(true);
  expect(isLost(label(80, 2, 1, 150, 3, 2, 90, 1))).toBe(false);
});

it("a label that was away before may be away again", () => {
  expect(isLost(label(80, 80, 80, 0, 80, 80, 80))).toBe(false);
});

it("users may leave out what a plan wouldn't", () => {
  expect(isLost(label(81), { liveTraffic: true })).toBe(false);
  expect(isLost(label(2_000), { liveTraffic: true })).toBe(true);
});

it("a label isn't lost while its requests can be among those of all other labels", () => {
  expect(isLost(label(81), { untold: 100 })).toBe(false);
  expect(isLost(label(81), { untold: 20 })).toBe(true);
});

it("those with the most requests come first", () => {
  const absent = [80, 400].map((count) => ({ ...label(count), label: `${count}` }));
  expect(lostLabels(absent, from).map(({ label: name }) => name)).toEqual(["400", "80"]);
});
