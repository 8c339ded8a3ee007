import { describe, expect, it } from "vitest";
import { Recorder } from "../recorder.ts";
import { FailureTally } from "./failure-tally.ts";

describe("a tally of failures", () => {
  it("counts each reason of each label, however many reasons there are", () => {
    const recorder = new Recorder();
    const labels = [recorder.label("a", "request"), recorder.label("b", "request")];
    const tally = new FailureTally(recorder, () => undefined);
    for (let index = 0; index < 6_000; index++) {
      tally.addText(labels[index % 2] ?? 0, `connection ${index % 3_000} reset`);
      tally.addText(labels[0] ?? 0, "503");
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
      for (let reason = 0; reason < 1_000; reason++) tally.addText(label, `reason ${reason}`);
    }
    expect(given).toBeGreaterThan(0);
    tally.end();
    expect(given).toBe(200_000);
  });
});
