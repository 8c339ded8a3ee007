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
  /** How long it is watched after the run. */
  after?: number;
  before?: number;
}

/** A run of ten minutes with a value of the gauge every few seconds. */
function read({ gauge, load = () => 100, every = 5, after = 0, before = 0 }: Told): BesideLoad {
  const moments = Array.from(
    { length: (before + SECONDS + after) / every },
    (_, at) => at * every - before,
  ).flatMap((second) => {
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
  const run = { fromSeconds: 0, toSeconds: SECONDS };
  return besideLoad({ moments, joined, run, window: run });
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
    expect(peak?.backAfterSeconds).toBeLessThan(165);
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
    [
      "of a gauge that rises in a few values and stays",
      { gauge: (second) => Math.min(11, second / 3) * 1_000 },
    ],
    ["that is hardly higher than usual", { gauge: (second) => (second >= 200 && second < 300 ? 14 : 10) }],
  ])("isn't claimed %s", (_, told) => {
    expect(read(told).peak).toBeNull();
  });
});

describe("after the run", () => {
  it("the time that a lag takes to drain counts from its peak and from the end of the run", () => {
    const lag = (second: number) => (second < 600 ? second * 26 : Math.max(40, 15_600 - (second - 600) * 62));
    const { peak, growth, band } = read({ gauge: lag, after: 600 });
    expect(peak).toMatchObject({ value: 15_600, atSeconds: 600, usual: 780, backAfterEndSeconds: 230 });
    expect(peak?.backAfterSeconds).toBe(230);
    expect(growth).toBeNull();
    expect(band?.high).toBeLessThan(15_000);
  });

  it("a gauge that is back as its values end isn't said to be still up", () => {
    const twice = (second: number) => (second < 590 ? 31.1 + (60.9 * second) / 585 : 32);
    expect(read({ gauge: twice }).peak).toMatchObject({ atSeconds: 585, backAfterSeconds: 5, backTo: 32 });
    const settles = (second: number) => (second < 300 ? 30 + second / 5 : second < 595 ? 34 : 30);
    expect(read({ gauge: settles }).peak).toMatchObject({ atSeconds: 295, backAfterSeconds: 5, backTo: 34 });
  });

  it("one last value, like that of an exporter that restarts, doesn't say that it was back", () => {
    const queue = (second: number) => {
      const dip = second === 595 ? 0.06 : 1;
      return (second < 200 ? 6 : Math.min(1_000, 6 + (second - 200) * 20)) * dip;
    };
    expect(read({ gauge: queue }).peak).toMatchObject({
      value: 1_000,
      backAfterSeconds: null,
      backAfterEndSeconds: null,
      backTo: 60,
    });
  });

  it("the moment of a rise to a level is when it was reached, not when its noise is highest", () => {
    const around = noise();
    const writes = (second: number) => (second < 0 || second >= 840 ? 222 : 11_000 * (1 + 0.024 * around()));
    const { peak } = read({ gauge: writes, before: 120, after: 600 });
    expect(peak?.value).toBeGreaterThan(11_110);
    expect(peak).toMatchObject({ atSeconds: 0, backAfterSeconds: 840, backAfterEndSeconds: 240 });
    const slowly = (second: number) =>
      second < 0 ? 200 : (12_000 + 13_000 * Math.min(1, second / 480)) * (1 + 0.01 * around());
    const reached = read({ gauge: slowly, before: 120 }).peak?.atSeconds ?? 0;
    expect(reached).toBeGreaterThan(440);
    expect(reached).toBeLessThan(500);
  });

  it("the moment of a queue that grows to the end is that of its peak, however smoothly it falls after", () => {
    const around = noise();
    const queue = (second: number) => {
      if (second < 0) return 35;
      const level = second < 590 ? (16_000 * second) / 590 : 16_000 * Math.max(0, 1 - (second - 590) / 240);
      return Math.max(30, level * (1 + 0.01 * around()));
    };
    const { peak } = read({ gauge: queue, before: 120, after: 600 });
    expect(peak?.atSeconds).toBeGreaterThanOrEqual(575);
    expect(peak?.atSeconds).toBeLessThanOrEqual(605);
  });

  it("what is usual is known from before the run, too", () => {
    const lag = (second: number) => (second < 0 ? 40 : 40 + 5_000 * (second < 500 ? 1 : 0));
    expect(read({ gauge: lag }).peak).toBeNull();
    expect(read({ gauge: lag, before: 60 }).peak).toMatchObject({ value: 5_040, atSeconds: 0, usual: 40 });
  });

  it("a higher value before the run isn't the run's", () => {
    const lag = (second: number) => (second < -100 ? 9_000 : second > 300 && second < 400 ? 500 : 10);
    expect(read({ gauge: lag, before: 300 }).peak?.value).toBe(500);
  });

  it("a lag that stays up isn't said to be over, nor to have only grown if it fell", () => {
    const lag = (second: number) => (second < 600 ? second * 26 : 15_600 - (second - 600) * 6);
    expect(read({ gauge: lag, after: 600 }).peak).toMatchObject({
      backAfterSeconds: null,
      backAfterEndSeconds: null,
      backTo: 15_600 - 595 * 6,
      watchedAfterEndSeconds: 595,
    });
  });

  it("a gauge that follows the load has a peak once that is over", () => {
    const cpu = (second: number) => (second < 600 ? 20 + ramp(second) / 100 : 20);
    expect(read({ gauge: cpu, load: ramp, after: 120 }).peak).toMatchObject({ backAfterEndSeconds: 0 });
    expect(read({ gauge: cpu, load: ramp }).peak).toBeNull();
    const stays = (second: number) => 20 + ramp(Math.min(second, 595)) / 100;
    expect(read({ gauge: stays, load: ramp, after: 10 }).peak).toBeNull();
  });

  it("a higher value long after the end is of something else", () => {
    const lag = (second: number) => (second > 900 ? 9_000 : second > 300 && second < 400 ? 500 : 10);
    expect(read({ gauge: lag, after: 600 }).peak?.value).toBe(500);
  });
});

describe("growth", () => {
  const cpu = (second: number) => 30 + 62 * Math.max(0, 1 - Math.abs(second - 300) / 250);

  it("isn't claimed of what rose and fell: that has a peak", () => {
    const { growth, peak } = read({ gauge: cpu });
    expect(growth).toBeNull();
    expect(peak).toMatchObject({ value: 92, atSeconds: 300, usual: 30 });
    expect(peak?.backTo).toBeLessThan(37);
  });

  it.each([
    ["one step", (second: number) => (second === 595 ? 30 : 30 + second / 10)],
    ["after the run", (second: number) => (second < 600 ? second : 0)],
    [
      "little by little",
      (second: number) => 30 + Math.min(second, 500) / 10 - Math.max(0, second - 500) / 20,
    ],
  ])("isn't claimed of what fell in %s", (_, gauge) => {
    expect(read({ gauge, after: 60 }).growth).toBeNull();
  });

  it("counts how far it dipped", () => {
    const disk = (second: number) => 67 + (22 * second) / 595 - (second === 300 ? 0.3 : 0);
    const { growth } = read({ gauge: disk });
    expect(growth?.dip).toBeGreaterThan(0);
    expect(growth?.dip).toBeLessThan(0.3);
    expect(read({ gauge: (second) => 67 + second }).growth?.dip).toBe(0);
  });
});

describe("steps", () => {
  it("are when instances were added and removed", () => {
    const instances = (second: number) => (second >= 570 && second < 900 ? 14 : 8);
    const { steps, peak } = read({ gauge: instances, after: 600 });
    expect(steps).toEqual([
      { from: 8, to: 14, atSeconds: 570 },
      { from: 14, to: 8, atSeconds: 900 },
    ]);
    expect(peak).toBeNull();
  });

  it.each<[string, Told["gauge"]]>([
    ["a constant", () => 8],
    ["a count that changes all the time", (second) => 8 + ((second / 5) % 3)],
    ["a change that is only just there", (second) => (second < 590 ? 8 : 9)],
    ["a gauge of fractions", (second) => (second < 300 ? 8.5 : 14.5)],
  ])("aren't claimed of %s", (_, gauge) => {
    expect(read({ gauge }).steps).toBeNull();
  });
});

it("noise of any memory has neither growth nor a peak in 297 of 300 cases", () => {
  let claimed = 0;
  for (let seed = 0; seed < 300; seed++) {
    const around = noise(seed);
    const memory = (seed % 10) / 10;
    let state = 0;
    const { growth, peak } = read({
      gauge: () => {
        state = memory * state + around();
        return 50 + 10 * state;
      },
      after: seed % 2 === 0 ? 300 : 0,
    });
    if (growth !== null || peak !== null) claimed++;
  }
  expect(claimed).toBeLessThanOrEqual(3);
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
      steps: null,
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
