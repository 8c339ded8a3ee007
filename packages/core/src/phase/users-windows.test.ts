import { describe, expect, it } from "vitest";
import { windowsAtUsers } from "./users-windows.ts";

const ramp = Array.from({ length: 100 }, (_, at) => ({ offsetSeconds: at * 10, users: at * 10 }));

describe("when about so many users were active", () => {
  it("is a short stretch of a ramp", () => {
    expect(windowsAtUsers(ramp, 10, 600)).toEqual([{ fromSeconds: 570, toSeconds: 640 }]);
  });

  it("is every stretch in which they were, gaps apart", () => {
    const points = [600, 610, 590, 400, 600].map((users, at) => ({ offsetSeconds: at, users }));
    expect(windowsAtUsers(points, 1, 600)).toEqual([
      { fromSeconds: 0, toSeconds: 3 },
      { fromSeconds: 4, toSeconds: 5 },
    ]);
  });

  it("goes on between two moments that were measured, unless they lie more than a minute apart", () => {
    const points = [0, 15, 30, 91, 106].map((offsetSeconds) => ({ offsetSeconds, users: 600 }));
    expect(windowsAtUsers(points, 1, 600)).toEqual([
      { fromSeconds: 0, toSeconds: 31 },
      { fromSeconds: 91, toSeconds: 107 },
    ]);
    const dip = [600, 300, 600].map((users, at) => ({ offsetSeconds: at * 15, users }));
    expect(windowsAtUsers(dip, 1, 600)).toHaveLength(2);
  });

  it("is never where they were not", () => {
    expect(windowsAtUsers(ramp, 10, 2_000)).toEqual([]);
  });
});
