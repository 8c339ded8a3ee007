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
  of: "sketch" | "buckets";
}

/** A p50 of 0.52 ms and a p99 of 1.36 ms at the beginning, exactly as often as they are expected. */
function made({ hours, perSecond, drift, wanders = false, of }: Made) {
  const seconds = hours * HOUR_SECONDS;
  const per = (seconds * perSecond) / SLICES;
  const slices = Array.from({ length: SLICES }, (_, at): Cell => {
    const share = at / (SLICES - 1);
    const slower = 1 + drift * (wanders ? (1 + Math.sin(12 * share)) / 2 : share);
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

  it("doesn't drift where it wanders", () => {
    const { verdict, reason } = made({ hours: 12, perSecond: 17_200, drift: 0.05, wanders: true, of })(
      "p99 <= 3 ms",
    );
    expect(verdict).toBe("met");
    expect(reason).not.toContain("drift");
  });
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
