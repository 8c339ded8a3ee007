import { describe, expect, it } from "vitest";
import { normalQuantile } from "../chance/special-functions.ts";
import { seededRandom } from "../random.ts";
import type { JudgedTarget } from "./evidence.ts";
import { doubtAtLook, MOST_POOLED, poolTargets } from "./pool.ts";
import type { PooledRun } from "./pool.ts";
import { reasonWords } from "./reason.ts";

const CONFIDENCE = 0.9;
const window = { from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:05:00.000Z", kind: "steady" } as const;

/** A target of 200 ms and what a run showed, with so large a standard deviation. */
function target(value: number, sd = 5, said: Partial<JudgedTarget> = {}): JudgedTarget {
  const reach = normalQuantile(CONFIDENCE) * sd;
  const verdict = value + reach <= 200 ? "met" : value - reach > 200 ? "missed" : "unsure";
  return {
    text: "p99 <= 200 ms",
    label: null,
    verdict,
    value,
    unit: "ms",
    threshold: 200,
    interval: { low: value - reach, high: value + reach },
    window,
    confidence: CONFIDENCE,
    doubt: verdict === "unsure" ? { code: "chance", requests: null, seconds: null } : null,
    reasons: [],
    ...said,
  };
}

const run = (number: number, ...targets: JudgedTarget[]): PooledRun => ({
  id: `run ${number}`,
  number,
  targets,
});
const pooled = (runs: readonly PooledRun[], share = doubtAtLook(runs.length), isPlanned = false) => {
  const [first] = poolTargets(runs, { runId: runs.at(-1)?.id ?? "", share, isPlanned });
  if (first === undefined) throw new Error("it has no target");
  return first;
};

describe("several runs of one commit", () => {
  it("settle together what none of them does alone, and say which runs they are", () => {
    const runs = [194, 193.8, 194, 194, 193.8].map((value, at) => run(at + 1, target(value)));
    expect(runs.every(({ targets }) => targets[0]?.verdict === "unsure")).toBe(true);
    expect(pooled(runs.slice(0, 2)).verdict).toBe("unsure");
    const together = pooled(runs);
    expect(together).toMatchObject({ verdict: "met", value: expect.closeTo(193.92, 6) });
    expect(together.runs?.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(reasonWords(together.reasons)).toBe(
      "p99 is 194 ms, 6 ms below the target of 200 ms. This is the average of 5 runs of the same commit, and enough to settle it, as a commit that is run repeatedly takes more to settle.",
    );
  });

  it("take more each time: what one run shows alone, it no longer does at a later look", () => {
    const once = target(192.5);
    expect(pooled([run(1, once)], 1).verdict).toBe("met");
    expect(pooled([run(1, once)], doubtAtLook(3)).verdict).toBe("unsure");
    expect([1, 2, 3].map(doubtAtLook)).toEqual([1, 1 / 4, 1 / 9]);
  });

  it("count how much they differ from each other, if that is more than the noise within them", () => {
    const far = [150, 196, 150, 230].map((value, at) =>
      run(
        at + 1,
        target(value, 1, { verdict: "unsure", doubt: { code: "chance", requests: null, seconds: null } }),
      ),
    );
    expect(pooled(far).verdict).toBe("unsure");
    const near = [181, 182, 181, 182].map((value, at) => run(at + 1, target(value, 1)));
    expect(pooled(near).verdict).toBe("met");
  });

  it("weigh as much as they are long", () => {
    const long = { ...window, to: "2026-11-21T12:45:00.000Z" };
    expect(pooled([run(1, target(180)), run(2, target(200, 5, { window: long }))]).value).toBeCloseTo(198, 6);
  });

  it("don't take back what the last one misses, or can't show for another reason", () => {
    const runs = [run(1, target(180)), run(2, target(180))];
    expect(pooled([...runs, run(3, target(220))])).toMatchObject({ verdict: "missed", value: 220 });
    const idle = target(180, 5, {
      verdict: "unsure",
      doubt: { code: "load", requests: null, seconds: null },
    });
    expect(pooled([...runs, run(3, idle)])).toMatchObject({ verdict: "unsure", doubt: { code: "load" } });
    expect(pooled([run(1, idle), run(2, target(180))]).runs).toEqual([{ id: "run 2", number: 2 }]);
  });

  it("each have to show what can't be pooled: a target relative to a baseline, or one as measured", () => {
    for (const text of ["p99 <= baseline + 10%", "p99 <= 200 ms as measured"]) {
      const [open, met] = [target(199, 5, { text }), target(180, 5, { text })];
      expect(pooled([run(1, open), run(2, met)])).toMatchObject({
        verdict: "unsure",
        runs: [{ id: "run 1", number: 1 }],
      });
      expect(pooled([run(1, met), run(2, met)]).verdict).toBe("met");
    }
  });

  it("all count alike if they were planned: without more to settle, and without a veto of one", () => {
    const runs = [194, 194, 196].map((value, at) => run(at + 1, target(value)));
    expect(pooled(runs).verdict).toBe("unsure");
    expect(pooled(runs, 1, true)).toMatchObject({ verdict: "met", confidence: 0.9 });
    const oneSlow = [run(1, target(185)), run(2, target(186)), run(3, target(207))];
    expect(pooled(oneSlow, 1, true).verdict).toBe("unsure");
    expect(pooled(oneSlow, 1, false).verdict).toBe("missed");
  });

  it("say how much longer it takes", () => {
    const { doubt } = pooled([run(1, target(196)), run(2, target(196))]);
    expect(doubt).toMatchObject({ code: "chance", seconds: expect.any(Number) });
    expect(pooled([run(1, target(200)), run(2, target(200))]).doubt?.code).toBe("too-close");
  });
});

/** Of so many services, how many ever pass if they are repeated until they do, and how many miss first. */
function repeated(truth: number, looks: number, services = 4_000): { met: number; missed: number } {
  const random = seededRandom(2022);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const ends = { met: 0, missed: 0 };
  for (let service = 0; service < services; service++) {
    const runs: PooledRun[] = [];
    for (let look = 1; look <= looks; look++) {
      runs.push(run(look, target(truth + 5 * normal())));
      const { verdict } = pooled(runs.slice(-MOST_POOLED), doubtAtLook(look));
      if (verdict !== "met" && verdict !== "missed") continue;
      ends[verdict]++;
      break;
    }
  }
  return { met: ends.met / services, missed: ends.missed / services };
}

describe("repeating a run until it passes", () => {
  it("makes at most 12% of the services that are exactly at their target pass, where one run is right in 90%", () => {
    expect(repeated(200, 1).met).toBeLessThanOrEqual(0.11);
    expect(repeated(200, 5).met).toBeLessThanOrEqual(0.12);
    expect(repeated(200, 12, 1_000).met).toBeLessThanOrEqual(0.13);
  });

  it("settles most services that are inside their target by what one run can't show", () => {
    const [once, fiveTimes] = [repeated(192, 1, 1_000), repeated(192, 5, 1_000)];
    expect(once.met).toBeLessThan(0.65);
    expect(fiveTimes.met).toBeGreaterThan(0.85);
    expect(fiveTimes.missed).toBeLessThan(0.03);
  });
});
