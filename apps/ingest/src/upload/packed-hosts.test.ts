import { aggregateRun } from "@headroom/core";
import type { ParseReport } from "@headroom/core";
import { expect, it } from "vitest";
import { packRun, unpackRun } from "./packed-run.ts";

it("passes the traces of slow requests to another thread", async () => {
  const read = await aggregateRun(
    async (sink) => {
      const label = sink.label("GET /", "request");
      sink.add(label, 1.7e15, 2_000, false, 1, 0);
      sink.traced?.(label, 1.7e15, 2_000, "a3ce929d0e0e4736");
      sink.add(label, 1.7e15, 1_000, false, 1, 0);
      return { accepted: 2 } as ParseReport;
    },
    {},
    async () => {},
  );
  const { totals } = unpackRun(structuredClone(packRun(read)));
  expect(totals?.slowest.map(({ latencyMicros, traceId }) => [latencyMicros, traceId])).toEqual([
    [2_000, "a3ce929d0e0e4736"],
    [1_000, null],
  ]);
});

it("passes the tested hosts of a run to another thread", async () => {
  const read = await aggregateRun(
    async (sink) => {
      for (let at = 0; at < 10; at++)
        sink.add(sink.label("GET /", "request", `h${at % 2}`), 1.7e15 + at, 1_000 * at, at === 3, 1, 0);
      return { accepted: 10 } as ParseReport;
    },
    {},
    async () => {},
  );
  const { totals } = unpackRun(structuredClone(packRun(read)));
  expect(
    totals?.hosts.map(({ host, errors, latencies }) => [host, latencies.count, errors, latencies.sum]),
  ).toEqual([
    ["h0", 5, 0, 20_000],
    ["h1", 5, 1, 25_000],
  ]);
});
