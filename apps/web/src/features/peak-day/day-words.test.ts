import { clockText } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { datesText, secondText } from "./day-words.ts";

/** The last Sunday of October in Berlin has 25 hours. */
const day = {
  startsAt: "2026-10-24T22:00:00Z",
  endsAt: "2026-10-25T23:00:00Z",
  timeZone: "Europe/Berlin",
};

describe("the times of a peak day", () => {
  it("are those of its zone, with the date on another day", () => {
    expect(datesText(day)).toBe("Sun 25 Oct 2026");
    expect(clockText("2026-10-25T12:00:00Z", day)).toBe("13:00");
    expect(clockText("2026-10-26T12:00:00Z", day)).toBe("26 Oct 2026, 13:00");
    expect(secondText("2026-10-25T12:00:05Z", day)).toBe("13:00:05");
  });

  it("say which they are in the hour that occurs twice", () => {
    const shown = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z"];
    expect(shown.map((at) => clockText(at, day))).toEqual(["02:30 CEST", "02:30 CET", "03:30"]);
  });
});
