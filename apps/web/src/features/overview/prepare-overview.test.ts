import type { LatestRunOverview, ServiceOverview } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { prepareOverview } from "./prepare-overview.ts";

const now = new Date("2025-11-13T03:30:00Z");
const none = {
  misses: 0,
  regressed: 0,
  unsure: 0,
  holds: 0,
  "no-change": 0,
  "not-judged": 0,
  pending: 0,
  open: 0,
};

const service = (name: string, changes: Partial<ServiceOverview> = {}): ServiceOverview => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  experiments: 1,
  counts: { ...none, holds: 1 },
  runsTotal: 1,
  latestAt: new Date("2025-11-05T03:30:00Z"),
  peaks: 0,
  peaksProven: 0,
  lowest: null,
  ...changes,
});

const lowest = {
  experimentId: "e",
  name: "Simple",
  throughput: 52_399.2,
  accepted: false,
  elsewhere: null,
  calibration: null,
};
const prepare = (services: ServiceOverview[], latestRuns: LatestRunOverview[] = []) =>
  prepareOverview({ services, servicesTotal: services.length, latestRuns, stale: [], staleTotal: 0 }, now);

describe("a service of the overview", () => {
  it("is as good as the worst of its latest outcomes", () => {
    const states = (counts: Partial<ServiceOverview["counts"]>) =>
      prepare([service("A", { counts: { ...none, ...counts } })]).services[0];
    expect(states({ holds: 3, regressed: 1, misses: 1 })).toMatchObject({
      state: "misses",
      verdicts: "1 missing their targets, 1 regressed, 3 holding",
    });
    expect(states({ holds: 3, unsure: 1, open: 2 })?.state).toBe("unsure");
    expect(states({ holds: 3, regressed: 1, unsure: 1 })?.state).toBe("regressed");
    expect(states({ holds: 1, open: 2, "not-judged": 1 })?.state).toBe("holds");
    expect(states({ open: 2, "not-judged": 1 })?.state).toBe("not-judged");
    expect(states({ open: 2 })?.state).toBe("open");
  });

  it("has the lowest capacity of its peak experiments, and none if one has no proof", () => {
    const capacity = (changes: Partial<ServiceOverview>) =>
      prepare([service("A", changes)]).services[0]?.capacity;
    expect(capacity({ peaks: 2, peaksProven: 2, lowest })).toEqual({
      proven: true,
      value: "52,399",
      of: "Simple",
      href: "/experiments/e",
      remark: "",
    });
    const doubtful = { ...lowest, accepted: true, elsewhere: "staging" };
    expect(capacity({ peaks: 1, peaksProven: 1, lowest: doubtful })).toMatchObject({
      remark: "on staging, missed a target, accepted",
    });
    expect(capacity({ peaks: 3, peaksProven: 2, lowest })).toEqual({
      proven: false,
      state: "none",
      missing: "1 of 3 experiments that represent the peak has no proof",
    });
    expect(capacity({ peaks: 1 })).toMatchObject({ proven: false, state: "none" });
    expect(capacity({})).toMatchObject({ state: "open", missing: "no experiment represents the peak" });
  });
});

describe("the sentence of the overview", () => {
  it("counts services, and those without proven capacity", () => {
    const services = [
      service("A", { peaks: 1 }),
      service("B", { counts: { ...none, misses: 1 } }),
      service("C", { counts: { ...none, open: 1 } }),
    ];
    expect(prepare(services).sentence).toEqual({
      lead: "1 of 3 services holds.",
      rest: "1 misses, 1 without results. 1 without proven capacity.",
    });
  });

  it("names the only one", () => {
    expect(prepare([service("Checkout", { peaks: 1 })]).sentence).toEqual({
      lead: "Checkout holds.",
      rest: "Its capacity is unproven.",
    });
  });

  it("counts the services that are shown", () => {
    const model = prepareOverview(
      { services: [service("A")], servicesTotal: 80, latestRuns: [], stale: [], staleTotal: 0 },
      now,
    );
    expect(model).toMatchObject({
      more: 79,
      sentence: { lead: "1 of the 1 most recently tested services holds." },
    });
  });
});

it("shows the results of a run that was just published", () => {
  const run: LatestRunOverview = {
    id: "r",
    number: 4,
    outcome: null,
    status: "finished",
    publishedAt: new Date("2025-11-20T03:00:00Z"),
    ranAt: new Date("2025-11-13T03:00:00Z"),
    environment: null,
    otherBranch: null,
    setAside: null,
    commit: null,
    throughput: 40_269,
    p99Ms: null,
    p99RangeMs: null,
    experiment: { id: "e", name: "Mix" },
    service: { slug: "shop", name: "Shop" },
  };
  expect(prepare([], [run]).runs[0]).toMatchObject({
    state: "pending",
    figures: "40,269 req/s",
    href: "/runs/r",
    experiment: { href: "/experiments/e" },
  });
  expect(prepare([], [run]).pending).toBe(true);
  expect(prepare([], [{ ...run, outcome: "holds" }]).pending).toBe(false);
  // Its services were read a moment before its outcome was stored.
  const unjudged = service("A", { counts: { ...none, pending: 1 } });
  expect(prepare([unjudged], [{ ...run, outcome: "holds" }]).pending).toBe(true);
  expect(prepare([], [{ ...run, otherBranch: "faster" }]).runs[0]?.otherBranch).toBe("faster");
  const ranged = { ...run, p99RangeMs: { low: 100, high: 103 } };
  expect(prepare([], [ranged]).runs[0]?.figures).toBe("40,269 req/s · p99 100–103 ms");
});
