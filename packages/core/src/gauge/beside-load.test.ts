import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { besideLoad } from "./beside-load.ts";
import type { BesideLoad } from "./beside-load.ts";
import { joinLoad } from "./moments.ts";

const SECONDS = 600;

interface Told {
  gauge: (second: number) => number | null;
  load?: (second: number) => number;
  every?: number;
}

/** A run of ten minutes with a value of the gauge every few seconds. */
function read({ gauge, load = () => 100, every = 5 }: Told): BesideLoad {
  const moments = Array.from({ length: SECONDS / every }, (_, at) => at * every).flatMap((second) => {
    const value = gauge(second);
    return value === null ? [] : [{ offsetSeconds: second, value }];
  });
  const points = Array.from({ length: SECONDS }, (_, second) => ({
    offsetSeconds: second,
    load: load(second),
  }));
  const joined = joinLoad(moments, {
    points,
    pointSeconds: 1,
    fromSeconds: 0,
    toSeconds: SECONDS,
    between: "nothing",
  });
  return besideLoad({ moments, joined, fromSeconds: 0, toSeconds: SECONDS });
}

const ramp = (second: number) => 1_000 + second * 10;
function noise(seed = 7) {
  const random = seededRandom(seed);
  return () => random() - 0.5;
}

describe("a plateau", () => {
  it("is found where the gauge stays level while the load rises", () => {
    const around = noise();
    const writes = (second: number) => Math.min(11_000, 2 * ramp(second) * 2) * (1 + 0.01 * around());
    const { plateau } = read({ gauge: writes, load: ramp });
    expect(plateau?.low).toBeGreaterThan(10_000);
    expect(plateau?.high).toBeLessThan(11_200);
    expect(plateau?.fromSeconds).toBeGreaterThan(140);
    expect(plateau?.fromSeconds).toBeLessThan(200);
    expect(plateau?.toSeconds).toBe(595);
    expect(plateau?.loadTo).toBeGreaterThan(1.5 * (plateau?.loadFrom ?? 0));
  });

  it("is a constant gauge, too, and one with a value every 30 seconds", () => {
    expect(read({ gauge: () => 8, load: ramp }).plateau).toMatchObject({ low: 8, high: 8, fromSeconds: 0 });
    expect(read({ gauge: () => 8, load: ramp, every: 30 }).plateau).toMatchObject({ low: 8, high: 8 });
  });

  it.each<[string, Told]>([
    ["the load never rises", { gauge: () => 8 }],
    ["the load only falls", { gauge: () => 8, load: (second) => 7_000 - second * 10 }],
    [
      "the load goes up and down",
      { gauge: () => 8, load: (second) => 1_000 * (1 + (Math.floor(second / 20) % 3)) },
    ],
    ["the load rises by less than half", { gauge: () => 8, load: (second) => 1_000 + second / 2 }],
    ["the gauge rises with the load", { gauge: (second) => ramp(second) / 100, load: ramp }],
    [
      "the gauge is noisy",
      {
        gauge: (
          (around) => () =>
            50 + 30 * around()
        )(noise()),
        load: ramp,
      },
    ],
    ["the gauge is idle", { gauge: () => 0, load: ramp }],
    ["the gauge only grows, slowly", { gauge: (second) => 1_000 + second / 20, load: ramp }],
    ["too little was measured", { gauge: (second) => (second < 90 ? 8 : null), load: ramp }],
  ])("isn't claimed if %s", (_, told) => {
    expect(read(told).plateau).toBeNull();
  });

  it("covers only the time with values", () => {
    const { plateau } = read({ gauge: (second) => (second < 300 ? 8 : null), load: ramp });
    expect(plateau).toMatchObject({ fromSeconds: 0, toSeconds: 295 });
    expect(plateau?.loadTo).toBeLessThan(4_000);
  });

  it("ends with the rise if the load falls again", () => {
    const { plateau } = read({
      gauge: () => 8,
      load: (second) => 1_000 + 10 * Math.min(second, 600 - second),
    });
    expect(plateau?.toSeconds).toBeGreaterThan(290);
    expect(plateau?.toSeconds).toBeLessThan(310);
  });
});

describe("a peak", () => {
  const burst = (second: number) => (second >= 200 && second < 300 ? 5_000 : 1_000);
  const lag = (second: number) => {
    if (second < 200) return 40;
    if (second < 300) return 40 + (second - 200) * 160;
    return Math.max(40, 16_040 - (second - 300) * 100);
  };

  it("is found with the time until it was back", () => {
    const { peak } = read({ gauge: lag, load: burst });
    expect(peak).toMatchObject({ value: 16_040, atSeconds: 300, usual: 40 });
    expect(peak?.backAfterSeconds).toBeGreaterThan(140);
    expect(peak?.backAfterSeconds).toBeLessThan(150);
  });

  it("may not be over when the values end", () => {
    const { peak } = read({ gauge: (second) => (second < 400 ? lag(second) : null), load: burst });
    expect(peak).toMatchObject({ value: 16_040, backAfterSeconds: null, watchedSeconds: 95 });
  });

  it.each<[string, Told]>([
    ["of one value", { gauge: (second) => (second === 300 ? 900 : 10) }],
    [
      "that is noise",
      {
        gauge: (
          (around) => () =>
            50 + 90 * around()
        )(noise()),
      },
    ],
    [
      "of heavy-tailed noise",
      {
        gauge: (
          (around) => () =>
            Math.exp(8 * around())
        )(noise(3)),
      },
    ],
    ["of a gauge that comes and goes", { gauge: (second) => (second % 100 < 70 ? 10 : 900) }],
    ["of a gauge that was high from the start", { gauge: (second) => Math.max(5, 1_000 - second * 3) }],
    ["of a gauge that rises and falls with the load", { gauge: (second) => lag(second), load: lag }],
    ["of a count that only grows", { gauge: (second) => second * second }],
    ["that is twice as high as usual", { gauge: (second) => (second >= 200 && second < 300 ? 20 : 10) }],
  ])("isn't claimed %s", (_, told) => {
    expect(read(told).peak).toBeNull();
  });
});

describe("a band and the values by load", () => {
  it("are the middle nine of ten values, and what the least and the most load gave", () => {
    const { band, byLoad, growth } = read({
      gauge: (second) => 65 + ((second / 5) % 11),
      load: (second) => (second < 300 ? 100 : 400),
    });
    expect(band).toEqual({ low: 65, high: 75 });
    expect(byLoad?.low.load).toBe(100);
    expect(byLoad?.high.load).toBe(400);
    expect(growth).toBeNull();
  });

  it("are missing with too few values, and without a change of the load", () => {
    expect(read({ gauge: () => 70, every: 60 })).toEqual({
      band: null,
      byLoad: null,
      plateau: null,
      peak: null,
      growth: null,
    });
    expect(read({ gauge: () => 70 }).byLoad).toBeNull();
  });

  it("give way to growth where a gauge only grows", () => {
    const { growth, byLoad } = read({ gauge: (second) => 67 + (22 * second) / 595, load: ramp });
    expect(growth?.from).toBeCloseTo(67);
    expect(growth?.to).toBeCloseTo(89);
    expect(byLoad).toBeNull();
  });
});

describe("values and load", () => {
  const series = { pointSeconds: 1, fromSeconds: 0, toSeconds: 60, between: "nothing" } as const;

  it("are joined over the time since the value before, however far apart values are", () => {
    const points = Array.from({ length: 60 }, (_, second) => ({ offsetSeconds: second, load: second }));
    const moments = [14, 29, 44, 59].map((offsetSeconds) => ({ offsetSeconds, value: 1 }));
    const joined = joinLoad(moments, { ...series, points });
    expect(joined.map(({ load }) => load)).toEqual([7, 22, 37, 52]);
  });

  it("count time without requests as no load, and leave out time of unknown load", () => {
    const points = [{ offsetSeconds: 10, load: 30 }];
    const moments = [9, 11, 13, 15].map((offsetSeconds) => ({ offsetSeconds, value: 1 }));
    expect(joinLoad(moments, { ...series, points }).map(({ load }) => load)).toEqual([0, 15, 0, 0]);
    expect(joinLoad(moments, { ...series, points, between: "unknown" }).map(({ load }) => load)).toEqual([
      30,
    ]);
    expect(joinLoad([{ offsetSeconds: 90, value: 1 }], { ...series, points })).toEqual([]);
  });
});
