import { Sketch } from "@headroom/core";
import { expect, it } from "vitest";
import { Recorder } from "../recorder.ts";
import { BatchedSink } from "./batched-sink.ts";

const total = {
  requests: 2,
  errors: 0,
  items: 2,
  bytes: 0,
  sumMicros: null,
  minMicros: null,
  maxMicros: null,
  distribution: { kind: "sketch", all: Sketch.of([1, 2]), failed: null },
} as const;

it("gives everything in the order in which it came, however many samples lie between", () => {
  const [direct, batched] = [new Recorder(), new Recorder()];
  const sink = new BatchedSink(batched);
  for (const to of [direct, sink]) {
    const label = to.label("Home", "request");
    const gauge = to.gauge("users", null);
    for (let at = 0; at < 3 * sink.capacity + 7; at++) {
      to.add(label, 1_760_000_000_000_000 + at * 1_000, at, at % 3 === 0, at % 500 === 0 ? 5 : 1, at * 10);
      if (at % 700 === 0) to.measure(gauge, at, at);
      if (at % 900 === 0) to.failure(label, "503", 1);
      if (at % 1_000 === 0) to.interval(label, at, 1, total);
    }
    to.total(label, total);
    to.add(label, 1_760_000_000_000_000, 1, false, 1, 1);
  }
  sink.flush();
  sink.flush();
  expect(batched.trace).toBe(direct.trace);
  expect(batched.labels[1]?.recorded.all.count).toBe(3 * sink.capacity + 8);
});

it("gives nothing of a batch before it is full or flushed", () => {
  const recorder = new Recorder();
  const sink = new BatchedSink(recorder);
  const label = sink.label("Home", "request");
  sink.add(label, 1, 1, false, 1, 1);
  expect(recorder.trace).toBe(0);
  sink.flush();
  expect(recorder.trace).not.toBe(0);
});
