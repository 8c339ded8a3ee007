import type { LiveRunView } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { gaugeValue, prepareLive } from "./prepare-live.ts";

const NOW = new Date("2026-03-02T10:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

const latencyMs = { min: 1, mean: 40, p50: 36, p90: 80, p95: 98, p99: 147, "p99.9": 250, max: 400 };
const nothing = {
  min: null,
  mean: null,
  p50: null,
  p90: null,
  p95: null,
  p99: null,
  "p99.9": null,
  max: null,
};

const target = (verdict: "met" | "missed" | "unsure") => ({
  text: "p99 <= 200 ms",
  judged: {
    metric: { kind: "percentile", percent: 99 } as const,
    label: null,
    users: null,
    comparator: "<=" as const,
    threshold: 200,
    unit: "ms",
    value: 147,
    margin: 53,
    bound: 0.7,
    interval: null,
    confidence: 0.9,
    failures: null,
    doubt: null,
    window: null,
    verdict,
    reason: "p99 is 147 ms.",
    text: "p99 <= 200 ms",
  },
});

const view = (change: Partial<LiveRunView>): LiveRunView => ({
  id: "1",
  number: 3,
  service: { slug: "shop", name: "Shop" },
  experiment: { id: "2", name: "Peak", hasPage: true },
  warnings: [],
  environment: "staging",
  commit: null,
  branch: null,
  openedAt: ago(90),
  heardAt: ago(2),
  span: { from: ago(90), to: ago(3) },
  writers: [{ name: "a", state: "open", requests: 2_400, heardAt: ago(2) }],
  summary: {
    requests: 2_400,
    items: 2_400,
    errors: 12,
    errorRate: 0.005,
    durationSeconds: 87,
    throughput: 27.6,
    latencyMs,
    latencyIntervalsMs: {},
  },
  targets: [],
  timeline: null,
  labels: { seconds: 60, total: 0, first: [] },
  gauges: [],
  ...change,
});

describe("the words of a live run", () => {
  it("say what has arrived so far, never that a target holds", () => {
    const model = prepareLive(view({ targets: [target("met")] }), NOW);
    expect([model.lead, model.rest]).toEqual(["Running.", "2.4k requests so far, 27.6 req/s, p99 147 ms."]);
    expect(model.soFar).toBe("met so far");
    expect(model.targets.map(({ state, value }) => [state, value])).toEqual([["met so far", "147"]]);
    expect(model.silentFor).toBeNull();
  });

  it("take the worst target, and name those that are judged at the end", () => {
    const later = { text: "max cpu <= 80%", judged: null };
    const model = prepareLive(view({ targets: [target("met"), target("missed"), later] }), NOW);
    expect([model.soFar, model.later]).toEqual(["missed so far", ["max cpu <= 80%"]]);
  });

  it("give the range where only a range is known, beside a verdict that it settles", () => {
    const { text, judged } = target("met");
    const p99 = { low: 50, high: 100 };
    const ranged = view({
      targets: [{ text, judged: { ...judged, value: null } }],
      summary: {
        ...view({}).summary,
        latencyMs: nothing,
        latencyIntervalsMs: { p99 },
        errorsAtLeast: true,
      },
    });
    const model = prepareLive(ranged, NOW);
    expect(model.rest).toBe("2.4k requests so far, 27.6 req/s, p99 50–100 ms.");
    expect(model.targets.map(({ state, value }) => [state, value])).toEqual([["met so far", "50–100"]]);
    const { value: errors } = model.figures.find(({ label }) => label === "Errors") ?? {};
    expect([errors, model.figures.at(-1)?.value]).toEqual(["≥\u00a00.50", "50–100"]);
  });

  it("say that nothing has arrived, without figures that look like zero", () => {
    const summary = { ...view({}).summary, requests: null, errors: null, errorRate: null, throughput: null };
    const model = prepareLive(
      view({ span: null, writers: [], summary: { ...summary, latencyMs: nothing } }),
      NOW,
    );
    expect(model.lead).toBe("Waiting for the first requests.");
    expect(model.figures.map(({ value }) => value)).toEqual(Array(6).fill("–"));
    expect(model.soFar).toBeNull();
  });

  it("say for how long nothing has arrived", () => {
    expect(prepareLive(view({ heardAt: ago(180) }), NOW).silentFor).toBe("3m");
  });

  it("count the writers that still send", () => {
    const writers = (["open", "finished"] as const).map((state) => ({
      name: state,
      state,
      requests: 1,
      heardAt: ago(1),
    }));
    expect(prepareLive(view({ writers }), NOW).meta).toContainEqual({ name: "writers", value: "1 of 2" });
  });

  it("write a gauge as it was measured", () => {
    expect(gaugeValue({ name: "users", unit: null, value: 25, at: NOW })).toBe("25");
    expect(gaugeValue({ name: "cpu", unit: "%", value: 71.25, at: NOW })).toBe("71.25%");
  });
});
