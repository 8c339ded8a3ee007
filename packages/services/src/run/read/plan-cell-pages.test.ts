import { describe, expect, it } from "vitest";
import { planCellPages, wholeSteps } from "./plan-cell-pages.ts";

const second = (seriesId: number, toSeconds: number) => ({
  seriesId,
  stepSeconds: 1 as const,
  fromSeconds: 0,
  toSeconds,
});

describe("pages of cells", () => {
  it("split a long series by time", () => {
    expect([...planCellPages([second(7, 250)], 100)]).toEqual([
      { seriesIds: [7], stepSeconds: 1, fromSeconds: 0, toSeconds: 100 },
      { seriesIds: [7], stepSeconds: 1, fromSeconds: 100, toSeconds: 200 },
      { seriesIds: [7], stepSeconds: 1, fromSeconds: 200, toSeconds: 250 },
    ]);
  });

  it("hold several short series, up to the limit", () => {
    const series = [1, 2, 3, 4, 5].map((id) => second(id, 30));
    expect([...planCellPages(series, 100)].map(({ seriesIds }) => seriesIds)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it("hold series of one step only, and keep their order", () => {
    const coarse = { seriesId: 2, stepSeconds: 60 as const, fromSeconds: 0, toSeconds: 60 };
    const pages = [...planCellPages([second(1, 30), coarse, second(3, 30)], 100)];
    expect(pages.map(({ seriesIds, stepSeconds }) => [seriesIds, stepSeconds])).toEqual([
      [[1], 1],
      [[2], 60],
      [[3], 1],
    ]);
  });

  it("have every cell once, whatever the limit", () => {
    const series = [second(1, 7), second(2, 7), second(3, 12)];
    for (const limit of [1, 2, 3, 6, 7, 8, 14, 100]) {
      const cells = [...planCellPages(series, limit)].flatMap(({ seriesIds, fromSeconds, toSeconds }) => {
        expect(seriesIds.length * (toSeconds - fromSeconds)).toBeLessThanOrEqual(limit);
        return seriesIds.flatMap((id) =>
          Array.from({ length: toSeconds - fromSeconds }, (_, at) => `${id}:${fromSeconds + at}`),
        );
      });
      expect([cells.length, new Set(cells).size]).toEqual([26, 26]);
    }
  });
});

describe("whole steps", () => {
  it("of a whole run include the last one that it touches", () => {
    expect(wholeSteps({ fromSeconds: 0, toSeconds: 125 }, 60, true)).toEqual({
      fromSeconds: 0,
      toSeconds: 180,
    });
    expect(wholeSteps({ fromSeconds: -3, toSeconds: 61 }, 60, true)).toEqual({
      fromSeconds: -60,
      toSeconds: 120,
    });
  });

  it("of a part of it lie inside, or are the one that it is in", () => {
    expect(wholeSteps({ fromSeconds: 30, toSeconds: 200 }, 60, false)).toEqual({
      fromSeconds: 60,
      toSeconds: 180,
    });
    expect(wholeSteps({ fromSeconds: 70, toSeconds: 100 }, 60, false)).toEqual({
      fromSeconds: 60,
      toSeconds: 120,
    });
  });
});
