import type { ComparedRampAnswer } from "@headroom/contract";
import { describe, expect, it } from "vitest";
import { p95Lines } from "./p95-lines.ts";
import { prepareRamps } from "./prepare-ramps.ts";
import { prepareRuns } from "../view/prepare-runs.ts";
import { prepareSentence } from "../pair/prepare-sentence.ts";
import { none, pair as plain } from "../testing/comparison-fixtures.ts";

const level = (load: number, throughput: number) => ({
  load,
  from: "2026-11-17T10:00:00.000Z",
  to: "2026-11-17T10:01:00.000Z",
  throughput,
  errorRate: 0,
  p50Ms: 200,
  p95Ms: 400,
  meanMs: 210,
});

const first: ComparedRampAnswer = {
  load: "users",
  levels: [level(32, 3), level(689, 51.2), level(974, 9)],
  latency: "p95",
  knee: { value: 585.6, low: 565, high: 606, of: "latency" },
  latencyRises: { value: 585.6, low: 565, high: 606 },
  breaking: { sign: "throughput-falls", heldAt: 689, brokeAt: 717 },
  most: { load: 689, throughput: 51.2 },
  targets: [held("p95 <= 1 s", 606, 634)],
  gauges: [
    {
      name: "gc runs",
      unit: "/min",
      at: "throughput-falls",
      first: { load: 32, value: 2.98 },
      last: { load: 974, value: 65.8 },
      from: 689,
      to: 717,
      sentence:
        "gc runs: 2.98/min at 32 users, 65.8/min at 974, rising most between 689 and 717, where throughput falls.",
    },
  ],
};
const second: ComparedRampAnswer = {
  ...first,
  levels: [level(30, 2), level(501, 33.4), level(974, 33)],
  knee: { value: 480, low: 473, high: 501, of: "throughput" },
  latencyRises: null,
  breaking: null,
  most: { load: 501, throughput: 33.4 },
  targets: [held("p95 <= 1 s", 473, 501)],
  gauges: [],
};

function held(target: string, heldTo: number, missedAt: number) {
  const sentence = `Held to ${heldTo} users, broke at ${missedAt}.`;
  return { target, heldTo, missedAt, metAgainAt: null, missedThroughout: false, fallsAt: null, sentence };
}

function pair(ramps: readonly ComparedRampAnswer[], positions = [0, 1]) {
  const comparison = {
    ...plain,
    ramps: { runs: ramps.map((ramp, run) => ({ run, ramp })), words: [] },
  };
  return { comparison, cards: prepareRuns(comparison, positions) };
}

describe("two ramps", () => {
  it("say how much load each holds, by the names of its run", () => {
    const { comparison, cards } = pair([first, second], [0, 2]);
    const model = prepareRamps(comparison, cards);
    expect(model?.sentences).toEqual(["p95 <= 1 s: run 1 holds 606 users, run 2 holds 473."]);
    const sentence = prepareSentence({ comparison, cards, statistics: none });
    expect(sentence.rest).toContain("p95 <= 1 s: run 1 holds 606 users, run 2 holds 473.");
    expect(sentence.figures).toBe("");
  });

  it("have their knees, their most and their breaking points side by side", () => {
    const { comparison, cards } = pair([first, second]);
    const model = prepareRamps(comparison, cards);
    expect(model?.rows).toEqual([
      {
        name: "p95 <= 1 s",
        values: ["Held to 606 users, broke at 634.", "Held to 473 users, broke at 501."],
      },
      { name: "Knee", values: ["586 users (565–606), of latency", "480 users (473–501), of throughput"] },
      { name: "Latency starts to rise", values: ["586 users (565–606)", "none found"] },
      { name: "Most throughput", values: ["51.2 req/s at 689 users", "33.4 req/s at 501 users"] },
      {
        name: "Breaking point",
        values: ["between 689 and 717 users: throughput falls", "none up to 974 users"],
      },
    ]);
    expect(model?.gauges).toEqual([`Run 1: ${first.gauges[0]?.sentence}`]);
    expect(model?.throughput.measured.map(({ name }) => name)).toEqual(["run 1", "run 2"]);
    expect(p95Lines(model?.targets ?? [])).toEqual([{ value: 1_000, text: "p95 <= 1 s" }]);
  });

  it("without a target are told apart by their knees", () => {
    const untargeted = [first, second].map((ramp) => ({ ...ramp, targets: [] }));
    const { comparison, cards } = pair(untargeted);
    expect(prepareRamps(comparison, cards)?.sentences).toEqual([
      "Knee: run 1 at 586 users (565–606), run 2 at 480 users (473–501).",
    ]);
  });

  it("are empty if nothing was compared by load", () => {
    expect(prepareRamps(plain, prepareRuns(plain, [0, 1]))).toBeNull();
  });
});
