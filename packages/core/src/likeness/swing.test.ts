import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { swingOf } from "./swing.ts";

const chance = seededRandom(5);
const gauss = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
/** Arrivals of users who don't know of each other, at a rate for each second. */
const arrivals = (rate: (at: number) => number, seconds = 600) =>
  Array.from({ length: seconds }, (_, at) =>
    Math.max(0, Math.round(rate(at) + Math.sqrt(rate(at)) * gauss())),
  );

describe("how much arrivals swing", () => {
  it("is nothing for users who don't know of each other, at any rate", () => {
    for (const rate of [10, 100, 5_000]) {
      const swing = swingOf(
        arrivals(() => rate),
        "live",
      );
      expect(swing).toMatchObject({ known: true });
      expect(swing.known && swing.share).toBeLessThan(0.1);
    }
  });

  it("is the size of bursts, whatever slower changes there are", () => {
    const bursty = (at: number) => 200 * (1 + at / 600) * (1 + 0.3 * gauss());
    const swing = swingOf(arrivals(bursty), "live");
    expect(swing.known && Math.abs(swing.share - 0.3)).toBeLessThan(0.06);
    const rising = swingOf(
      arrivals((at) => 200 + at * 3),
      "live",
    );
    expect(rising.known && rising.share).toBeLessThan(0.05);
  });

  it("is nothing for a generator that sends at an exact pace", () => {
    expect(swingOf(Array<number>(600).fill(50), "test")).toEqual({ known: true, share: 0 });
  });

  it("isn't known where live traffic arrives in readings", () => {
    const atOnce = Array.from({ length: 600 }, (_, at) => (at % 15 === 0 ? 1_500 : 0));
    expect(swingOf(atOnce, "live")).toEqual({ known: false, why: "not-by-second" });
    const spread = Array.from({ length: 600 }, (_, at) => 100 + Math.floor(at / 15));
    expect(swingOf(spread, "live")).toEqual({ known: false, why: "not-by-second" });
  });

  it("isn't known of a few minutes, or of a few requests a second", () => {
    expect(
      swingOf(
        arrivals(() => 100, 200),
        "live",
      ),
    ).toEqual({ known: false, why: "too-few" });
    expect(
      swingOf(
        arrivals(() => 2),
        "live",
      ),
    ).toEqual({ known: false, why: "too-few" });
    expect(swingOf([], "test")).toEqual({ known: false, why: "too-few" });
  });
});
