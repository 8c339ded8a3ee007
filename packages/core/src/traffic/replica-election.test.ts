import { describe, expect, it } from "vitest";
import { decodeElection, encodeElection } from "./replica-election.ts";
import { hear, misses, shiftAt } from "./replica-election.ts";
import type { Election, Heard, Place } from "./replica-election.ts";

const SECOND = 1_000_000;

interface Said extends Partial<Omit<Heard, "last" | "atMicros" | "arrivedMicros">> {
  replica: string;
  /** When it reads the counter. */
  second: number;
  /** By how many seconds its clock is ahead. */
  ahead?: number;
  delay?: number;
}

/** One series that several senders read. What it counts is what the counted one said last. */
class Target {
  election: Election | null = null;
  last: Heard["last"] = null;

  say({ second, ahead = 0, delay = 1, ...heard }: Said): Place {
    const atMicros = (second + ahead) * SECOND;
    const all: Heard = {
      sure: true,
      alone: true,
      key: "series",
      count: second * 10,
      atMicros,
      arrivedMicros: (second + delay) * SECOND,
      last: this.last,
      ...heard,
    };
    const { election, place } = hear(this.election, all);
    this.election = election;
    if (place === "counted" && all.count !== null) this.last = { atMicros, count: all.count };
    return place;
  }

  /** Each reads every 15 seconds, the second one 7 seconds after the first; returns where they were last. */
  scrape(from: number, to: number, senders: readonly Partial<Said>[]): (Place | undefined)[] {
    let places: (Place | undefined)[] = [];
    for (let second = from; second < to; second += 15)
      places = senders.map((sender, at) => {
        const said = { replica: `prometheus-${at}`, second: second + at * 7, ...sender };
        return this.say(said);
      });
    return places;
  }
}

const likely = { sure: false };

describe("the replicas of a collector", () => {
  it("count once: the first one that is heard", () => {
    const target = new Target();
    expect(target.scrape(0, 600, [{}, {}])).toEqual(["counted", "standing by"]);
    expect(target.election?.others.map(({ replica }) => replica)).toEqual(["prometheus-1"]);
  });

  it("change once the counted one is silent for 2.5 of its intervals, and not again when it comes back", () => {
    const target = new Target();
    target.scrape(0, 301, [{}, {}]);
    const places = [307, 322, 337, 338].map((second) => target.say({ replica: "prometheus-1", second }));
    expect(places).toEqual(["standing by", "standing by", "standing by", "counted"]);
    expect(target.say({ replica: "prometheus-0", second: 345 })).toBe("standing by");
  });

  it("wait at least 30 seconds, and never so long that the counter begins again", () => {
    for (const [interval, silent] of [
      [1, 30],
      [60, 150],
      [120, 240],
    ] as const) {
      const target = new Target();
      for (let second = 0; second <= interval * 3; second += interval)
        target.say({ replica: "prometheus-0", second });
      const before = target.say({ replica: "prometheus-1", second: interval * 3 + silent });
      const after = target.say({ replica: "prometheus-1", second: interval * 3 + silent + 1 });
      expect([before, after]).toEqual(["standing by", "counted"]);
    }
  });

  it("are still two if their clocks are 20 seconds apart, whichever is ahead", () => {
    for (const ahead of [20, -20]) {
      const target = new Target();
      expect(target.scrape(0, 900, [{}, { ahead }])).toEqual(["counted", "standing by"]);
    }
  });

  it("go on where the times of the other ended, and come back to their own clock", () => {
    const target = new Target();
    target.scrape(0, 301, [{ ahead: 20 }, {}]);
    expect(target.say({ replica: "prometheus-1", second: 345 })).toBe("counted");
    const shiftOf = (second: number) => shiftAt(target.election as Election, second * SECOND) / SECOND;
    expect([345, 445, 745, 945].map(shiftOf)).toEqual([20, 15, 0, 0]);
  });

  it("take what arrives late for the network, and not for a clock", () => {
    const target = new Target();
    target.scrape(0, 301, [{}, {}]);
    expect(target.say({ replica: "prometheus-1", second: 345, delay: 90 })).toBe("counted");
    expect(target.election?.shift).toBeNull();
  });

  it("hand over a series that the counted one doesn't have", () => {
    const target = new Target();
    target.scrape(0, 301, [{}, {}]);
    const { election } = target;
    if (election === null) throw new Error("nobody was elected");
    const wait = 67.5 * SECOND;
    expect(misses(election, 300 * SECOND, 300 * SECOND + wait)).toBe(false);
    expect(misses(election, 300 * SECOND, 301 * SECOND + wait)).toBe(true);
  });

  it("are stored with all that is known of them", () => {
    const target = new Target();
    target.scrape(0, 100, [likely, likely]);
    const { election } = target;
    if (election === null) throw new Error("nobody was elected");
    expect(election.probes).toHaveLength(1);
    expect(decodeElection(encodeElection(election))).toEqual(election);
    expect(() => decodeElection(Uint8Array.of(9))).toThrow(
      expect.objectContaining({ code: "stored-version-unknown" }),
    );
  });

  it("may have another name after each restart", () => {
    const target = new Target();
    for (let life = 0; life < 50; life++)
      target.scrape(life * 300, life * 300 + 240, [{ replica: `prometheus-${life}` }]);
    expect(target.election?.replica).toBe("prometheus-49");
    expect(target.election?.others.length).toBeLessThanOrEqual(4);
  });
});

describe("a label that only likely names a replica", () => {
  it("does so if both senders count the same", () => {
    const target = new Target();
    expect(target.scrape(0, 75, [likely, likely])).toEqual(["counted", "standing by"]);
    expect(target.election?.state).toBe("only");
    target.scrape(75, 300, [likely, likely]);
    expect(target.election?.state).toBe("replicas");
  });

  it("does so also if their clocks are far apart", () => {
    for (const ahead of [-90, -20, 20, 90]) {
      const target = new Target();
      target.scrape(0, 600, [likely, { ...likely, ahead }]);
      expect(target.election?.state).toBe("replicas");
    }
  });

  it("does so also if the process begins again meanwhile", () => {
    for (let reset = 0; reset < 200; reset += 5) {
      const target = new Target();
      for (let second = 0; second < 600; second += 15)
        for (const [at, replica] of ["prometheus-0", "prometheus-1"].entries()) {
          const read = second + at * 7;
          const count = read < reset ? 5_000 + read * 10 : (read - reset) * 10;
          target.say({ ...likely, replica, second: read, count });
        }
      expect([reset, target.election?.state]).toEqual([reset, "replicas"]);
    }
  });

  it("is an ordinary one if they count something else", () => {
    for (const more of [-5_000, 5_000]) {
      const target = new Target();
      for (let second = 0; second < 300; second += 15) {
        target.say({ ...likely, replica: "0", second, count: 10_000 + second * 10 });
        target.say({ ...likely, replica: "1", second: second + 7, count: 10_000 + more + second * 10 });
      }
      expect(target.election?.state).toBe("apart");
      expect(target.say({ ...likely, replica: "1", second: 307 })).toBe("own");
      expect(target.say({ ...likely, replica: "0", second: 307 })).toBe("counted");
    }
  });

  it("is an ordinary one if a request has several values of it", () => {
    const target = new Target();
    expect(target.say({ ...likely, alone: false, replica: "0", second: 0 })).toBe("own");
    target.say({ ...likely, replica: "0", second: 15 });
    expect(target.say({ ...likely, alone: false, replica: "1", second: 15 })).toBe("own");
    expect(target.say({ ...likely, alone: false, replica: "0", second: 30 })).toBe("counted");
  });

  it("stays undecided while nothing is counted", () => {
    const target = new Target();
    target.scrape(0, 900, [
      { ...likely, count: 0 },
      { ...likely, count: 0 },
    ]);
    expect(target.election?.state).toBe("only");
  });

  it("doesn't continue a counter with one that has counted less", () => {
    const target = new Target();
    target.scrape(0, 100, [likely]);
    expect(target.say({ ...likely, replica: "other", second: 300, count: 3 })).toBe("counted");
    expect(target.election?.forgetBeforeMicros).toBe(300 * SECOND);
  });
});
