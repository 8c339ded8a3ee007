import { describe, expect, it } from "vitest";
import { RunAggregation } from "../aggregate/aggregate.ts";
import { FailureRegister } from "./failure-register.ts";
import { decodeFailureTimes, encodeFailureTimes, mergeFailureTimes, passFailure } from "./failure-times.ts";
import type { FailureTimes } from "./failure-times.ts";

const outage: FailureTimes = {
  stepSeconds: 1,
  counts: [
    { slot: -3, times: 2 },
    { slot: 0, times: 1 },
    { slot: 43_000, times: 700_000_000 },
  ],
};

describe("failures over time", () => {
  it("are stored as they were, also before the run's origin", () => {
    expect(decodeFailureTimes(encodeFailureTimes(outage))).toEqual(outage);
    expect(encodeFailureTimes(outage).length).toBeLessThan(20);
  });

  it("refuse bytes that they were not written as", () => {
    const bytes = encodeFailureTimes(outage);
    expect(() => decodeFailureTimes(bytes.subarray(0, bytes.length - 1))).toThrow("ends too early");
    expect(() => decodeFailureTimes(Uint8Array.of(9))).toThrow("version 9");
  });

  it("merge in the coarsest step", () => {
    const tens = { stepSeconds: 10, counts: [{ slot: 4_300, times: 5 }] };
    expect(mergeFailureTimes([outage, tens])).toEqual({
      stepSeconds: 10,
      counts: [
        { slot: -1, times: 2 },
        { slot: 0, times: 1 },
        { slot: 4_300, times: 700_000_005 },
      ],
    });
    expect(mergeFailureTimes([], 60)).toEqual({ stepSeconds: 60, counts: [] });
  });

  it("are passed on with the rest, of which no time is known", () => {
    const given: (number | undefined)[][] = [];
    const sink = {
      failure: (_label: number, _reason: string, times: number, atMicros?: number, seconds?: number) =>
        void given.push([times, atMicros, seconds]),
    };
    const over = encodeFailureTimes({ stepSeconds: 10, counts: [{ slot: 2, times: 3 }] });
    passFailure(sink, { label: 1, reason: "503", times: 5, over }, 100e6);
    expect(given).toEqual([
      [3, 120e6, 10],
      [2, undefined, undefined],
    ]);
  });
});

describe("a register of failures", () => {
  it("lengthens its step instead of growing without end", () => {
    const register = new FailureRegister(100, 1_000);
    for (let second = 0; second < 43_200; second++)
      for (const reason of ["500", "503"]) register.add(1, reason, 1, { second, seconds: 1 });
    const [first] = register.list();
    const times = decodeFailureTimes(first?.over ?? new Uint8Array());
    expect(times.stepSeconds).toBe(600);
    expect(times.counts).toHaveLength(72);
    expect(times.counts.every((count) => count.times === 600)).toBe(true);
  });

  it("counts what a source gives for longer intervals in a step that is as long", () => {
    const register = new FailureRegister(100, 1_000);
    register.add(1, "503", 4, { second: 21, seconds: 1 });
    register.add(1, "503", 6, { second: 30, seconds: 10 });
    const [only] = register.list();
    expect(decodeFailureTimes(only?.over ?? new Uint8Array())).toEqual({
      stepSeconds: 10,
      counts: [
        { slot: 2, times: 4 },
        { slot: 3, times: 6 },
      ],
    });
  });
});

describe("the failures of a run", () => {
  it("count from its origin, and those without a time only in the total", () => {
    const run = new RunAggregation({ originMicros: 1_000e6 });
    const label = run.label("pay", "request");
    run.add(label, 1_004_500_000, 400_000, true, 1, 0);
    run.failure(label, "503", 2, 1_004_500_000);
    run.failure(label, "503", 1);
    run.failure(label, "503", 1, 9e15);
    const [only] = run.finish().failures;
    expect(only?.times).toBe(4);
    expect(decodeFailureTimes(only?.over ?? new Uint8Array()).counts).toEqual([{ slot: 4, times: 2 }]);
  });
});
