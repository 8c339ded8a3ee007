import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountedBetween } from "./counted.ts";
import { decodeJoint, encodeJoint, joinOutcomes } from "./outcome-join.ts";
import type { JointState, Outcomes, WithOutcome } from "./outcome-join.ts";
import { spreadWithOutcome } from "./spread.ts";

type Between = readonly [from: number, to: number];

function latencies([from, to]: Between, count: number): CountedBetween {
  return { fromMicros: from * 1e6, toMicros: to * 1e6, count, sumMicros: null, buckets: null };
}
function outcomes([from, to]: Between, requests: number, failed = 0): Outcomes {
  return { fromMicros: from * 1e6, toMicros: to * 1e6, requests, failed };
}

/** Takes rounds one after the other, as they are stored in between. */
class Joint {
  state: JointState | null = null;
  #now = 0;
  readonly ready: WithOutcome[] = [];

  /** `arrived`: in seconds; as soon as it was read if that isn't said. */
  take(
    counted: CountedBetween[],
    said: Outcomes[],
    arrived?: number,
  ): [count: number, failed: number, unknown: number][] {
    const stored = this.state === null ? null : decodeJoint(encodeJoint(this.state));
    this.#now = Math.max(this.#now, ...[...counted, ...said].map(({ toMicros }) => toMicros));
    const arrivedMicros = arrived === undefined ? this.#now : arrived * 1e6;
    const { state, ready } = joinOutcomes(stored, { counted, outcomes: said, arrivedMicros });
    this.state = state;
    this.ready.push(...ready);
    return ready.map(({ counted: { count }, failed, unknown }) => [count, failed, unknown]);
  }

  get total() {
    const sum = (of: (one: WithOutcome) => number) => this.ready.reduce((all, one) => all + of(one), 0);
    return {
      requests: sum(({ counted }) => counted.count),
      failed: sum(({ failed }) => failed),
      unknown: sum(({ unknown }) => unknown),
    };
  }
}

/** One that has been heard in both metrics. */
function known(): Joint {
  const joint = new Joint();
  joint.take([latencies([0, 15], 100)], [outcomes([0, 15], 90), outcomes([0, 15], 10, 10)]);
  return joint;
}

describe("joinOutcomes", () => {
  it("says of each request whether it failed, where both were read at the same moments", () => {
    expect(known().total).toEqual({ requests: 100, failed: 10, unknown: 0 });
  });

  it("waits for outcomes that arrive in another request, also for some of them", () => {
    const joint = known();
    expect(joint.take([latencies([15, 30], 50)], [])).toEqual([]);
    expect(joint.take([], [outcomes([15, 30], 45)])).toEqual([]);
    expect(joint.take([], [outcomes([15, 30], 5, 5)])).toEqual([[50, 5, 0]]);
    expect(joint.take([], [outcomes([30, 45], 1), outcomes([30, 45], 1, 1)])).toEqual([]);
    expect(joint.take([latencies([30, 45], 2)], [])).toEqual([[2, 1, 0]]);
  });

  it("doesn't know outcomes of a counter that isn't heard by the second moment, and then waits no longer", () => {
    const joint = new Joint();
    expect(joint.take([latencies([0, 15], 100)], [])).toEqual([]);
    expect(joint.take([latencies([15, 30], 50)], [])).toEqual([
      [100, 0, 100],
      [50, 0, 50],
    ]);
    expect(joint.take([latencies([30, 45], 50)], [])).toEqual([[50, 0, 50]]);
    // What it says later of these requests isn't said of others.
    const said = [outcomes([30, 45], 100, 100), outcomes([45, 60], 50)];
    expect(joint.take([latencies([45, 60], 50)], said)).toEqual([[50, 0, 0]]);
  });

  it("doesn't know outcomes while the counter is missing, and goes on with what it has when it is back", () => {
    const joint = known();
    for (let at = 15; at < 120; at += 15) joint.take([latencies([at, at + 15], 100)], []);
    expect(joint.total).toEqual({ requests: 300, failed: 10, unknown: 200 });
    joint.take([latencies([120, 135], 100)], [outcomes([15, 135], 720), outcomes([15, 135], 80, 80)]);
    const { requests, failed, unknown } = joint.total;
    expect([requests, unknown]).toEqual([900, 200]);
    // Those of the 90 s that were still waiting.
    expect(failed).toBe(10 + 60);
  });

  it("counts the outcomes of a gap in the latencies with the requests of that gap", () => {
    const joint = known();
    for (let at = 15; at < 120; at += 15)
      joint.take([], [outcomes([at, at + 15], 95), outcomes([at, at + 15], 5, 5)]);
    expect(joint.take([latencies([15, 120], 700)], [])).toEqual([[700, 35, 0]]);
  });

  it("leaves out outcomes of a time that latencies never came of", () => {
    const joint = known();
    for (let at = 15; at < 600; at += 15) joint.take([], [outcomes([at, at + 15], 10, 10)]);
    expect(
      joint.take([latencies([600, 615], 100)], [outcomes([600, 615], 100), outcomes([600, 615], 0, 0)]),
    ).toEqual([[100, 0, 0]]);
  });

  it("never has more failed requests than requests, and carries the others over", () => {
    const joint = known();
    joint.take([latencies([15, 30], 10)], [outcomes([15, 30], 14, 14), outcomes([15, 30], 0)]);
    joint.take([latencies([30, 45], 10)], [outcomes([30, 45], 6), outcomes([30, 45], 0)]);
    expect(joint.total).toEqual({ requests: 120, failed: 24, unknown: 0 });
  });

  it("doesn't know what the counter leaves out", () => {
    const joint = new Joint();
    for (let at = 0; at < 150; at += 15)
      joint.take([latencies([at, at + 15], 1_000)], [outcomes([at, at + 15], 500)]);
    const { unknown } = joint.total;
    expect(unknown).toBeGreaterThanOrEqual(5_000 - 15);
    expect(unknown).toBeLessThanOrEqual(5_000);
  });

  it("takes requests that were counted between the two readings of one scrape for no more than that", () => {
    const joint = new Joint();
    for (let at = 0; at < 900; at += 15) {
      const early = at % 2 === 0 ? 3 : -3;
      joint.take(
        [latencies([at, at + 15], 1_000 + early)],
        [outcomes([at, at + 15], 990), outcomes([at, at + 15], 10, 10)],
      );
    }
    expect(joint.total).toMatchObject({ failed: 600, unknown: 0 });
  });

  it("counts late outcomes with the next requests", () => {
    const joint = known();
    joint.take([latencies([15, 30], 100)], [outcomes([15, 30], 68), outcomes([15, 30], 2, 2)]);
    // A series that has just begun, and had to wait for its process.
    joint.take(
      [latencies([30, 45], 100)],
      [outcomes([15, 30], 30, 30), outcomes([30, 45], 60), outcomes([30, 45], 40, 40)],
    );
    expect(joint.total.failed).toBe(10 + 2 + 30 + 40);
  });

  it("divides what several histograms of a label have", () => {
    const joint = new Joint();
    const ready = joint.take(
      [latencies([0, 15], 30), latencies([0, 15], 70)],
      [outcomes([0, 15], 90), outcomes([0, 15], 10, 10)],
    );
    expect(ready).toEqual([
      [30, 3, 0],
      [70, 7, 0],
    ]);
  });

  describe("a sender that catches up", () => {
    const hours = (from: number, minutes: number) =>
      Array.from({ length: minutes }, (_, at) => [from + at * 60, from + (at + 1) * 60] as const);
    const late = hours(15, 240);
    const counted = late.map((between) => latencies(between, 100));
    const said = late.flatMap((between) => [outcomes(between, 90), outcomes(between, 10, 10)]);
    const whole = { requests: 24_100, failed: 2_410, unknown: 0 };
    const arrived = 5 * 3_600;

    it("has its outcomes if it says hours of both metrics at once", () => {
      const joint = known();
      joint.take(counted, said, arrived);
      expect(joint.total).toEqual(whole);
    });

    it.each(["latencies", "outcomes"])("has them if it says hours of %s first", (first) => {
      const joint = known();
      const rounds = [() => joint.take(counted, [], arrived), () => joint.take([], said, arrived + 5)];
      for (const take of first === "latencies" ? rounds : rounds.toReversed()) take();
      expect(joint.total).toEqual(whole);
    });

    it("has them if nothing was heard before", () => {
      const joint = new Joint();
      joint.take(counted, [], arrived);
      joint.take([], said, arrived + 5);
      expect(joint.total).toEqual({ requests: 24_000, failed: 2_400, unknown: 0 });
    });

    it("can be stored, however many buckets it has", () => {
      const upperBoundsMicros = Array.from({ length: 160 }, (_, at) => Math.round(1_000 * 2 ** (at / 16)));
      const counts = upperBoundsMicros.map(() => 3).concat(0);
      const joint = known();
      let most = 0;
      for (let at = 0; at < 600; at++) {
        const one = latencies([15 + at * 15, 30 + at * 15], 480);
        joint.take([{ ...one, buckets: { upperBoundsMicros, counts } }], [], arrived);
        most = Math.max(most, encodeJoint(joint.state as JointState).length);
      }
      expect(most).toBeGreaterThan(60_000);
      expect(most).toBeLessThan(300_000);
    });

    it("doesn't wait longer for a counter that has gone", () => {
      const joint = known();
      joint.take(counted, [], arrived);
      joint.take([latencies([14_415, 14_475], 100)], [], arrived + 61);
      expect(joint.total).toEqual({ requests: 24_200, failed: 10, unknown: 24_100 });
      joint.take([latencies([14_475, 14_535], 100)], [], arrived + 121);
      expect(joint.total.unknown).toBe(24_200);
    });
  });

  it("keeps little of a label that only the counter has", () => {
    const joint = new Joint();
    for (let at = 0; at < 2_000; at++) joint.take([], [outcomes([at * 15, at * 15 + 15], 10, 1)]);
    expect(encodeJoint(joint.state as JointState).length).toBeLessThan(10_000);
  });

  it("leaves failures that were read at the same moments where they happened", () => {
    const joint = known();
    joint.take([latencies([15, 30], 20)], [outcomes([15, 30], 20), outcomes([15, 30], 80, 80)]);
    const next = joint.take([latencies([30, 45], 100)], [outcomes([30, 45], 100), outcomes([30, 45], 0)]);
    expect(next).toEqual([[100, 5, 0]]);
  });

  it("has every failed request once, in any phase and order", () => {
    const scrapes = fc.array(fc.tuple(fc.nat(500), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 8,
      maxLength: 40,
    });
    fc.assert(
      fc.property(scrapes, fc.integer({ min: 0, max: 14 }), fc.boolean(), (all, phase, isApart) => {
        const joint = new Joint();
        let sent = 0;
        for (const [at, [requests, share]] of all.entries()) {
          const failed = Math.floor(requests * share);
          const between = [at * 15 + phase, at * 15 + 15 + phase] as const;
          const said = [outcomes(between, requests - failed), outcomes(between, failed, failed)];
          const counted = [latencies([at * 15, at * 15 + 15], requests)];
          if (isApart) {
            joint.take(counted, []);
            joint.take([], said);
          } else joint.take(counted, said);
          sent += failed;
        }
        const { failed, unknown, requests } = joint.total;
        expect(failed).toBeLessThanOrEqual(sent);
        for (const one of joint.ready)
          expect(one.failed + one.unknown).toBeLessThanOrEqual(one.counted.count);
        if (phase === 0 && !isApart) expect({ failed, unknown }).toEqual({ failed: sent, unknown: 0 });
        expect(requests).toBeLessThanOrEqual(all.reduce((sum, [one]) => sum + one, 0));
      }),
    );
  });
});

describe("spreadWithOutcome", () => {
  it("has every outcome once, and in no second more of them than requests", () => {
    const whole = fc.record({
      count: fc.nat(2_000),
      failed: fc.double({ min: 0, max: 1, noNaN: true }),
      unknown: fc.double({ min: 0, max: 1, noNaN: true }),
      seconds: fc.integer({ min: 1, max: 40 }),
      phase: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    });
    fc.assert(
      fc.property(whole, ({ count, seconds, phase, ...shares }) => {
        const failed = Math.floor(count * shares.failed);
        const unknown = Math.floor((count - failed) * shares.unknown);
        const cells = spreadWithOutcome(latencies([0, seconds], count), { failed, unknown }, phase);
        const sum = (of: (cell: (typeof cells)[number]["cell"]) => number) =>
          cells.reduce((all, { cell }) => all + of(cell), 0);
        expect([sum((cell) => cell.errors), sum((cell) => cell.withoutOutcome ?? 0)]).toEqual([
          failed,
          unknown,
        ]);
        for (const { cell } of cells) {
          expect(cell.errors).toBeGreaterThanOrEqual(0);
          expect(cell.errors + (cell.withoutOutcome ?? 0)).toBeLessThanOrEqual(cell.requests);
        }
      }),
    );
  });
});
