import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateTicks } from "./date-ticks.ts";

const ticks = (from: string, to: string, zone = "UTC") =>
  dateTicks(Date.parse(from), Date.parse(to), zone, 7).map(({ label }) => label);

describe("dates on an axis", () => {
  it("are hours within a day", () =>
    expect(ticks("2025-11-05T03:10:00Z", "2025-11-05T08:00:00Z")).toEqual([
      "04:00",
      "05:00",
      "06:00",
      "07:00",
      "08:00",
    ]));
  it("are midnights of the viewer's zone", () => {
    const [first] = dateTicks(
      Date.parse("2025-11-01T00:00:00Z"),
      Date.parse("2025-11-06T00:00:00Z"),
      "America/New_York",
      7,
    );
    expect(new Date(first?.value ?? 0).toISOString()).toBe("2025-11-01T04:00:00.000Z");
    expect(first?.label).toBe("1 Nov");
  });
  it("are midnights after the clocks changed, too", () =>
    expect(ticks("2026-10-22T22:00:00Z", "2026-10-27T23:00:00Z", "Europe/Berlin")).toEqual([
      "23 Oct",
      "24 Oct",
      "25 Oct",
      "26 Oct",
      "27 Oct",
      "28 Oct",
    ]));
  it("are months, then years", () => {
    expect(ticks("2025-01-15T00:00:00Z", "2025-07-15T00:00:00Z")).toEqual([
      "Feb 2025",
      "Mar 2025",
      "Apr 2025",
      "May 2025",
      "Jun 2025",
      "Jul 2025",
    ]);
    expect(ticks("2020-02-01T00:00:00Z", "2025-07-15T00:00:00Z")).toEqual([
      "2021",
      "2022",
      "2023",
      "2024",
      "2025",
    ]);
  });
  it("are never too many, and always inside", () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.double({ min: 0.1, max: 8000, noNaN: true }),
        (d, n) => {
          const [from, to] = [d * day, (d + n) * day];
          const found = dateTicks(from, to, "Europe/Berlin", 7);
          expect(found.length).toBeLessThanOrEqual(9);
          expect(found.every(({ value }) => value >= from - 3_600_000 && value <= to)).toBe(true);
        },
      ),
    );
  });
});
