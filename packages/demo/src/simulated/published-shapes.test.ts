import { describe, expect, it } from "vitest";
import { longRun } from "../published/long-run.ts";
import { queue } from "../published/queue.ts";
import { ramps } from "../published/ramps.ts";
import { longRunRun } from "./long-run.ts";
import { queueRuns } from "./queue.ts";
import { rampRuns } from "./ramps.ts";
import type { Summary } from "./write-summary.ts";

const lastNight = new Date("2026-03-10T02:00:00Z");
const summaryOf = (file: string) => JSON.parse(file) as Summary;
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const gauge = ({ gauges }: Summary, wanted: string) =>
  gauges.find(({ name }) => name === wanted)?.values.map(([, value]) => value) ?? [];

describe("the queue's runs", () => {
  const runs = queueRuns(lastNight).map((run) => summaryOf(run.file()));

  it("reach the published lags, write units, instances and CPU", () => {
    const third = queue.secondLag.value * (1 - queue.lagReductionPercent.value / 100);
    expect(runs.map((run) => most(gauge(run, "consumer lag")))).toEqual([
      queue.firstLag.value,
      queue.secondLag.value,
      third,
    ]);
    const unitsOf = [queue.firstWriteUnits, queue.secondWriteUnits, queue.thirdWriteUnits];
    expect(runs.map((run) => most(gauge(run, "write units")))).toEqual(unitsOf.map(({ value }) => value));
    expect(runs.map((run) => gauge(run, "instances").at(-1))).toEqual([
      queue.firstInstances.value,
      queue.secondInstances.value,
      queue.secondInstances.value,
    ]);
    expect(runs.map((run) => gauge(run, "instances")[0])).toContain(queue.minInstances.value);
    const cpu = most(gauge(runs[0] ?? summaryOf("{}"), "cpu"));
    expect(cpu).toBeLessThanOrEqual(queue.firstCpuPercent.value);
    expect(cpu).toBeGreaterThan(queue.firstCpuPercent.value - 3);
  });

  it("consume what is produced, and recover in the published time", () => {
    for (const { intervals } of runs) {
      const loaded = intervals.filter(({ at }) => at >= 400 && at < 600);
      const consumed = loaded.reduce((sum, { total }) => sum + (total?.requests ?? 0), 0) / 200;
      expect(Math.abs(consumed / queue.messagesPerSecond.value - 1)).toBeLessThan(0.02);
    }
    const lags = gauge(runs[0] ?? summaryOf("{}"), "consumer lag");
    expect(lags.findLastIndex((lag) => lag > 0) * 10 - 600).toBeCloseTo(
      queue.recoveryMinutes.value * 60 - 10,
      5,
    );
  });
});

describe("the long run", () => {
  const summary = summaryOf(longRunRun(lastNight).file());
  const { intervals } = summary;
  const cells = (wanted: string) =>
    intervals.flatMap(({ labels = [] }) => labels.filter(({ label }) => label === wanted));

  it.each([
    ["insert", 0.5, longRun.insertP50],
    ["insert", 0.9, longRun.insertP90],
    ["insert", 0.99, longRun.insertP99],
    ["select", 0.5, longRun.selectP50],
    ["select", 0.9, longRun.selectP90],
    ["select", 0.99, longRun.selectP99],
  ] as const)("has as many %s within the published latency as published: %d", (label, share, { value }) => {
    const all = cells(label).flatMap(({ buckets }) => buckets ?? []);
    const { upperBounds = [] } = all[0] ?? {};
    const counts = [...upperBounds, Infinity].map((_, at) =>
      all.reduce((sum, one) => sum + (one.counts[at] ?? 0), 0),
    );
    const requests = counts.reduce((sum, count) => sum + count, 0);
    let below = 0;
    const at = counts.findIndex((count) => (below += count) >= share * requests);
    expect(Math.abs((upperBounds[at] ?? NaN) / value - 1)).toBeLessThan(0.06);
  });

  it("lasts as long, with the published rates, and its gauges stay in their bands", () => {
    const seconds = intervals.reduce((sum, one) => sum + one.seconds, 0);
    expect(seconds).toBe(longRun.hours.value * 3_600);
    const perSecond = (label: string, of: "requests" | "items") =>
      cells(label).reduce((sum, one) => sum + (one[of] ?? 0), 0) / seconds;
    expect(perSecond("insert", "items") / longRun.insertRows.value).toBeCloseTo(1, 2);
    expect(perSecond("select", "requests") / longRun.selects.value).toBeCloseTo(1, 2);
    expect(perSecond("select", "items") / longRun.selectRows.value).toBeCloseTo(1, 2);
    const cpu = gauge(summary, "cpu");
    expect(least(cpu)).toBeGreaterThanOrEqual(longRun.cpuLow.value);
    expect(most(cpu)).toBeLessThanOrEqual(longRun.cpuHigh.value);
    const storage = gauge(summary, "storage");
    expect([storage[0], storage.at(-1)]).toEqual([longRun.storageLow.value, longRun.storageHigh.value]);
  });
});

describe("the ramps", () => {
  const [first = [], second = []] = rampRuns(lastNight).map((run) => rowsOf(run.file()));

  it("add users evenly, as published", () => {
    for (const rows of [first, second]) {
      expect(least(rows.map(({ users }) => users))).toBeLessThan(20);
      expect(most(rows.map(({ users }) => users))).toBe(ramps.toUsers.value);
    }
  });

  it("bend at the published numbers of users", () => {
    const { firstLowUsers, firstTolerableUsers, secondLowUsers, secondPlateauUsers } = ramps;
    expect(medianMillis(first, 50, firstLowUsers.value)).toBeLessThan(300);
    expect(medianMillis(first, firstTolerableUsers.value - 20, firstTolerableUsers.value)).toBeGreaterThan(
      1_500,
    );
    expect(medianMillis(second, 50, secondLowUsers.value)).toBeLessThan(300);
    const broken =
      countIn(first, firstTolerableUsers.value + 100) / countIn(first, firstTolerableUsers.value);
    expect(broken).toBeLessThan(0.7);
    const level = countIn(second, secondPlateauUsers.value + 300) / countIn(second, secondPlateauUsers.value);
    expect(level).toBeGreaterThan(0.9);
    expect(level).toBeLessThan(1.05);
  });
});

interface Row {
  millis: number;
  users: number;
}

function rowsOf(jtl: string): Row[] {
  const lines = jtl.trim().split("\n").slice(1);
  return lines.map((line) => {
    const cells = line.split(",");
    return { millis: Number(cells[1]), users: Number(cells[12]) };
  });
}

function medianMillis(rows: readonly Row[], from: number, to: number): number {
  const within = rows.filter(({ users }) => users >= from && users < to).map(({ millis }) => millis);
  return within.toSorted((a, b) => a - b)[Math.floor(within.length / 2)] ?? NaN;
}

/** Requests that completed while the number of users passed this one: the ramp spends the same time at each. */
function countIn(rows: readonly Row[], users: number): number {
  return rows.filter((row) => Math.abs(row.users - users) <= 20).length;
}
