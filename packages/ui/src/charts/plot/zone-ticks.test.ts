import { HOUR_SECONDS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { zoneTicks } from "./zone-ticks.ts";

const BERLIN = "Europe/Berlin";
const ticks = (from: string, to: string, step: number, zone = BERLIN) =>
  zoneTicks([Date.parse(from), Date.parse(to)], step, zone).map(({ at }) =>
    new Date(at).toISOString().slice(0, 16),
  );

describe("round moments of a zone", () => {
  it("stay round after the clocks went back", () =>
    // 00:00, 06:00, 12:00, 18:00, 24:00 of a day of 25 hours.
    expect(ticks("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 6 * HOUR_SECONDS)).toEqual([
      "2026-10-24T22:00",
      "2026-10-25T05:00",
      "2026-10-25T11:00",
      "2026-10-25T17:00",
      "2026-10-25T23:00",
    ]));

  it("stay round after they went forward", () =>
    // Of a day of 23 hours.
    expect(ticks("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 6 * HOUR_SECONDS)).toEqual([
      "2026-03-28T23:00",
      "2026-03-29T04:00",
      "2026-03-29T10:00",
      "2026-03-29T16:00",
      "2026-03-29T22:00",
    ]));

  it("occur twice in an hour that does, and not in one that is skipped", () => {
    expect(ticks("2026-10-24T23:30:00Z", "2026-10-25T02:00:00Z", HOUR_SECONDS / 2)).toEqual([
      "2026-10-24T23:30",
      "2026-10-25T00:00",
      "2026-10-25T00:30",
      "2026-10-25T01:00",
      "2026-10-25T01:30",
      "2026-10-25T02:00",
    ]);
    expect(ticks("2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z", HOUR_SECONDS)).toEqual([
      "2026-03-29T00:00",
      "2026-03-29T01:00",
      "2026-03-29T02:00",
    ]);
  });

  it("have a midnight where the clocks skip it", () => {
    const [midnight] = zoneTicks(
      [Date.parse("2026-09-06T03:00:00Z"), Date.parse("2026-09-06T05:00:00Z")],
      24 * HOUR_SECONDS,
      "America/Santiago",
    );
    expect(midnight).toEqual({ at: Date.parse("2026-09-06T04:00:00Z"), isMidnight: true });
  });
});
