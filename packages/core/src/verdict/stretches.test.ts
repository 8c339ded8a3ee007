import { describe, expect, it } from "vitest";
import { emptyCell, mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { normalTail } from "../chance/special-functions.ts";
import { HOUR_SECONDS } from "../time.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";
import { cellOf, drawRun, SECONDS } from "../testing/drawn-run.ts";
import type { Drawn } from "../testing/drawn-run.ts";
import { figures, verdictOf } from "../testing/judged.ts";

const SLICES = 120;
/** 12% apart, as the buckets of a source that keeps many. */
const BOUNDS = Array.from({ length: 57 }, (_, at) => Math.round(100 * 1.12 ** at));

interface Made {
  hours: number;
  perSecond: number;
  drift: number;
  /** What a drift does isn't steady. */
  wanders?: boolean;
  /** It is there all at once, after so much of the run. */
  after?: number;
  of: "sketch" | "buckets";
}

/** A p50 of 0.52 ms and a p99 of 1.36 ms at the beginning, exactly as often as they are expected. */
function made({ hours, perSecond, drift, wanders = false, after, of }: Made) {
  const seconds = hours * HOUR_SECONDS;
  const per = (seconds * perSecond) / SLICES;
  const slices = Array.from({ length: SLICES }, (_, at): Cell => {
    const share = at / (SLICES - 1);
    const moved = after === undefined ? share : Number(share > after);
    const slower = 1 + drift * (wanders ? (1 + Math.sin(12 * share)) / 2 : moved);
    const above = (micros: number) => {
      const millis = micros / 1_000 / slower;
      return (
        0.93 * normalTail(Math.log(millis / 0.52) / 0.14) + 0.07 * normalTail(Math.log(millis / 0.9) / 0.4)
      );
    };
    const counts = [...BOUNDS, Infinity].map((bound, bucket) =>
      Math.round(per * (above(BOUNDS[bucket - 1] ?? 1) - (bound === Infinity ? 0 : above(bound)))),
    );
    const requests = counts.reduce((sum, count) => sum + count, 0);
    if (of === "buckets")
      return {
        ...emptyCell(),
        requests,
        distribution: { kind: "buckets", upperBoundsMicros: BOUNDS, counts },
      };
    const all = new Sketch();
    for (let micros = 100; micros < 60_000; micros = Math.ceil(micros * 1.01))
      all.add(micros, Math.round(per * (above(micros) - above(micros * 1.01))));
    return cellOf(all, 0);
  });
  const all = mergeAllCells(slices);
  return (text: string) => verdictOf(text, all, { figures: { ...figures(all, {}, seconds), slices } });
}

describe.each(["sketch", "buckets"] as const)("a run of 743 million requests that drifts, as %s", (of) => {
  const drifts = made({ hours: 12, perSecond: 17_200, drift: 0.05, of });

  it("meets what its slowest stretch meets", () => {
    const { verdict, interval, reason } = drifts("p99 <= 3 ms");
    expect(verdict).toBe("met");
    expect(interval?.high).toBeLessThan(2);
    expect(reason).toMatch(/It drifts up, from about 1\.\d+ ms to 1\.\d+ ms in 12h\./);
  });

  it("is as sure as a short one", () => {
    const short = made({ hours: 1, perSecond: 17_200, drift: 0.05, of })("p99 <= 3 ms").interval;
    expect(drifts("p99 <= 3 ms").interval?.high).toBeLessThanOrEqual(short?.high ?? 0);
  });

  it("is unsure if it would be beyond the target after as long again", () => {
    const steep = made({ hours: 12, perSecond: 17_200, drift: 0.6, of });
    const { verdict, doubt, reason } = steep("p99 <= 3 ms");
    expect({ verdict, doubt }).toEqual({
      verdict: "unsure",
      doubt: { code: "drift", requests: null, seconds: 87_000 },
    });
    expect(reason).toContain("If it goes on like this for as long again, it is beyond the target.");
    expect(steep("p99 <= 6 ms").verdict).toBe("met");
    expect(steep("p99 <= 3 ms as measured").verdict).toBe("met");
    expect(steep("p99 <= 1.2 ms").verdict).toBe("missed");
  });

  it("never says a value beyond its slices where the line through it goes there", () => {
    const slices = Array.from({ length: SLICES }, (_, at) => ({
      ...emptyCell(),
      requests: 45_000 * Math.min(1, (at + 1) / 40),
    }));
    const all = mergeAllCells(slices);
    const { reason } = verdictOf("throughput >= 5000/s", all, {
      figures: { ...figures(all, {}, 5 * SLICES), slices },
    });
    expect(reason).toMatch(/from about [\d,.]+ req\/s to (about )?9,000 req\/s /);
  });

  it("doesn't drift where it wanders", () => {
    const { verdict, reason } = made({ hours: 12, perSecond: 17_200, drift: 0.05, wanders: true, of })(
      "p99 <= 3 ms",
    );
    expect(verdict).toBe("met");
    expect(reason).not.toContain("drift");
  });
});

describe.each(["sketch", "buckets"] as const)("a run that fills a table first, as %s", (of) => {
  const steps = made({ hours: 25, perSecond: 8_600, drift: 0.6, after: 0.47, of });

  it("says when it went to another level, and doesn't draw a line through both", () => {
    const { verdict, reason } = steps("p99 <= 3 ms");
    expect(verdict).toBe("met");
    expect(reason).toMatch(
      /It went from about 1\.\d+ ms to about 2\.\d+ ms after 1[12]h( \d+m)?, and stayed there\./,
    );
    expect(reason).not.toContain("drift");
  });

  it("is unsure if only one level meets the target, and asks for the part to judge", () => {
    const { verdict, doubt, reason } = steps("p50 <= 0.8 ms");
    expect({ verdict, doubt }).toEqual({
      verdict: "unsure",
      doubt: { code: "step", requests: null, seconds: null },
    });
    expect(reason).toContain("Only one of these two levels meets the target");
    expect(steps("p50 <= 0.4 ms").verdict).toBe("missed");
  });
});

describe("a level", () => {
  /** One request after another in slices of 5 s: a service that is twice as slow answers half as many. */
  const closed = (slowOf: (share: number) => number, jitter = 0.02) => {
    const random = seededRandom(3);
    const slices = Array.from({ length: SLICES }, (_, at): Cell => {
      const slow = slowOf((at + 0.5) / SLICES) * (1 + jitter * (2 * random() - 1));
      const all = new Sketch();
      for (let micros = 80_000; micros <= 110_000; micros += 1_000)
        all.add(Math.round(micros * slow), Math.round(40 / slow));
      return cellOf(all, 0);
    });
    const all = mergeAllCells(slices);
    return (text: string) => verdictOf(text, all, { figures: { ...figures(all, {}, 5 * SLICES), slices } });
  };

  it("that changes halfway has the same moment in all figures, even with noise", () => {
    const run = closed((share) => (share < 0.5 ? 1 : 2), 0.15);
    for (const target of ["p99 <= 400 ms", "mean <= 400 ms", "throughput >= 50/s"])
      expect(run(target).reason).toMatch(/ after (4m 5\ds?|5m( [1-9]s)?), and stayed there\./);
  });

  it.each([0.15, 0.85])("that changes after %d of the run is described", (after) => {
    const { verdict, reason, doubt } = closed((share) => (share < after ? 1 : 1.5))("mean <= 120 ms");
    expect(reason).toContain("and stayed there.");
    expect([verdict, doubt?.code]).not.toContain("met");
  });

  it.each([0, 0.25, 0.5, 0.75])("isn't seen in a wave, whenever it begins: %d", (phase) => {
    for (const jitter of [0, 0.02, 0.1]) {
      const wave = closed((share) => 1.5 + 0.5 * Math.sin(2 * Math.PI * (share + phase)), jitter);
      for (const target of ["p99 <= 400 ms", "throughput >= 10/s"])
        expect(wave(target).reason).not.toContain("stayed");
    }
  });

  it("isn't seen in a few last values, and not settled while it moves on", () => {
    expect(closed((share) => (share < 0.98 ? 1 : 2))("p99 <= 400 ms").reason).not.toContain("stayed");
    const rising = closed((share) => (share < 0.5 ? 1 : 1.3 + share), 0);
    expect(rising("mean <= 230 ms").reason).not.toContain("stayed");
  });
});

it("asks for no more requests of a leak that crosses its target, and says where it ends", () => {
  const leak = made({ hours: 12, perSecond: 17_200, drift: 0.5, of: "sketch" });
  const { verdict, doubt, reason } = leak("p99 <= 1.9 ms");
  expect([verdict, doubt?.code]).toEqual(["unsure", "drift"]);
  expect(reason).not.toContain("would settle it");
  expect(reason).toMatch(/from about 1\.3\d+ ms to 1\.9\d+ ms|from about 1\.[34]\d* ms to 2\.0\d* ms/);
});

it.each([
  ["grows faster and faster", (share: number) => Math.exp(4 * share) / 50],
  ["rises in its last third", (share: number) => Math.max(0, share - 0.6) * 2],
  ["rises, and goes up on top of that", (share: number) => 0.6 * share + Number(share > 0.5) * 0.3],
])("what %s is no step", (_, moved) => {
  const slices = Array.from({ length: SLICES }, (__, at) => ({
    ...emptyCell(),
    requests: Math.round(45_000 * (1 - moved(at / SLICES) / 3)),
  }));
  const { reason } = verdictOf("throughput >= 5000/s", mergeAllCells(slices), {
    figures: { ...figures(mergeAllCells(slices), {}, 5 * SLICES), slices },
  });
  expect(reason).toMatch(/It drifts down/);
});

it("a median far inside its target isn't in doubt by a drift", () => {
  const drifts = made({ hours: 12, perSecond: 17_200, drift: 0.05, of: "sketch" });
  expect(drifts("p50 <= 0.6 ms").verdict).toBe("met");
  expect(drifts("mean <= 0.65 ms").verdict).toBe("met");
});

describe("the same run once more widens no interval", () => {
  const laws: [string, Drawn][] = [
    ["independent", { requests: 6_000, sigma: 0.5, errorRate: 0.02 }],
    ["correlated", { requests: 6_000, sigma: 0.5, correlation: 0.9, swing: 0.1, errorRate: 0.02 }],
    ["with pauses", { requests: 6_000, sigma: 0.5, pauses: { everySeconds: 15, seconds: 0.5 } }],
    ["that drifts", { requests: 6_000, sigma: 0.5, drift: 0.1, errorRate: 0.02 }],
    ["that drifts a lot", { requests: 60_000, sigma: 0.5, drift: 0.5, errorRate: 0.02 }],
  ];
  const texts = ["p50 <= 1 s", "p95 <= 1 s", "p99 <= 1 s", "error rate <= 50%", "throughput >= 1/s"];

  it.each(laws)("of a run %s", (_, law) => {
    const random = seededRandom(11);
    for (let draw = 0; draw < (law.requests > 10_000 ? 1 : 4); draw++) {
      const { all, slices } = drawRun(law, random);
      const both = [...slices, ...slices];
      const longer = slices.map((__, at) => mergeAllCells(both.slice(2 * at, 2 * at + 2)));
      for (const text of texts) {
        const width = (cells: Cell[], of: Cell, seconds: number) => {
          const own = { ...figures(of, {}, seconds), slices: cells };
          const { interval } = verdictOf(text, of, { figures: own });
          return (interval?.high ?? Infinity) - (interval?.low ?? 0);
        };
        const once = width(slices, all, SECONDS);
        const twice = width(longer, mergeAllCells([all, all]), 2 * SECONDS);
        expect([text, draw, twice <= 1.02 * once]).toEqual([text, draw, true]);
      }
    }
  });
});
