import { describe, expect, it } from "vitest";
import { RunAggregation } from "./aggregate.ts";
import { joinHosts } from "./host-register.ts";

const START = 1_700_000_000_000_000;

describe("the figures of each tested host", () => {
  const add = (run: RunAggregation, label: number, latency: number, failed = false) =>
    run.add(label, START + 1_000_000, latency, failed, 1, 0);
  const shown = (run: RunAggregation) =>
    run.finish().hosts.map(({ host, errors, latencies }) => [host, latencies.count, errors, latencies.sum]);

  it("are those of its labels, where each label has one", () => {
    const run = new RunAggregation();
    const [home, pay] = [run.label("home", "request", "shop"), run.label("pay", "request", "bank:8443")];
    add(run, home, 100);
    add(run, home, 300, true);
    add(run, pay, 500);
    add(run, run.label("500", "status"), 300, true);
    add(run, run.label("Checkout", "transaction"), 900);
    expect(run.label("home", "request", "shop")).toBe(home);
    expect(shown(run)).toEqual([
      ["shop", 2, 1, 400],
      ["bank:8443", 1, 0, 500],
    ]);
  });

  it("are told apart where a label has several, or none for some of its requests", () => {
    const run = new RunAggregation();
    const hosts = ["a", "b", null, "b", "a", "c"];
    hosts.forEach((host, at) => add(run, run.label("home", "request", host), 100 * (at + 1), at === 3));
    run.failure(run.label("home", "request", "b"), "500", 1);
    const totals = run.finish();
    expect(totals.labels.map(({ name, total }) => [name, total.requests])).toEqual([["home", 6]]);
    expect(totals.failures.map(({ label }) => label)).toEqual([totals.labels[0]?.label]);
    expect(
      totals.hosts.map(({ host, errors, latencies }) => [host, latencies.count, errors, latencies.sum]),
    ).toEqual([
      ["a", 2, 0, 600],
      ["b", 2, 1, 600],
      ["c", 1, 0, 600],
      [null, 1, 0, 300],
    ]);
  });

  it("are the busiest twenty and the rest, however many there are", () => {
    const run = new RunAggregation();
    for (let host = 0; host < 1_000; host++)
      for (let times = 0; times < 1 + (host % 40 === 7 ? 50 : 0); times++)
        add(run, run.label("home", "request", `h${host}`), 100);
    const { hosts } = run.finish();
    expect(hosts).toHaveLength(21);
    expect(hosts[0]?.host).toBe("h127");
    expect(hosts.at(-1)?.host).toBe("(other)");
    expect(hosts.reduce((sum, { latencies }) => sum + latencies.count, 0)).toBe(1_000 + 25 * 50);
  });

  it("are an empty list if no request has a host", () => {
    const run = new RunAggregation();
    add(run, run.label("home", "request"), 100);
    add(run, run.label("pay", "request", null), 100);
    expect(shown(run)).toEqual([]);
  });

  it("of several parts are added up by host", () => {
    const part = (host: string) => {
      const run = new RunAggregation();
      add(run, run.label("home", "request", host), 100, true);
      add(run, run.label("home", "request", "shop"), 200);
      return run.finish().hosts;
    };
    const joined = joinHosts([part("shop"), part("bank")]);
    expect(joined.map(({ host, errors, latencies }) => [host, latencies.count, errors])).toEqual([
      ["shop", 3, 1],
      ["bank", 1, 1],
    ]);
  });
});
