import { describe, expect, it } from "vitest";
import { TimeZone } from "./time-zone.ts";
import { daysBefore } from "./days-before.ts";

const second = (iso: string) => Date.parse(iso) / 1_000;

describe("the same time some days before", () => {
  const berlin = new TimeZone("Europe/Berlin");

  it("is 168 hours earlier as long as the clocks don't change", () => {
    expect(daysBefore(berlin, second("2026-11-27T08:00:00Z"), 14)).toBe(second("2026-11-13T08:00:00Z"));
  });

  it("has the same time on the clocks after they went back", () => {
    // 09:00 in Berlin on both Sundays.
    expect(daysBefore(berlin, second("2026-11-01T08:00:00Z"), 7)).toBe(second("2026-10-25T08:00:00Z"));
    expect(daysBefore(berlin, second("2026-11-01T08:00:00Z"), 14)).toBe(second("2026-10-18T07:00:00Z"));
  });

  it("doesn't exist where the clocks skipped it", () => {
    expect(daysBefore(berlin, second("2026-04-05T00:30:00Z"), 7)).toBeNull();
  });
});
