import type { RampAnswer } from "@headroom/contract";
import { describe, expect, it } from "vitest";
import { prepareCapacity } from "./prepare-capacity.ts";

const levels: RampAnswer["levels"] = [100, 500, 700, 900].map((load) => ({
  load,
  from: "2026-11-20T18:00:00.000Z",
  to: "2026-11-20T18:02:00.000Z",
  throughput: load / 20,
  errorRate: 0,
  p50Ms: 200,
  p95Ms: 400,
  meanMs: 220,
}));

const ramp: RampAnswer = {
  gauges: [],
  load: "users",
  levels,
  latency: "p95",
  knee: { value: 500.4, low: 454, high: 515, of: "latency" },
  latencyRises: { value: 500.4, low: 454, high: 515 },
  breaking: { sign: "throughput-falls", heldAt: 700, brokeAt: 900 },
  most: { load: 700, throughput: 35 },
  notes: [{ note: "generator-saturated", fromLoad: 700 }],
  targets: [
    {
      target: "p95 <= 1 s",
      heldTo: 590,
      missedAt: 700,
      metAgainAt: null,
      missedThroughout: false,
      fallsAt: null,
      sentence: "Held to 590 users, broke at 700.",
    },
  ],
  usl: { problem: "Only 4 loads were measured." },
  withMoreData: null,
};

function modelOf(change: Partial<RampAnswer> = {}) {
  const model = prepareCapacity({ tested: null, ramp: { ...ramp, ...change } }, []);
  if ("problem" in model) throw new Error(model.problem);
  return model;
}

describe("the capacity of a ramp", () => {
  it("says where latency rises, where the service breaks, and what casts doubt on it", () => {
    const { sentences, notes, throughput } = modelOf();
    expect(sentences).toEqual([
      "Throughput rises with the load as far as it held. The most was 35.0 req/s at 700 users.",
      "p95 starts to rise at about 500 users (454–515).",
      "It breaks between 700 and 900 users: throughput falls, and that doesn't change at higher loads.",
    ]);
    expect(notes[0]).toMatch(/saturated from 700 users on/);
    expect(throughput.marks.map(({ text, low, high }) => [text, low, high])).toEqual([
      ["knee 500", 454, 515],
      ["breaks 700–900", 700, 900],
    ]);
  });

  it("says that throughput falls beyond a knee that is its peak, and levels off beyond others", () => {
    const first = (knee: RampAnswer["knee"]) => modelOf({ knee }).sentences[0];
    expect(first({ value: 704, low: 700, high: 900, of: "throughput" })).toBe(
      "Throughput rises with the load up to about 704 users (700–900), then falls.",
    );
    expect(first({ value: 500, low: 454, high: 515, of: "throughput" })).toBe(
      "Throughput rises with the load up to about 500 users (454–515), then levels off.",
    );
  });

  it("never says that a service holds more than what was tried", () => {
    const { sentences } = modelOf({ breaking: null, knee: null, latencyRises: null });
    expect(sentences.at(-1)).toBe("It didn't break, up to 900 users. That is the most this run reached.");
  });

  it("passes on why there is nothing to show", () => {
    expect(prepareCapacity({ tested: null, ramp: { problem: "The load was steady." } }, [])).toEqual({
      problem: "The load was steady.",
    });
  });
});
