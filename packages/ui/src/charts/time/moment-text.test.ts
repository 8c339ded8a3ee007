import { describe, expect, it } from "vitest";
import { momentText, momentTicks } from "./moment-text.ts";

const clock = { originMillis: Date.parse("2026-11-23T07:47:10Z"), timeZone: "Asia/Kolkata" };

describe("moments of a chart", () => {
  it("count from the start of a run without a clock", () => {
    const model = { time: [0, 600], pointSeconds: 10 } as const;
    expect(momentText(model)(130)).toBe("2:10");
    expect(momentTicks(model, 4).map(({ label }) => label)).toEqual(["0:00", "3:00", "6:00", "9:00"]);
  });

  it("are times of day in a zone, as precise as the points", () => {
    expect(momentText({ clock, time: [0, 900], pointSeconds: 5 })(10)).toBe("13:17:20");
    expect(momentText({ clock, time: [0, 86_400], pointSeconds: 600 })(10)).toBe("23 Nov, 13:17");
  });

  it("have ticks at round times of that zone, and dates at its midnights", () => {
    const labels = (seconds: number) =>
      momentTicks({ clock, time: [0, seconds], pointSeconds: 60 }, 5).map(({ label }) => label);
    expect(labels(900)).toEqual(["13:18", "13:21", "13:24", "13:27", "13:30"]);
    expect(labels(86_400)).toEqual(["18:00", "24 Nov", "06:00", "12:00"]);
    const [first] = momentTicks({ clock, time: [0, 900], pointSeconds: 60 }, 5);
    expect(first?.value).toBe(50);
  });

  it("stay round on a day on which the clocks change, and say which of two equal times they are", () => {
    const autumn = { originMillis: Date.parse("2026-10-24T22:00:00Z"), timeZone: "Europe/Berlin" };
    const model = { clock: autumn, time: [0, 25 * 3_600], pointSeconds: 600 } as const;
    const labels = momentTicks(model, 5).map(({ label }) => label);
    expect(labels).toEqual(["25 Oct", "06:00", "12:00", "18:00", "26 Oct"]);
    const say = momentText(model);
    expect([say(2.5 * 3_600), say(3.5 * 3_600)]).toEqual(["25 Oct, 02:30 CEST", "25 Oct, 02:30 CET"]);
    const spring = { originMillis: Date.parse("2027-03-27T23:00:00Z"), timeZone: "Europe/Berlin" };
    expect(
      momentTicks({ ...model, clock: spring, time: [0, 23 * 3_600] }, 5).map(({ label }) => label),
    ).toEqual(["28 Mar", "06:00", "12:00", "18:00", "29 Mar"]);
  });
});
