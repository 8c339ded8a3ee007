import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { fitUsl, throughputAt } from "./fit-usl.ts";
import type { Law, LoadObservation } from "./fit-usl.ts";
import { PERCONA_CISCO, SPEC_SDM91 } from "./published-scalability.ts";
import type { PublishedScalability } from "./published-scalability.ts";

function fitOf(observations: readonly LoadObservation[]) {
  const result = fitUsl(observations, seededRandom(1));
  if ("problem" in result) throw new Error(result.problem);
  return result;
}

function problemOf(observations: readonly LoadObservation[]) {
  const result = fitUsl(observations, seededRandom(1));
  return "problem" in result ? result.problem : null;
}

const published = ({ points }: PublishedScalability) =>
  points.map(([load, throughput]) => ({ load, throughput }));

/** Measured at these loads, with a scatter of two percent. */
function measured(law: Law, loads: readonly number[], scatter = 0.02): LoadObservation[] {
  const random = seededRandom(5);
  return loads.map((load) => ({
    load,
    throughput: throughputAt(law, load) * (1 + scatter * (2 * random() - 1)),
  }));
}

const LOADS = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128];

describe("the Universal Scalability Law", () => {
  it.each([
    { of: "SPEC SDM91", data: SPEC_SDM91 },
    { of: "Percona's MySQL on Cisco", data: PERCONA_CISCO },
  ])("has the published coefficients of $of, within 1%", ({ data }) => {
    const { fit } = fitOf(published(data));
    for (const name of ["lambda", "sigma", "kappa"] as const) {
      expect(Math.abs(fit[name].value / data[name] - 1), name).toBeLessThan(0.01);
      expect(fit[name].low).toBeLessThanOrEqual(data[name]);
      expect(fit[name].high).toBeGreaterThanOrEqual(data[name]);
    }
  });

  it("knows the peak of retrograde throughput", () => {
    const { fit } = fitOf(published(SPEC_SDM91));
    expect(fit.peak).toMatchObject({ measured: true });
    expect(fit.peak?.load.value).toBeCloseTo(Math.sqrt((1 - 0.0277285) / 0.0001044), -1);
    expect(fit.proportional).toBe(false);
  });

  it("finds no contention where there is none, and no peak", () => {
    const { fit, predict } = fitOf(measured({ lambda: 20, sigma: 0, kappa: 0 }, LOADS, 0.005));
    expect(fit).toMatchObject({ proportional: true, peak: null, sigma: { low: 0 }, kappa: { low: 0 } });
    expect(fit.lambda.value).toBeCloseTo(20, 0);
    const far = predict(180);
    expect("value" in far && far.value / 3_600).toBeCloseTo(1, 1);
  });

  it("says no peak that only noise put there", () => {
    const { fit } = fitOf(measured({ lambda: 20, sigma: 0.02, kappa: 0 }, LOADS));
    expect(fit.peak).toBeNull();
    expect(fit.sigma.low).toBeGreaterThan(0);
  });

  it("counts values by their weights, whatever all of these are multiplied by", () => {
    const law = { lambda: 20, sigma: 0.02, kappa: 1e-4 };
    const all = measured(law, LOADS);
    const odd = { load: 100, throughput: 200 };
    const { fit } = fitOf([...all, odd]);
    const light = fitOf([...all, { ...odd, weight: 1e-6 }]).fit;
    expect(light.kappa.value).toBeCloseTo(fitOf(all).fit.kappa.value, 6);
    expect(light.kappa.value).not.toBeCloseTo(fit.kappa.value, 6);
    for (const weight of [1e-3, 0.1, 0.3, 30]) {
      const weighted = fitOf([...all, odd].map((one) => ({ ...one, weight }))).fit;
      for (const name of ["lambda", "sigma", "kappa"] as const)
        expect(Math.abs(weighted[name].value / fit[name].value - 1), `${name} ${weight}`).toBeLessThan(1e-3);
    }
  });

  it.each([1, 0.1, 0.003])("holds nine of ten true coefficients of ramps whose values weigh %f", (weight) => {
    const law = { lambda: 20, sigma: 0.02, kappa: 1e-4 };
    const loads = Array.from({ length: 60 }, (_, at) => 4 * (at + 1));
    const held = { lambda: 0, sigma: 0, kappa: 0 };
    const random = seededRandom(7);
    for (let draw = 0; draw < 40; draw++) {
      const noisy = loads.map((load) => ({
        load,
        throughput: throughputAt(law, load) * (1 + 0.05 * (random() + random() + random() - 1.5)),
        weight,
      }));
      const { fit } = fitOf(noisy);
      for (const name of ["lambda", "sigma", "kappa"] as const)
        if (fit[name].low <= law[name] && law[name] <= fit[name].high) held[name]++;
      expect(fit.lambda.high).toBeGreaterThan(fit.lambda.low);
    }
    expect(Math.min(...Object.values(held))).toBeGreaterThanOrEqual(34);
  });

  it("refuses to go beyond one and a half times what was measured", () => {
    const { fit, predict } = fitOf(measured({ lambda: 20, sigma: 0.02, kappa: 1e-4 }, LOADS));
    expect(fit.limit).toBe(192);
    expect(predict(192)).toHaveProperty("value");
    expect(predict(193)).toEqual({
      refused: "Measured up to 128 users. Beyond 192, 1.5 times that, the law is a guess.",
    });
  });

  it("refuses to go beyond what was measured where the law doesn't fit", () => {
    const broken = LOADS.map((load) => ({ load, throughput: load < 60 ? 20 * load : 100 }));
    const { fit, predict } = fitOf(broken);
    expect(fit.peak).toBeNull();
    expect(fit.doubt).toMatch(/doesn't follow/);
    expect(predict(150)).toHaveProperty("refused");
    expect(predict(64)).toHaveProperty("value");
  });

  it("needs enough different loads, far enough apart", () => {
    const at = (loads: readonly number[]) => measured({ lambda: 20, sigma: 0.02, kappa: 1e-4 }, loads);
    expect(problemOf(at([10, 20, 40]))).toMatch(/Only 3 loads were measured/);
    expect(problemOf(at([10, 10, 10.1, 20, 20, 20, 40]))).toMatch(/Only 3 loads/);
    expect(problemOf(at([100, 110, 120, 130, 140, 150, 160]))).toMatch(/less than 3 times/);
    expect(problemOf([])).toMatch(/Only 0 loads/);
  });

  it("holds the true coefficients in its intervals about as often as it says", () => {
    const law = { lambda: 20, sigma: 0.03, kappa: 2e-4 };
    const random = seededRandom(11);
    let held = 0;
    for (let times = 0; times < 40; times++) {
      const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const drawn = LOADS.map((load) => ({ load, throughput: throughputAt(law, load) + 6 * normal() }));
      const { sigma } = fitOf(drawn).fit;
      if (sigma.low <= law.sigma && law.sigma <= sigma.high) held++;
    }
    expect(held).toBeGreaterThanOrEqual(30);
  });
});
