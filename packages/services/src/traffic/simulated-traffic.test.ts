import { describe, expect, it } from "vitest";
import { originWith, simulatedIn } from "./simulated-traffic.ts";

const none = { simulatedFrom: null, simulatedTo: null, realFrom: null };
const second = (at: number) => new Date(at * 1_000);
const simulated = (from: number, to: number) => ({
  at: second(to).toISOString(),
  origin: { simulated: { fromMicros: from * 1e6, toMicros: to * 1e6 }, realFromMicros: null },
});

describe("the origin of a service's traffic", () => {
  it("covers everything that arrived", () => {
    const after = originWith(none, [simulated(200, 300), simulated(100, 250)]);
    expect(after).toEqual({ simulatedFrom: second(100), simulatedTo: second(300), realFrom: null });
    const real = { at: second(500).toISOString(), origin: { simulated: null, realFromMicros: 400e6 } };
    expect(originWith(after, [real, real])).toEqual({ ...after, realFrom: second(400) });
    expect(originWith(after, [])).toEqual(after);
  });

  it("is real for what an earlier build left in the log", () => {
    expect(originWith(none, [{ at: second(500).toISOString() }])).toEqual({ ...none, realFrom: second(500) });
  });
});

describe("the simulated part of a range", () => {
  const traffic = { simulatedFrom: second(100), simulatedTo: second(300), realFrom: null };
  const within = (from: number, to: number, realFrom: number | null = null) => {
    const found = simulatedIn(
      { ...traffic, realFrom: realFrom === null ? null : second(realFrom) },
      { from, to },
    );
    return found === null
      ? null
      : [Date.parse(found.from) / 1_000, Date.parse(found.to) / 1_000, found.withReal];
  };

  it("ends with the range and with the last simulated second", () => {
    expect(within(0, 200)).toEqual([100, 200, false]);
    expect(within(150, 1_000)).toEqual([150, 301, false]);
    expect(within(0, 100)).toBeNull();
    expect(within(301, 400)).toBeNull();
    expect(simulatedIn(null, { from: 0, to: 400 })).toBeNull();
    expect(simulatedIn(none, { from: 0, to: 400 })).toBeNull();
  });

  it("says if real requests can be in the range", () => {
    expect(within(0, 400, 350)).toEqual([100, 301, true]);
    expect(within(0, 320, 350)).toEqual([100, 301, false]);
  });
});
