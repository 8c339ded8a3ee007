import { HOUR_MILLIS, HOUR_SECONDS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { PeakDayView } from "@headroom/contract";
import { figuresAfter } from "./figures-after.ts";
import { frozenText } from "./frozen-words.ts";
import { preparePage } from "./prepare-peak-day.ts";
import { day, iso, last, latest, proven, START, summary, textOf } from "./testing/peak-day-fixtures.ts";

it("names simulated traffic in its chart, which can be saved without the page", () => {
  const simulated = { from: day.peakDay.startsAt, to: day.peakDay.endsAt, withReal: false };
  const chartOf = (view: Partial<PeakDayView>) => preparePage({ ...day, ...view }).chart;
  expect(chartOf({}).name).toBe(day.peakDay.name);
  expect(chartOf({ simulated }).name).toBe(`${day.peakDay.name} (simulated)`);
  expect(chartOf({ simulated: { ...simulated, withReal: true } }).name).toContain("(partly simulated)");
  expect(chartOf({ earlier: [{ ...last, simulated }] }).earlier[0]?.name).toBe(`${last.name} (simulated)`);
});

describe("a peak day while it runs", () => {
  it("says how old its newest data is when nothing is known of the last hour, not that none has arrived", () => {
    const point = { throughput: 900, p99Ms: null, p99Range: { low: 100, high: 250 }, errorRate: null };
    const points = [{ at: iso(START + 6 * HOUR_MILLIS), ...point }];
    const silent = preparePage({ ...day, points, heardAt: iso(START + 6 * HOUR_MILLIS) });
    expect(silent).toMatchObject({ lead: "No data from the last hour.", rest: "The newest is from 06:00." });
    expect(silent.figures[0]).toMatchObject({ label: "Last minute", caption: "no data from the last hour" });
    expect(silent.chart.points).toMatchObject([{ p99Range: { low: 100, high: 250 } }]);
    expect(preparePage(day)).toMatchObject({ rest: "No live traffic has arrived for it yet." });
    const arriving = preparePage({ ...day, points, heardAt: day.now });
    expect(arriving).toMatchObject({ lead: "Catching up.", rest: "Traffic of 06:00 is arriving." });
  });

  it("says when its event is while its traffic hasn't begun", () => {
    const eventAt = iso(START + 11 * HOUR_MILLIS);
    const waiting = preparePage({ ...day, peakDay: { ...day.peakDay, eventName: "doors open", eventAt } });
    expect(waiting.rest).toBe("No live traffic has arrived for it yet. Doors open: 11:00, in 2h.");
  });

  it("says how much of what is proven is used", () => {
    const { sentence, problem, cells } = textOf({ latest, capacity: proven, earlier: [last] });
    expect(sentence).toBe("87.0% of what is proven. 1,740 req/s in the last minute.");
    expect(problem).toBeNull();
    expect(cells["Of proven capacity"]).toContain("close to what is proven: 2,000 req/s, Peak mix, 11");
    const doubtful = {
      ...proven,
      elsewhere: true,
      run: { ...proven.run, environment: "staging" },
      accepted: { misses: [{ target: "p99 <= 200 ms", value: 240, unit: "ms" }], until: iso(START) },
    };
    expect(textOf({ latest, capacity: doubtful }).cells["Of measured capacity"]).toContain(
      "on staging, missed p99 ≤ 200 ms (240 ms), accepted",
    );
    expect(cells["Times Black Friday 2025"]).toContain("2.90x");
  });

  it("never calls something proven that isn't", () => {
    expect(textOf({ latest }).sentence).toContain("What the service holds is not proven.");
    const above = { ...latest, minute: { ...latest.minute, throughput: 2_400 } };
    expect(textOf({ latest: above, capacity: proven }).sentence).toBe(
      "Above what is proven: 2,400 req/s. 2,000 req/s were proven.",
    );
  });

  it("says when the rest is used up, with the range", () => {
    const slope = { perMinute: 10, minutes: 23.2, earliest: 19.8, latest: 27.1 };
    const told = (latestMinute: number | null) =>
      textOf({ latest: { ...latest, slope: { ...slope, latest: latestMinute } }, capacity: proven }).sentence;
    expect(told(27.1)).toContain("At this slope, the proven capacity is reached in 23 min (19 to 28).");
    expect(told(null)).toContain("in 23 min (19 to more than 60).");
  });

  it("says that figures are old, and that nothing is known of a hole of last year", () => {
    const old = { ...latest, at: iso(START + 8.5 * HOUR_MILLIS) };
    const { problem, cells } = textOf({ latest: old, capacity: proven, earlier: [last] });
    expect(problem).toBe("The figures are from before. Check that the service still sends its metrics.");
    expect(cells["Times Black Friday 2025"]).toContain("nothing known of that moment");
    expect(textOf({}).problem).toContain("No live traffic has ever arrived");
  });

  it("says that requests are missing while series are left out", () => {
    const leftOut = (secondsAgo: number) =>
      textOf({ latest, leftOutAt: iso(START + 9 * HOUR_MILLIS - secondsAgo * 1e3) });
    expect(leftOut(60).problem).toContain("requests are missing from the figures");
    expect(leftOut(2 * HOUR_SECONDS).problem).toBeNull();
    const unusable = { latest, unusableAt: iso(START + 9 * HOUR_MILLIS - 60e3) };
    expect(textOf(unusable).problem).toContain("A histogram of the service can't be counted");
  });

  it("says that a clock is wrong instead of that traffic is missing", () => {
    const now = START + 9 * HOUR_MILLIS;
    const slow = { ...latest, at: iso(now - 600e3) };
    const offClock = (aheadSeconds: number) => ({ at: iso(now - 5e3), aheadSeconds, partly: false });
    const behind = textOf({ latest: slow, heardAt: iso(now - 5e3), offClock: offClock(-600) });
    expect(behind.problem).toContain("Data is 10m behind.");
    expect(behind.problem).not.toContain("No data");
    const refused = textOf({ latest: null, heardAt: iso(now - 5e3), offClock: offClock(660) });
    expect(refused.problem).toContain("Data is refused. Its timestamps are 11m ahead of the server.");
    expect(textOf({ latest, offClock: offClock(540) }).problem).toContain("9m after they happened");
    // It was put right, and the service is silent now.
    const silent = {
      latest: slow,
      heardAt: iso(now - 600e3),
      offClock: { ...offClock(-600), at: iso(now - 600e3) },
    };
    expect(textOf(silent).problem).toContain("The figures are from before. Check that");
    const gauges = { latest: slow, heardAt: iso(now - 5e3) };
    expect(textOf(gauges).problem).toContain("Metrics still arrive, but nothing in them counts");
  });

  it("doesn't call errors that aren't reported zero", () => {
    const unknown = { ...latest, minute: { ...latest.minute, errorRate: null } };
    expect(textOf({ latest: unknown }).cells["Errors"]).toContain("not reported");
    const total = { requests: 1_000, errors: 0, peak: null };
    const over = (errorsAtLeast?: true) => {
      const own = errorsAtLeast === undefined ? total : { ...total, errorsAtLeast };
      const points = [{ at: iso(START), throughput: 9, p99Ms: null, p99Range: null, errorRate: null }];
      return figuresAfter({ ...day, total: own, points, summary }).find(({ label }) => label === "Errors");
    };
    expect(over()).toMatchObject({ value: "0", caption: "0 failed" });
    expect(over(true)).toMatchObject({
      value: "\u2265\u00a00",
      caption: "0 known to have failed; it isn't known of all requests",
    });
  });
});

describe("what a peak day is seen against", () => {
  const usual = {
    simulated: null,
    weeks: 4,
    stepSeconds: 180,
    points: [[(START + 9 * HOUR_MILLIS) / 1_000 - 180, 580]] as [number, number][],
  };

  it("compares the last minute with a usual day of that weekday", () => {
    const { cells } = textOf({ latest, usual });
    expect(cells["Times a usual Friday"]).toBe("3.00x  580 req/s at this point");
    const { chart } = preparePage({ ...day, usual });
    expect(chart.usual).toMatchObject({
      name: "Usual Friday",
      samples: [{ offsetSeconds: 9 * HOUR_SECONDS - 180 }],
    });
  });

  it("counts minutes without data neither as up nor as down", () => {
    const uptimeOf = (upSeconds: number, downSeconds: number, unknownSeconds: number) =>
      textOf({ latest, uptime: { upSeconds, downSeconds, unknownSeconds } }).cells["Uptime"];
    expect(uptimeOf(3_600, 0, 0)).toBe("100 % never mostly errors");
    expect(uptimeOf(5_940, 60, 120)).toBe("99 % mostly errors for 1m, not known for 2m");
    expect(uptimeOf(172_740, 60, 0)).toContain("99.96 %");
    expect(uptimeOf(0, 0, 600)).toBeUndefined();
    expect(textOf({ latest }).cells["Uptime"]).toBeUndefined();
  });

  it("names the busiest label: of the last minutes, or of a day that is over", () => {
    expect(textOf({ latest }).cells["Busiest label"]).toBe("100.0 % /cart");
    const total = { requests: 400, errors: 0, peak: { at: iso(START), throughput: 2 } };
    const busiest = { ...summary, busiestLabel: { label: "/pay", share: 0.6 } };
    expect(textOf({ phase: "after", total, summary: busiest }).cells["Busiest label"]).toBe("60.0 % /pay");
  });

  it("has the lines of targets, and only the gauges that were chosen", () => {
    const gauge = (name: string) => ({
      name,
      unit: "%",
      points: [[START / 1_000, 70]] as [number, number][],
    });
    const view = { ...day, gauges: [gauge("cpu"), gauge("lag")], targets: { p99Ms: 200, errorRate: 0.001 } };
    const { chart } = preparePage(view, ["lag", "gone"]);
    expect(chart.gauges.map(({ key }) => key)).toEqual(["lag"]);
    expect([chart.latencyTargets, chart.errorTargets]).toEqual([
      [{ value: 200, text: "target 200 ms" }],
      [{ value: 0.1, text: "target 0.10%" }],
    ]);
  });
});

describe("a peak day before it starts", () => {
  const before = { phase: "before" as const, now: iso(START - 3 * 24 * HOUR_MILLIS) };

  it("says whether the expected peak is proven", () => {
    expect(textOf(before).sentence).toBe("Starts in 3 days. The expected peak of 2,000 req/s is not proven.");
    expect(textOf({ ...before, capacity: { ...proven, throughput: 1_500 } }).sentence).toContain(
      "is above what is proven, 1,500 req/s",
    );
  });

  it("shows what last year's peak comes to with the growth", () => {
    const { cells } = textOf({ ...before, earlier: [last] });
    expect(cells["With that growth"]).toContain("1,900–2,100 req/s");
  });
});

describe("a peak day that is over", () => {
  const peak = { at: iso(START + 12 * HOUR_MILLIS), throughput: 1_700 };
  const total = { requests: 35_300_000, errors: 353, peak };
  const after = { phase: "after" as const, total, summary, capacity: proven };

  it("says what it came to, by its busiest minute and hour", () => {
    const { sentence, cells } = textOf(after);
    expect(sentence).toBe(
      "The peak was 1,820 req/s at 12:00. 35.3M requests. 91.0% of what tests have proven by now.",
    );
    expect(cells).toMatchObject({
      "Peak minute": "1,820 req/s 12:00",
      "Peak hour": "5.4M requests from 11:30: 1,500 req/s, mean 80 ms, p99 80–100 ms",
      p99: "180 ms all requests of the day, mean 81 ms",
    });
    expect(cells["Expected peak"]).toContain("the real one was 91.0% of it");
    const coarse = { ...summary, busiest: { at: peak.at, seconds: 600, throughput: 1_750 } };
    expect(textOf({ ...after, summary: coarse }).cells["Peak 10m"]).toBe("1,750 req/s 12:00");
  });

  it("says that a shorter stretch was above what is proven, as its chart shows", () => {
    const burst = { ...total, peak: { ...peak, throughput: 2_050 } };
    const restOf = (view: object) => textOf({ ...after, total: burst, pointSeconds: 30, ...view }).sentence;
    expect(restOf({})).toContain(
      "91.0% of what tests have proven by now. For 30 s, it was above that: 2,050 req/s.",
    );
    expect(restOf({ total })).not.toContain("above that");
    expect(restOf({ pointSeconds: 60 })).not.toContain("above that");
    const above = { ...summary, busiest: { at: peak.at, seconds: 60, throughput: 2_010 } };
    expect(restOf({ summary: above })).not.toContain("above that");
  });

  it("is compared with what was proven at its end, once that is known", () => {
    const { sentence, cells } = textOf({ ...after, provenAt: iso(START + 24 * HOUR_MILLIS) });
    expect(sentence).toContain("91.0% of what was proven then.");
    expect(cells["Of proven capacity"]).toContain("2,000 req/s, Peak mix, 16 Nov 2026");
  });

  it("is compared with a usual week, with what that rests on, or says why it isn't", () => {
    const week = {
      from: iso(START - 6 * 24 * HOUR_MILLIS),
      to: iso(START + 24 * HOUR_MILLIS),
      requests: 62_100_000,
      hours: 168,
      knownHours: 168,
      imported: false,
      weeks: [
        {
          from: iso(START - 13 * 24 * HOUR_MILLIS),
          to: iso(START - 6 * 24 * HOUR_MILLIS),
          hours: 160,
          requests: 35_084_746,
          ownRequests: 62_100_000,
          imported: true,
        },
      ],
    };
    const cellsOf = (volume: NonNullable<typeof summary.volume>) =>
      textOf({ ...after, summary: { ...summary, volume } }).cells;
    expect(cellsOf({ window: null, week })["Week against usual"]).toBe(
      "+77.0%  62.1M requests, 35.1M the usual week before, to 20 Nov 2026, in the 160 of 168 hours that both have, as imported",
    );
    expect(cellsOf({ window: null, week: { ...week, weeks: [] } })["Week against usual"]).toBe(
      "–  no usual week before it is known",
    );
    expect(
      cellsOf({ window: null, week: { ...week, knownHours: 100, weeks: [] } })["Week against usual"],
    ).toBe("–  only 100 of the 168 hours of the week are known");
    expect(Object.keys(textOf(after).cells)).not.toContain("Week against usual");
  });

  it("is compared with an earlier peak in points of the same length", () => {
    const spike = [1, 9, 2].map((throughput, index) => {
      const at = iso(START + index * 180_000);
      return { at, throughput, p99Ms: null, p99Range: null, errorRate: null };
    });
    const { cells } = textOf({ ...after, points: spike, earlier: [{ ...last, stepSeconds: 600 }] });
    expect(cells["Times Black Friday 2025"]).toContain("1,000 req/s then, both over 10m");
    expect(cells["Times Black Friday 2025"]).toContain("0.004x");
  });

  it("leads with whether it held", () => {
    const held = { outcome: "held" as const, word: "Held", sentence: "Targets were met." };
    expect(textOf({ ...after, answer: held }).sentence).toMatch(/^Held\. The peak was/);
    const file = { ...after, source: "file" as const, answer: held };
    expect(textOf(file).sentence).toMatch(/^Held\. Targets were met\. The peak was/);
    const unknown = {
      outcome: "over" as const,
      word: "Over",
      sentence: "p99 was above 200 ms in 3 of 24 hours.",
    };
    expect(textOf({ ...file, answer: unknown }).sentence).toMatch(
      /^p99 was above 200 ms in 3 of 24 hours\. The/,
    );
    expect(textOf({ ...after, answer: unknown }).sentence).toMatch(/^The peak was/);
  });

  it("without live traffic is what was imported, or not known", () => {
    const imported = { ...after, source: "typed" as const, summary: null };
    expect(textOf(imported).sentence).toContain("The peak was 1,700 req/s at 12:00.");
    expect(textOf(imported).sentence).toContain("35.3M requests, as drawn by hand.");
    expect(textOf({ phase: "after" }).sentence).toBe("Over. No traffic of this day is known.");
  });
});

describe("whether figures of a day can still change", () => {
  const after: PeakDayView = { ...day, phase: "after", now: iso(START + 30 * HOUR_MILLIS) };
  const { startsAt, endsAt } = day.peakDay;
  const frozen = { at: iso(START + 50 * HOUR_MILLIS), from: startsAt, to: endsAt, summary };
  const frozenAs = (change: object) => ({
    ...after,
    peakDay: { ...day.peakDay, frozen: { ...frozen, ...change } },
  });

  it("is said once it is over", () => {
    expect(frozenText(day)).toBeNull();
    expect(frozenText(after)).toBe("Late traffic counts until 29 Nov 2026, 01:00");
    expect(frozenText({ ...after, source: "file" })).toBeNull();
    expect(frozenText(frozenAs({}))).toBe("Frozen 29 Nov 2026, 02:00");
    expect(preparePage(frozenAs({})).problem).toBeNull();
  });

  it("is said if it has other times than what was frozen", () => {
    expect(preparePage(frozenAs({ from: iso(START - HOUR_MILLIS) })).problem).toContain(
      "The figures are still those from 26 Nov 2026, 23:00 to 28 Nov 2026, 00:00.",
    );
  });
});

it("the chart has the day's own clock, its gaps up to now only, and what is proven as a ceiling", () => {
  const { chart } = preparePage({ ...day, latest, capacity: proven, earlier: [last] });
  expect(chart).toMatchObject({ spanSeconds: 86_400, knownSeconds: 9 * HOUR_SECONDS - 2 });
  expect(chart.throughputTargets.map(({ kind }) => kind)).toEqual(["ceiling", undefined]);
  expect(chart.earlier[0]?.samples[0]).toEqual({ offsetSeconds: 9 * HOUR_SECONDS - 600, value: 600 });
  expect(chart.events).toMatchObject([{ atSeconds: 8 * HOUR_SECONDS, text: "doors open" }]);
});
