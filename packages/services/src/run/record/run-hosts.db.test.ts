import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleSink } from "@headroom/core";
import { Importing, sampleSource, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import { getRun } from "./get.ts";

const START = 1_700_000_000;
const completed = (second: number) => (START + second) * 1e6;

/** 300 requests to one host, 100 to another, 100 to none. */
const toHosts = (sink: SampleSink) => {
  for (let at = 0; at < 500; at++) {
    const host = at % 5 < 3 ? "shop.example" : at % 5 === 3 ? "pay.example:8443" : null;
    const latency = at % 5 < 3 ? 20_000 : 80_000;
    sink.add(sink.label("GET /", "request", host), completed(at), latency, at % 50 === 3, 1, 0);
  }
};

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

describe("the tested hosts of a run", () => {
  it("are in its answer, busiest first, with what they answered", async () => {
    const { answer } = await world.upload(
      { experiment: "hosts" },
      sampleSource([], { accepted: 500 }, toHosts),
    );
    expect(answer.hosts).toEqual([
      {
        host: "shop.example",
        requests: 300,
        share: 0.6,
        errors: 0,
        meanMs: 20,
        latencyMs: { p50: 20, p95: 20, p99: 20 },
      },
      expect.objectContaining({ host: "pay.example:8443", requests: 100, errors: 10, meanMs: 80 }),
      expect.objectContaining({ host: null, requests: 100, share: 0.2 }),
    ]);
  });

  it("are added up over generators, and count only labels that were kept", async () => {
    const run = { experiment: "hosts of generators", run: "r", "except-label": ["setup*"] };
    const withSetup = (sink: SampleSink) => {
      toHosts(sink);
      sink.add(sink.label("setup", "request", "admin.example"), completed(1), 1_000, false, 1, 0);
    };
    await world.upload({ ...run, generator: "a" }, sampleSource([], { accepted: 500 }, withSetup));
    const { answer } = await world.upload(
      { ...run, generator: "b" },
      sampleSource([], { accepted: 500 }, withSetup),
    );
    const { answer: read } = await getRun({
      ctx: world.home.viewer,
      input: { runId: answer.run.id, webUrl },
    });
    expect(read.hosts.map(({ host, requests }) => [host, requests])).toEqual([
      ["shop.example", 600],
      ["pay.example:8443", 200],
      [null, 200],
    ]);
  });

  it("have whole milliseconds where the tool rounds to them", async () => {
    const whole = (sink: SampleSink) => {
      for (let at = 0; at < 200; at++)
        sink.add(
          sink.label("GET /", "request", "shop.example"),
          completed(at),
          13_000 + (at % 4) * 1_000,
          false,
          1,
          0,
        );
    };
    const source = sampleSource([], { accepted: 200 }, whole);
    const { answer } = await world.upload({ experiment: "rounded hosts" }, source);
    const { answer: read } = await getRun({
      ctx: world.home.viewer,
      input: { runId: answer.run.id, webUrl },
    });
    expect(answer.hosts[0]?.latencyMs).toEqual({ p50: 14, p95: 16, p99: 16 });
    expect(read.hosts).toEqual(answer.hosts);
  });

  it("are an empty list if the source names no host", async () => {
    const plain = { label: "GET /", completedAtMicros: completed(1), latencyMicros: 1_000, failed: false };
    const { answer } = await world.upload({ experiment: "no hosts" }, sampleSource([plain]));
    expect(answer.hosts).toEqual([]);
  });
});
