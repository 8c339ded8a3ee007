import { expect, it } from "vitest";
import { inSameHours } from "./volume.ts";

const day = (requests: number) => Array.from({ length: 24 }, (_, hour) => requests + hour);
const without = (hours: readonly number[], ...missing: number[]) =>
  hours.map((requests, hour) => (missing.includes(hour) ? null : requests));

it("two stretches are compared in the hours that both have, so that a hole is neither zero nor a fall", () => {
  const [own, other] = [day(200), day(100)];
  expect(inSameHours(own, other)).toEqual({ hours: 24, own: 24 * 211.5, other: 24 * 111.5 });
  expect(inSameHours(without(own, 3), without(other, 20))).toEqual({
    hours: 22,
    own: 24 * 211.5 - 203 - 220,
    other: 24 * 111.5 - 103 - 120,
  });
});

it("they aren't if fewer than three quarters of the hours are in both, or there was nothing then", () => {
  const most = [0, 1, 2, 3, 4, 5];
  expect(inSameHours(day(200), without(day(100), ...most))).toMatchObject({ hours: 18 });
  expect(inSameHours(without(day(200), 23), without(day(100), ...most))).toBeNull();
  expect(
    inSameHours(
      day(200),
      day(0).map(() => 0),
    ),
  ).toBeNull();
  expect(inSameHours([], [])).toBeNull();
});
