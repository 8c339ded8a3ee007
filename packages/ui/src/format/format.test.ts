import { describe, expect, it } from "vitest";
import { formatAge, formatClock, formatLength, formatStep } from "./duration.ts";
import { formatInstant, formatSpan, knownTimeZone } from "./instant.ts";
import { formatBoundRange, formatMillis } from "./latency.ts";
import {
  formatChange,
  formatCount,
  formatFigure,
  formatFixed,
  formatPercent,
  formatShort,
  formatSigned,
  formatTimes,
} from "./number.ts";

describe("numbers", () => {
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
    [0, "0 %"],
    [0.000001, "< 0.001 %"],
    [0.00012, "0.012 %"],
    [0.0123, "1.23 %"],
    [0.805, "80.5 %"],
    [1, "100.0 %"],
  ])("share %d", (value, text) => expect(formatPercent(value)).toBe(text));

  it("carries a true sign, and none on a zero", () => {
    expect(formatChange(1.874)).toBe("+187 %");
    expect(formatChange(-0.829)).toBe("\u221282.9 %");
    expect(formatChange(0.0001)).toBe("0.0 %");
    expect(formatSigned(40, (value) => formatFixed(value, 0))).toBe("+40");
  });

  it("shortens on axes", () => {
    expect([0, 500, 20_000, 1_250_000, 3e9].map(formatShort)).toEqual(["0", "500", "20 k", "1.3 M", "3 G"]);
  });

  it("says times as people do", () => {
    expect([2.874, 9.996, 17.2].map(formatTimes)).toEqual(["\u00d72.87", "\u00d710.0", "\u00d717.2"]);
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
    expect(formatBoundRange(240, 0.005)).toBe("238.8 to 241.2");
    expect(formatBoundRange(1.46, 0.005)).toBe("1.453 to 1.467");
  });
});

describe("durations", () => {
  it("clocks", () =>
    expect([0, 130, 3605, -60].map(formatClock)).toEqual(["0:00", "2:10", "1:00:05", "\u22121:00"]));
  it("lengths carry a unit", () =>
    expect([8.44, 900, 3605].map(formatLength)).toEqual(["8.4 s", "15:00 min", "1:00:05 h"]));
  it("steps", () => expect([1, 30, 120, 3600].map(formatStep)).toEqual(["1 s", "30 s", "2 min", "1 h"]));
  it("ages", () => {
    const now = new Date("2025-11-13T12:00:00Z");
    const age = (iso: string) => formatAge(new Date(iso), now);
    expect(age("2025-11-13T11:59:50Z")).toBe("just now");
    expect(age("2025-11-13T11:20:00Z")).toBe("40 min ago");
    expect(age("2025-11-05T03:10:00Z")).toBe("8 d ago");
  });
});

describe("instants", () => {
  const from = new Date("2025-11-05T03:10:00Z");

  it("are shown in the viewer's zone", () => {
    expect(formatInstant(from, "UTC")).toBe("5 Nov 2025, 03:10");
    expect(formatInstant(from, "America/New_York")).toBe("4 Nov 2025, 22:10");
  });
  it("name the second day only where there is one", () => {
    expect(formatSpan(from, new Date("2025-11-05T03:25:00Z"), "UTC")).toBe("5 Nov 2025, 03:10 to 03:25");
    expect(formatSpan(from, new Date("2025-11-06T01:00:00Z"), "UTC")).toBe(
      "5 Nov 2025, 03:10 to 6 Nov 2025, 01:00",
    );
    expect(formatSpan(from, new Date("2025-11-05T03:10:20Z"), "UTC")).toBe("5 Nov 2025, 03:10");
  });
  it("fall back to UTC for a zone that nobody knows", () => {
    expect(knownTimeZone("Mars/Olympus")).toBe("UTC");
    expect(knownTimeZone("<script>")).toBe("UTC");
    expect(knownTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
  });
});
