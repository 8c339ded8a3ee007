import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatBoundRange,
  formatChange,
  formatClock,
  formatCount,
  formatFigure,
  formatFixed,
  formatLength,
  formatMillis,
  formatPercent,
  formatRange,
  formatRoughPercent,
  formatShort,
  formatSigned,
  formatTimes,
  formatTimesOf,
  joinUnit,
  numberShown,
} from "./index.ts";

describe("numbers", () => {
  it.each([
    [1.4992, 1.5, "1.49x"],
    [1.494, 1.5, "1.49x"],
    [1.5, 1.5, "1.50x"],
    [1.5008, 1.5, "1.50x"],
    [19.97, 20, "19.9x"],
  ])("%f times of a required %f", (ratio, required, text) =>
    expect(formatTimesOf(ratio, required)).toBe(text),
  );

  it.each([
    [120_835, "120,835"],
    [40_268.6, "40,269"],
    [-9731, "\u22129,731"],
    [-0.2, "0"],
  ])("count %d", (value, text) => expect(formatCount(value)).toBe(text));

  it.each([
    [0, "0"],
    [0.0421, "0.042"],
    [1.46, "1.46"],
    [9.999, "10.0"],
    [80.52, "80.5"],
    [99.97, "100"],
    [17_200.4, "17,200"],
    [-5.125, "\u22125.13"],
  ])("figure %d shows detail only where it decides", (value, text) => expect(formatFigure(value)).toBe(text));

  it.each([
    [0, "0%"],
    [0.000001, "< 0.001%"],
    [0.00012, "0.012%"],
    [0.0123, "1.23%"],
    [0.805, "80.5%"],
    [1, "100.0%"],
  ])("share %d", (value, text) => expect(formatPercent(value)).toBe(text));

  it.each([
    [1_234.4, 1_234],
    [-9_731, -9_731],
    [999.6, 1_000],
    [0.0421, 0.042],
  ])("figure %d reads as a number", (value, number) => expect(numberShown(formatFigure(value))).toBe(number));

  it("has a sign, but not on zero", () => {
    expect(formatChange(1.874)).toBe("+187%");
    expect(formatChange(-0.829)).toBe("\u221282.9%");
    expect(formatChange(0.0001)).toBe("0.0%");
    expect(formatSigned(40, (value) => formatFixed(value, 0))).toBe("+40");
  });

  it("shortens on axes", () => {
    expect([0, 500, 20_000, 1_250_000, 3e9].map(formatShort)).toEqual(["0", "500", "20k", "1.3M", "3B"]);
  });

  it("writes ratios with three digits", () => {
    expect([2.874, 9.996, 17.2, 120.4].map(formatTimes)).toEqual(["2.87x", "10.0x", "17.2x", "120x"]);
  });

  it("writes an estimate with two digits", () => {
    expect([0.04, 0.0994, 0.0996, 1.2].map(formatRoughPercent)).toEqual(["4.0%", "9.9%", "10%", "120%"]);
  });

  it("rounds changes at the borders of their digits without a minus before nothing", () => {
    expect([0.9995, -0.00001, -0.9996].map(formatChange)).toEqual(["+100%", "0.0%", "−100%"]);
  });

  it("puts a space before a unit, but not before a percent sign or a rate", () => {
    expect(joinUnit("200", "ms")).toBe("200 ms");
    expect(joinUnit("0.1", "%")).toBe("0.1%");
    expect(joinUnit("110", "% of baseline")).toBe("110% of baseline");
    expect(joinUnit("50000", "/s")).toBe("50000/s");
    expect(joinUnit("4", "")).toBe("4");
    expect(formatRange("111.4", "114.6")).toBe("111.4–114.6");
    expect(formatRange("51", "51")).toBe("51");
    expect(formatRange("\u221220.1", "\u221219.8")).toBe("\u221220.1 to \u221219.8");
    expect(formatRange("\u22121", "2")).toBe("\u22121 to 2");
  });
});

describe("latency", () => {
  it.each([
    [0, "0"],
    [0.05, "0.050"],
    [0.62, "0.62"],
    [9.996, "10"],
    [240.4, "240"],
    [1402, "1,402"],
  ])("%d ms", (value, text) => expect(formatMillis(value)).toBe(text));

  it("shows what the bound leaves open", () => {
    expect(formatBoundRange(240, 0.005)).toBe("238.8–241.2");
    expect(formatBoundRange(1.46, 0.005)).toBe("1.453–1.467");
  });
});

describe("durations", () => {
  it("clocks", () =>
    expect([0, 130, 3605, -60].map(formatClock)).toEqual(["0:00", "2:10", "1:00:05", "\u22121:00"]));
  it.each([
    [0, "0 s"],
    [8.44, "8.4 s"],
    [59.94, "59.9 s"],
    [59.97, "1m"],
    [550, "9m 10s"],
    [900, "15m"],
    [3605, "1h 5s"],
    [4320, "1h 12m"],
    [97_445, "27h 4m 5s"],
  ])("%d seconds take %s", (seconds, text) => expect(formatLength(seconds)).toBe(text));
  it("ages", () => {
    const now = new Date("2025-11-13T12:00:00Z");
    const age = (iso: string) => formatAge(new Date(iso), now);
    expect(age("2025-11-13T11:59:50Z")).toBe("just now");
    expect(age("2025-11-13T11:20:00Z")).toBe("40m ago");
    expect(age("2025-11-05T03:10:00Z")).toBe("8d ago");
    expect(age("2024-11-14T12:00:00Z")).toBe("364d ago");
    expect(age("2024-11-13T12:00:00Z")).toBe("1y ago");
    expect(age("2022-11-01T00:00:00Z")).toBe("3y ago");
  });
});
