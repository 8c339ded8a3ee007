import { describe, expect, it } from "vitest";
import { decodeTwins, encodeTwins, hearTwin, twinKeysOf } from "./twin-names.ts";
import type { TwinPlace } from "./twin-names.ts";

const [OLD, NEW] = ["http-request-duration", "otel-http-server"];

/** What becomes of readings of these names at these seconds, in one place. */
function roles(...readings: readonly [second: number, rule: string][]) {
  let known: TwinPlace | null = null;
  return readings.map(([second, rule]) => {
    const heard = hearTwin(known, { rule, atMicros: second * 1e6 });
    known = decodeTwins(encodeTwins(heard.place)) as TwinPlace;
    return heard.role;
  });
}

describe("a process that sends two names", () => {
  it("counts by the better one from when it begins", () => {
    expect(roles([0, OLD], [15, OLD], [15, NEW], [30, OLD], [30, NEW], [45, OLD])).toEqual([
      "counted",
      "counted",
      "counted",
      "unused",
      "counted",
      "unused",
    ]);
  });

  it("goes on with the other one if the better one ends, and misses nothing", () => {
    expect(roles([0, NEW], [15, NEW], [38, OLD], [53, OLD], [68, OLD])).toEqual([
      "counted",
      "counted",
      "waiting",
      "counted",
      "counted",
    ]);
  });

  it("misses nothing if it isn't known yet how often the better one is read", () => {
    expect(roles([0, NEW], [15, OLD], [45, OLD], [90, OLD], [160, OLD])).toEqual([
      "counted",
      "unused",
      "waiting",
      "waiting",
      "counted",
    ]);
  });
});

describe("the keys of a name", () => {
  const keys = (rule: string, tags: Record<string, string>) =>
    twinKeysOf(rule, Object.entries(tags), (identity) => identity);
  const pod = { job: "shop", instance: "10.0.0.1:8080", pod: "shop-0" };

  it("are those of a pod and its sidecars, whatever their ports", () => {
    const sidecar = { ...pod, instance: "10.0.0.1:15090", container: "proxy" };
    expect(keys(OLD, pod)).toEqual(keys(NEW, sidecar));
    const alone = { job: "shop", instance: "10.0.0.1:8080" };
    expect(keys(OLD, alone)).toEqual(keys(NEW, { ...alone, instance: "10.0.0.1:9090" }));
    expect(keys(OLD, alone)?.place).not.toBe(keys(NEW, { ...alone, instance: "10.0.0.2:8080" })?.place);
  });

  it("differ between jobs, clusters, and what names its processes in another way", () => {
    const job = keys(OLD, pod)?.job;
    expect(keys(NEW, { ...pod, pod: "shop-1" })?.job).toBe(job);
    for (const other of [
      { ...pod, job: "gateway" },
      { ...pod, cluster: "b" },
      { ...pod, pod: "" },
    ])
      expect(keys(NEW, other)?.job).not.toBe(job);
  });

  it("don't exist for a proxy, or for a series that doesn't say which process it is from", () => {
    for (const rule of [
      "nginx-ingress-duration",
      "istio-duration",
      "traefik-duration",
      "http-requests-total",
    ])
      expect(keys(rule, pod)).toBeNull();
    expect(keys(NEW, { instance: "a:1" })).toBeNull();
    expect(keys(NEW, { job: "shop" })).toBeNull();
  });
});
