import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { forecastSlope } from "./slope-forecast.ts";

/** Points of 10 s over a quarter of an hour, with noise of 2% that remembers `rho` of what it was. */
function noisy(chance: () => number, { slope, rho }: { slope: number; rho: number }) {
  const gauss = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  let noise = 0;
  const next = () => (noise = rho * noise + gauss() * 20 * Math.sqrt(1 - rho * rho));
  for (let at = 0; at < 50; at++) next();
  return Array.from(
    { length: 90 },
    (_, at) => [10 * (at + 1), 1_000 + slope * 10 * (at + 1) + next()] as const,
  );
}

function many(given: { slope: number; rho: number }, ceiling: number, looks = 400) {
  const chance = seededRandom(7);
  return Array.from({ length: looks }, () =>
    forecastSlope({ points: noisy(chance, given), now: 900, ceiling }),
  );
}

describe("a forecast of the moment at which a ceiling is reached", () => {
  // Measured over 2,000 looks each: 0.3, 0.6, 1.3 and 2.7% said something.
  it.each([0, 0.6, 0.8, 0.9])("is silent about traffic that doesn't rise, with noise of %f", (rho) => {
    const said = many({ slope: 0, rho }, 1_050).filter((one) => one !== null).length;
    expect(said / 400).toBeLessThanOrEqual(0.04);
  });

  // 18 requests/s more each minute, and 230 left: 12.8 minutes. Measured: 97.3, 95.3 and 92.4%.
  it.each([0, 0.6, 0.8])("has the truth in its interval, with noise of %f", (rho) => {
    const real = (1_500 - (1_000 + 0.3 * 900)) / 0.3 / 60;
    const said = many({ slope: 0.3, rho }, 1_500).flatMap((one) => one ?? []);
    const right = said.filter(
      ({ earliest, latest }) => earliest <= real && (latest === null || real <= latest),
    );
    expect(said.length).toBeGreaterThan(380);
    expect(right.length / said.length).toBeGreaterThan(0.89);
  });

  const straight = Array.from({ length: 90 }, (_, at) => [10 * (at + 1), 1_000 + 10 * (at + 1)] as const);
  const ask = (points: readonly (readonly [number, number])[], ceiling = 2_800) =>
    forecastSlope({ points, now: 900, ceiling });

  it("is where the line goes", () => {
    // A request/s more each second, and 900 left: 15 minutes.
    expect(ask(straight)?.minutes).toBeCloseTo(15, 1);
    expect(ask(straight)?.perMinute).toBeCloseTo(60, 6);
  });

  it("says nothing if traffic falls, is already there, or is more than an hour away", () => {
    expect(ask(straight.map(([second, rate]) => [second, 3_000 - rate] as const))).toBeNull();
    expect(ask(straight, 1_800)).toBeNull();
    expect(ask(straight, 10_000)).toBeNull();
  });

  it("says nothing if too little of the 15 minutes is known", () => {
    expect(ask(straight.slice(60))).toBeNull();
    expect(ask(straight.filter((_, at) => at % 6 === 0))).toBeNull();
    expect(ask([])).toBeNull();
    expect(ask(straight.filter((_, at) => at < 40 || at > 55))?.minutes).toBeCloseTo(15, 1);
  });

  it("isn't made from one step or one spike", () => {
    const flat = (change: (at: number) => number) =>
      straight.map(([second], at) => [second, 1_000 + (at % 2) * 10 + change(at)] as const);
    expect(ask(flat((at) => (at > 83 ? 600 : 0)))).toBeNull();
    expect(ask(flat((at) => (at === 80 ? 1_500 : 0)))).toBeNull();
  });
});
