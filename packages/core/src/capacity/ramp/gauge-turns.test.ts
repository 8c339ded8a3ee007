import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { firstDataSet, rampOf, secondDataSet, toThousand } from "../../testing/ramps.ts";
import type { Service } from "../../testing/ramps.ts";
import { gaugeTurn, gaugeTurnText } from "./gauge-turns.ts";
import { levelsOfRamp, readRamp } from "./ramp.ts";

function read(service: Service) {
  const levels = levelsOfRamp({
    points: rampOf({ service, load: toThousand }),
    of: "users",
    outages: [],
    absent: [],
  });
  if ("problem" in levels) throw new Error(levels.problem);
  return readRamp(levels, { absent: [], random: seededRandom(1) });
}

/** A value every ten seconds, with noise of 5%. */
function gauge(of: (users: number) => number, noise = 0.05) {
  const random = seededRandom(5);
  return Array.from({ length: 360 }, (_, at) => ({
    offsetSeconds: at * 10,
    value: of(toThousand((at + 0.5) / 360)) * (1 + noise * (random() - 0.5)),
  }));
}

const breaks = read(firstDataSet);

describe("a gauge", () => {
  it("that jumps where the service breaks says so, with its values on either side", () => {
    const turn = gaugeTurn(
      breaks,
      gauge((users) => (users < 705 ? 3 + users / 200 : 66)),
    );
    expect(turn).toMatchObject({ at: "throughput-falls" });
    expect(turn?.from).toBeGreaterThan(650);
    expect(turn?.to).toBeLessThan(760);
    if (turn === null) throw new Error("no turn");
    expect(gaugeTurnText({ name: "gc runs", unit: "/min", of: "users" }, turn)).toMatch(
      /^gc runs: 3\.\d+\/min at \d+ users, 6[567](\.\d)?\/min at 9\d\d, rising most between 6\d\d and 7\d\d, where throughput falls\.$/,
    );
  });

  it("that falls there is falling", () => {
    const turn = gaugeTurn(
      breaks,
      gauge((users) => (users < 705 ? 90 : 10)),
    );
    if (turn === null) throw new Error("no turn");
    expect(gaugeTurnText({ name: "cache hits", unit: "%", of: "users" }, turn)).toContain(
      "falling most between",
    );
  });

  it.each<[string, (users: number) => number, number?]>([
    ["rises all the time", (users) => users / 10],
    ["jumps elsewhere", (users) => (users < 300 ? 3 : 66)],
    ["stays", () => 50],
    ["is noise", () => 50, 2],
    ["jumps by no more than its noise", (users) => (users < 705 ? 50 : 56), 0.5],
  ])("that %s says nothing", (_, of, noise) => {
    expect(gaugeTurn(breaks, gauge(of, noise))).toBeNull();
  });

  it("of which too little is known says nothing, and neither does a service that doesn't change", () => {
    const jump = gauge((users) => (users < 705 ? 3 : 66));
    expect(gaugeTurn(breaks, jump.slice(0, 270))).toBeNull();
    expect(
      gaugeTurn(
        read((users) => ({ rate: users / 15, millis: 200 })),
        jump,
      ),
    ).toBeNull();
  });

  it("that jumps at the knee says so", () => {
    const turn = gaugeTurn(
      read(secondDataSet),
      gauge((users) => (users < 482 ? 40 : 100)),
    );
    expect(turn).toMatchObject({ at: "knee" });
  });
});
