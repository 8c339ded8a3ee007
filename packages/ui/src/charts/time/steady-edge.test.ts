import { expect, it } from "vitest";
import { movedEdge } from "./steady-edge.ts";

const time = [0, 125] as const;

it("moves in whole steps", () =>
  expect(movedEdge({ edge: "from", to: 34, other: 100, step: 10, time })).toEqual([30, 100]));
it("never passes the other edge", () => {
  expect(movedEdge({ edge: "from", to: 110, other: 100, step: 10, time })).toEqual([90, 100]);
  expect(movedEdge({ edge: "to", to: 5, other: 20, step: 10, time })).toEqual([20, 30]);
});
it("stays inside the run", () => {
  expect(movedEdge({ edge: "from", to: -40, other: 100, step: 10, time })).toEqual([0, 100]);
  expect(movedEdge({ edge: "to", to: 400, other: 20, step: 10, time })).toEqual([20, 125]);
});
