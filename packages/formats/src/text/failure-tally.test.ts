import { describe, expect, it } from "vitest";
import { Recorder } from "../recorder.ts";
import { FailureTally } from "./failure-tally.ts";

describe("a tally of failures", () => {
  it("counts each reason of each label, however many reasons there are", () => {
    const recorder = new Recorder();
    const labels = [recorder.label("a", "request"), recorder.label("b", "request")];
    const tally = new FailureTally(recorder, () => undefined);
    for (let index = 0; index < 6_000; index++) {
      tally.addText(labels[index % 2] ?? 0, NaN, `connection ${index % 3_000} reset`);
      tally.addText(labels[0] ?? 0, NaN, "503");
    }
    tally.end();
    const [a, b] = recorder.named.map(({ failures }) => failures);
    expect(a?.get("503")).toBe(6_000);
    expect([a?.size, b?.size]).toEqual([1_501, 1_500]);
    expect(a?.get("connection 2998 reset")).toBe(2);
    expect(b?.get("connection 2999 reset")).toBe(2);
  });

  it("does not let many labels with many reasons grow without end", () => {
    const recorder = new Recorder();
    let given = 0;
    recorder.failure = (_label, _reason, times) => void (given += times);
    const tally = new FailureTally(recorder, () => undefined);
    for (let label = 0; label < 200; label++) {
      for (let reason = 0; reason < 1_000; reason++) tally.addText(label, NaN, `reason ${reason}`);
    }
    expect(given).toBeGreaterThan(0);
    tally.end();
    expect(given).toBe(200_000);
  });

  it("knows in which second each of them completed, in whatever order they come", () => {
    const recorder = new Recorder();
    const label = recorder.label("a", "request");
    const tally = new FailureTally(recorder, () => undefined);
    for (const second of [7, 5, 7, 6, 5, 7]) tally.addText(label, second * 1e6 + 250_000, "503");
    tally.addText(label, NaN, "503");
    tally.end();
    expect(recorder.named[0]?.failures.get("503")).toBe(7);
    expect(recorder.named[0]?.failureSeconds.get("503")).toEqual(
      new Map([
        [7, 3],
        [5, 2],
        [6, 1],
      ]),
    );
  });

  it("passes on what it holds before many seconds fill the memory", () => {
    const recorder = new Recorder();
    const label = recorder.label("a", "request");
    let calls = 0;
    recorder.failure = () => void (calls += 1);
    const tally = new FailureTally(recorder, () => undefined);
    for (let second = 0; second < 100_000; second++) tally.addText(label, second * 1e6, "503");
    expect(calls).toBe(65_536);
    tally.end();
    expect(calls).toBe(100_000);
  });
});
