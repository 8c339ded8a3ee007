import { describe, expect, it } from "vitest";
import { heldLoads } from "../capacity/ramp/held-loads.ts";
import { levelsOfRamp, MIN_STEPS, readRamp } from "../capacity/ramp/ramp.ts";
import { sayFindings } from "../judgement/words.ts";
import { judgePair } from "../judgement/judge.ts";
import { JUDGING_POLICY } from "../judgement/judgement.ts";
import { normalQuantile } from "../chance/special-functions.ts";
import { seededRandom } from "../random.ts";
import { parseTarget } from "../targets/target.ts";
import { firstDataSet, rampOf, secondDataSet, toThousand } from "../testing/ramps.ts";
import type { Ramp, Service } from "../testing/ramps.ts";
import { compareRamps } from "./compared-ramps.ts";
import type { ComparedRamp } from "./compared-ramps.ts";
import { rampWords } from "./ramp-sentences.ts";

const LIMIT = "p95 <= 1 s";

function ramp(service: Service, { targets = [LIMIT], ...how }: Partial<Ramp> & { targets?: string[] } = {}) {
  const points = rampOf({ service, load: toThousand, ...how });
  const levels = levelsOfRamp({ points, of: "users", outages: [], absent: [] }, MIN_STEPS);
  if ("problem" in levels) throw new Error(levels.problem);
  const { knee, breaking, most, curve } = readRamp(levels, { absent: [], random: seededRandom(1) });
  const held = heldLoads(levels, {
    targets: targets.map((text) => {
      const parsed = parseTarget(text);
      if (!parsed.ok) throw new Error(parsed.error.message);
      return parsed.target;
    }),
    absent: [],
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    confidence: 0.9,
  });
  return {
    of: levels.of,
    to: curve.at(-1)?.load ?? 0,
    knee,
    breaking,
    most,
    held: [...held].map(([target, load]) => ({ target, held: load })),
  } satisfies ComparedRamp;
}

const judged = (before: ComparedRamp, after: ComparedRamp) =>
  judgePair({ differences: [], ramps: { before, after }, statistics: null, labels: [] }, JUDGING_POLICY);
const outcome = (before: ComparedRamp, after: ComparedRamp) => judged(before, after).outcome;

const stairs = (most: number, steps: number) => (share: number) =>
  (most / steps) * Math.min(steps, Math.floor(share * steps) + 1);

describe("two ramps", () => {
  const [first, second] = [ramp(firstDataSet), ramp(secondDataSet)];

  it("differ in how many users they hold, for certain where the ranges are far apart", () => {
    const [held, knee] = compareRamps({ before: first, after: second }, 0.2);
    expect(held).toMatchObject({ verdict: "regressed", figure: { of: "held", target: LIMIT } });
    expect(held?.before).toBeGreaterThan(560);
    expect(held?.before).toBeLessThan(640);
    expect(held?.after).toBeGreaterThan(440);
    expect(held?.after).toBeLessThan(510);
    expect(held?.interval?.high).toBeLessThan(1);
    // One bends in latency, or where it breaks, and the other in throughput.
    expect(knee === undefined || knee.verdict === "regressed").toBe(true);
    expect(held && rampWords(held.figure, ["Set 1", "set 2"])).toMatch(
      /^p95 <= 1 s: Set 1 holds [56]\d\d users, set 2 holds 4\d\d\.$/,
    );
    expect(outcome(first, second)).toBe("regressed");
    expect(outcome(second, first)).toBe("improved");
  });

  it("say it in the judgement, and nothing of the percentiles of all their loads", () => {
    const findings = sayFindings(judged(first, second).findings, []);
    expect(findings[0]).toMatchObject({ kind: "ramp", effect: "fail", about: LIMIT, unit: "users" });
    expect(findings[0]?.words).toMatch(
      /^Held to [56]\d\d users \((broke at \d+|beyond that, throughput falls)\) before, to 4\d\d users \(.*\) now\.$/,
    );
    expect(findings.filter(({ metric }) => metric === "p99")).toEqual([]);
  });

  it("of the same service show no change, whatever their noise", () => {
    for (const service of [firstDataSet, secondDataSet])
      for (let seed = 11; seed < 13; seed++)
        expect(["no-change", "unsure"]).toContain(outcome(ramp(service), ramp(service, { seed })));
  });

  it("of a service that is 3% faster or slower from run to run show no change, either", () => {
    const random = seededRandom(5);
    const normal = () => normalQuantile(0.0005 + 0.999 * random());
    const again = (service: Service, seed: number) => {
      const faster = 1 + 0.03 * normal();
      return ramp((users) => service(users * faster), { seed, scatter: 0.1 });
    };
    for (const service of [firstDataSet, secondDataSet])
      for (let seed = 100; seed < 108; seed += 2)
        expect(["no-change", "unsure"]).toContain(outcome(again(service, seed), again(service, seed + 1)));
  });

  it("without a target are compared by their knees", () => {
    const knees = [ramp(secondDataSet, { targets: [] }), ramp(bending(600), { targets: [] })] as const;
    expect(outcome(...knees)).toBe("improved");
    const [finding] = sayFindings(judged(...knees).findings, []);
    expect(finding).toMatchObject({ kind: "ramp", code: "improved", about: "knee" });
    expect(finding?.words).toMatch(
      /^4\d\d users \(\d+–\d+\) before, 6\d\d users \(\d+–\d+\) now\.$|^4\d\d users.*, 59\d users/,
    );
    const flat: Service = (users) => ({ rate: users / 15, millis: 200 });
    const none = ramp(flat, { targets: [] });
    expect(outcome(none, none)).toBe("unsure");
  });

  it("that both hold as far as they went show no change if that was as far", () => {
    const flat: Service = (users) => ({ rate: users / 15, millis: 200 });
    expect(outcome(ramp(flat), ramp(flat, { seed: 3 }))).toBe("no-change");
    const half = (share: number) => Math.max(1, Math.round(500 * share));
    expect(outcome(ramp(flat), ramp(flat, { load: half }))).toBe("unsure");
    // One broke at 480, and the other was never asked for as much.
    const less = (share: number) => Math.max(1, Math.round(400 * share));
    expect(outcome(ramp(secondDataSet), ramp(flat, { load: less }))).toBe("unsure");
    expect(outcome(ramp(secondDataSet), ramp(flat))).toBe("improved");
  });

  it("aren't told apart by an outage that one of them recovered from", () => {
    const failing: Service = (users) => ({
      ...secondDataSet(users),
      failed: users > 290 && users < 310 ? 0.9 : 0,
    });
    const errors = { targets: ["error rate <= 1%"] };
    expect(outcome(ramp(secondDataSet, errors), ramp(failing, errors))).toBe("unsure");
  });
});

describe("two stairs", () => {
  it("are compared step by step", () => {
    const load = stairs(1_000, 10);
    const [first, second] = [ramp(firstDataSet, { load }), ramp(secondDataSet, { load })];
    expect(first.held[0]?.held).toMatchObject({ heldTo: 600, missedAt: 700 });
    expect(second.held[0]?.held).toMatchObject({ heldTo: 400, missedAt: 500 });
    expect(outcome(first, second)).toBe("regressed");
  });

  it("of so few steps that they have no knee, too, where more than a step is between them", () => {
    const load = stairs(1_000, 4);
    const slow: Service = (users) => ({ rate: users / 15, millis: users > 300 ? 5_000 : 100 });
    expect(ramp(slow, { load })).toMatchObject({
      knee: null,
      held: [{ held: { heldTo: 250, missedAt: 500 } }],
    });
    const fast: Service = (users) => ({ rate: users / 15, millis: users > 800 ? 5_000 : 100 });
    expect(outcome(ramp(slow, { load }), ramp(fast, { load }))).toBe("improved");
    const better: Service = (users) => ({ rate: users / 15, millis: users > 600 ? 5_000 : 100 });
    expect(outcome(ramp(slow, { load }), ramp(better, { load }))).toBe("unsure");
  });
});

function bending(knee: number): Service {
  return (users) => {
    const millis = Math.max(250, (users / (knee / 14.25) - 14) * 1_000);
    return { rate: users / (14 + millis / 1_000), millis };
  };
}
