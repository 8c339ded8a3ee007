import { describe, expect, it } from "vitest";
import { Meter } from "./meter.ts";

function meterOf(quota: number) {
  const clock = { millis: 0 };
  return { clock, meter: new Meter(quota, () => clock.millis) };
}

describe("a meter", () => {
  it("allows its quota at once, and then as fast as it is refilled", () => {
    const { clock, meter } = meterOf(60);
    for (let left = 59; left >= 0; left -= 1)
      expect(meter.take("a")).toMatchObject({ remaining: left, refusedSeconds: null });
    expect(meter.take("a")).toEqual({ remaining: 0, fullAfterSeconds: 60, refusedSeconds: 1 });
    clock.millis += 999;
    expect(meter.take("a").refusedSeconds).toBe(1);
    clock.millis += 1;
    expect(meter.take("a")).toEqual({ remaining: 0, fullAfterSeconds: 60, refusedSeconds: null });
    clock.millis += 30_000;
    expect(meter.look("a")).toEqual({ remaining: 30, fullAfterSeconds: 30, refusedSeconds: null });
  });

  it("never lets more than two quotas through in any minute, however they are spaced", () => {
    const { clock, meter } = meterOf(100);
    const allowed: number[] = [];
    for (; clock.millis < 300_000; clock.millis += 137)
      for (let at = 0; at < 3; at += 1)
        if (meter.take("a").refusedSeconds === null) allowed.push(clock.millis);
    const most = Math.max(
      ...allowed.map((from) => allowed.filter((at) => at >= from && at < from + 60_000).length),
    );
    expect(most).toBeLessThanOrEqual(200);
    expect(allowed.length).toBeGreaterThanOrEqual(590);
    expect(allowed.length).toBeLessThanOrEqual(600);
  });

  it("says when a refused request can succeed, and is right", () => {
    const { clock, meter } = meterOf(2);
    meter.take("a");
    meter.take("a");
    const { refusedSeconds } = meter.take("a");
    expect(refusedSeconds).toBe(30);
    clock.millis += (refusedSeconds ?? 0) * 1_000;
    expect(meter.take("a").refusedSeconds).toBeNull();
  });

  it.each([1, 7, 600, 1_200, 6_000, 1_000_000])("loses none of a quota of %d to rounding", (quota) => {
    const { clock, meter } = meterOf(quota);
    clock.millis = 12_345.678;
    let allowed = 0;
    while (meter.take("a").refusedSeconds === null) allowed += 1;
    expect(allowed).toBe(quota);
  });

  it("counts more than its quota afterwards, and refuses until that is refilled", () => {
    const { clock, meter } = meterOf(100);
    meter.add("a", 250);
    expect(meter.look("b").refusedSeconds).toBeNull();
    expect(meter.look("a").refusedSeconds).toBe(91);
    clock.millis += 91_000;
    expect(meter.look("a").refusedSeconds).toBeNull();
  });

  it("counts keys apart, and a refused request not at all", () => {
    const { clock, meter } = meterOf(1);
    meter.take("a");
    for (let at = 0; at < 100; at += 1) expect(meter.take("a").refusedSeconds).toBe(60);
    expect(meter.take("b").refusedSeconds).toBeNull();
    clock.millis += 60_000;
    expect(meter.take("a").refusedSeconds).toBeNull();
  });
});
