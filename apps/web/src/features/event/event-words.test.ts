import { describe, expect, it } from "vitest";
import { readMoment } from "./event-words.ts";

const event = { at: "2026-11-27T13:00:42.000Z", timeZone: "America/New_York" };

describe("the time of an event", () => {
  it("keeps its seconds while nobody changes it", () => {
    expect(readMoment("2026-11-27T08:00", event)).toEqual({ at: event.at });
  });

  it("is read in the zone of the peak day", () => {
    expect(readMoment("2026-11-27T08:05", event)).toEqual({ at: "2026-11-27T13:05:00.000Z" });
  });

  it("has to be one that exists", () => {
    expect(readMoment("", event)).toEqual({ problem: "Enter a date and time." });
    expect(readMoment("2026-03-08T02:30", event)).toEqual({ problem: "The clocks skip this time." });
  });
});
