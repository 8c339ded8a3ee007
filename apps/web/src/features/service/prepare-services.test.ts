import { expect, it } from "vitest";
import type { LiveService, ServiceOverview } from "@headroom/services";
import { nightlyChange } from "../delta/testing/nightly-change.ts";
import { prepareServices } from "./prepare-services.ts";

const COUNTS = {
  misses: 0,
  regressed: 0,
  unsure: 0,
  holds: 0,
  "no-change": 0,
  "not-judged": 0,
  pending: 0,
  open: 0,
};
const NOW = new Date("2026-11-23T08:00:00Z");
const service = (name: string, agoSeconds: number | null): LiveService => ({
  slug: name.toLowerCase(),
  name,
  experiments: 1,
  slos: 0,
  alerting: 0,
  simulated: null,
  latestAt: agoSeconds === null ? null : new Date(NOW.getTime() - agoSeconds * 1_000),
  now: null,
  hour: null,
});

const tested = (
  name: string,
  changes: Partial<typeof COUNTS>,
  worst: ServiceOverview["worst"] = null,
): ServiceOverview => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  experiments: 1,
  counts: { ...COUNTS, ...changes },
  runsTotal: 1,
  latestAt: new Date(NOW.getTime() - 3_600_000),
  heardAt: null,
  peaks: 0,
  peaksProven: 0,
  lowest: null,
  production: null,
  worst,
});

it("says how many services have live traffic now, how many are silent, and that none has any", () => {
  const some = prepareServices(
    { services: [service("A", 3), service("B", 7_200), service("C", null)], total: 3, tested: [] },
    NOW,
  );
  expect(some).toMatchObject({ lead: "3 services.", rest: "1 with live traffic now, 1 silent.", more: 0 });
  expect(some.lines.map(({ lastData }) => lastData)).toEqual(["3 s ago", "2h ago", null]);
  expect(some.lines[0]).toMatchObject({
    href: "/services/a",
    experiments: "1 experiment",
    slos: null,
    now: null,
    spark: null,
  });
  expect(prepareServices({ services: [service("C", null)], total: 9, tested: [] }, NOW)).toMatchObject({
    rest: "",
    more: 8,
    has: { live: false, capacity: false, tests: false, targets: false, changes: false },
  });
});

it("links to the SLOs of a service, and says how many are alerting", () => {
  const of = (slos: number, alerting: number) =>
    prepareServices({ services: [{ ...service("A", 3), slos, alerting }], total: 1, tested: [] }, NOW)
      .lines[0]?.slos;
  expect(of(1, 0)).toEqual({ text: "1 SLO", href: "/services/a/slos", isAlerting: false });
  expect(of(3, 2)).toMatchObject({ text: "3 SLOs, 2 alerting", isAlerting: true });
});

it("lists the worst first, with the words of the overview, and shows only columns that say something", () => {
  const model = prepareServices(
    {
      services: ["A", "B", "C"].map((name) => service(name, null)),
      total: 3,
      tested: [tested("A", { holds: 1 }), tested("C", { misses: 1 })],
    },
    NOW,
  );
  expect(model.lines.map(({ name, state }) => [name, state])).toEqual([
    ["C", "misses"],
    ["B", "open"],
    ["A", "holds"],
  ]);
  expect(model).toMatchObject({
    lead: "3 services.",
    rest: "1 misses targets.",
    has: { live: false, capacity: false, tests: true, targets: false, changes: false },
  });
  expect(model.lines[0]).toMatchObject({ verdicts: "1 misses its targets", last: { age: "1h ago" } });
});

it("says how its worst experiment is against its target, and what changed, as the overview does", () => {
  const worst: NonNullable<ServiceOverview["worst"]> = {
    id: "e",
    name: "Nightly search",
    owner: null,
    service: { id: "A", slug: "a", name: "A" },
    state: "misses",
    representsPeak: false,
    run: { id: "run-46", number: 46, ranAt: "2026-11-22T02:00:00Z", simulated: false, someLabels: false },
    target: {
      text: "p99 <= 120 ms",
      metric: "p99",
      comparator: "<=",
      threshold: 120,
      unit: "ms",
      value: 131.8,
      verdict: "missed",
    },
    changes: [nightlyChange()],
    interval: null,
    since: null,
    metric: "p99",
    limit: { threshold: 0.12, unit: "s" },
    spark: [],
  };
  const model = prepareServices(
    { services: [service("A", null)], total: 1, tested: [tested("A", { misses: 1 }, worst)] },
    NOW,
  );
  expect(model.has).toMatchObject({ targets: true, changes: true });
  expect(model.lines[0]?.worst).toMatchObject({
    name: "Nightly search",
    href: "/experiments/e",
    against: { name: "p99", value: "132 ms", wanted: "120 ms", verdict: "missed" },
    delta: { text: "p99 +23%", since: "since run 32" },
  });
});
