import { describe, expect, it } from "vitest";
import { wholeBuckets } from "./whole-buckets.ts";

describe("buckets in whole microseconds", () => {
  it("keep their counts", () => {
    expect(wholeBuckets([1_000, 2_500.4], [3, 4, 5])).toEqual({
      kind: "buckets",
      upperBoundsMicros: [1_000, 2_500],
      counts: [3, 4, 5],
    });
  });

  it("are one where their bounds are the same microsecond", () => {
    expect(wholeBuckets([0.1, 0.2, 1, 1.2], [1, 2, 3, 4, 5])).toMatchObject({
      upperBoundsMicros: [0, 1],
      counts: [3, 7, 5],
    });
  });

  it.each([-1, Number.NaN, 1e30])("do not end at %d", (bound) => {
    expect(() => wholeBuckets([bound], [1, 0])).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});
