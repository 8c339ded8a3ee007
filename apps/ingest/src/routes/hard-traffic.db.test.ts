import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RATE, Scraping, START } from "../testing/scraping.ts";
import type { Sender } from "../testing/scraping.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let app: Scraping;
beforeAll(async () => {
  world = await createTestApp();
  app = new Scraping(world);
});
afterAll(() => world.close());

const pod = (name: string, more: Partial<Sender> = {}): Sender => {
  return { external: {}, tags: { instance: `${name}:8080` }, ...more };
};

describe("traffic that is counted to the request", () => {
  it("is that of scrapes of a minute", async () => {
    await app.scrape("slow-scrapes", 1_200, [pod("a"), pod("b", { offset: 25 })], { every: 60 });
    expect(await app.counted("slow-scrapes")).toBe(2 * 1_140 * RATE);
  });

  it("is that of three sources, one of which is late by ten minutes", async () => {
    const late = pod("c", { offset: 9, ahead: -600 });
    await app.scrape("late", 900, [pod("a"), pod("b", { offset: 4 }), late]);
    expect(await app.counted("late")).toBe(3 * 885 * RATE);
    const { offClock, gaps } = await app.trafficOf("late");
    expect(offClock).toMatchObject({ aheadSeconds: -600, partly: true });
    expect(gaps).toEqual([]);
  });

  it("is that of counters of 10^12", async () => {
    await app.scrape("large", 300, [pod("a")], { served: 1e12 / RATE });
    expect(await app.counted("large")).toBe(285 * RATE);
  });

  it("is that of a deploy that renames all pods while the replica that is counted dies", async () => {
    const read = (replica: string, offset: number, from: number, until: number) =>
      ["a", "b", "c"].flatMap((name) => {
        const of = (own: string, begin: number, end: number) =>
          pod(`${own}-${name}`, { external: { __replica__: replica }, offset, from: begin, until: end });
        return [of("old", from, Math.min(until, 450)), of("new", Math.max(from, 480), until)];
      });
    const dying = read("prometheus-0", 0, 0, 440);
    await app.scrape("deploy", 900, [...dying, ...read("prometheus-1", 7, 0, 900)]);
    // Until the last scrape that is counted of the old pods (435 s), and from the first of the new ones (487 s) to the last (892 s).
    expect(await app.counted("deploy")).toBe(3 * (435 + 892 - 487) * RATE);
    const { total, begun } = await app.trafficOf("deploy");
    expect(total.errors).toBe(0);
    // What the new pods had counted by then may be of any time, and isn't in the figures.
    expect(begun).toMatchObject({ processes: 3, requestsAtMost: 3 * (START + 487 * RATE) });
    expect((await app.trafficOf("slow-scrapes")).begun).toBeNull();
  });
});

describe("a service without a success", () => {
  it("counts, from the first second on", async () => {
    const failing = pod("a", { tags: { instance: "a:8080", code: "500" } });
    await app.scrape("failing", 600, [failing]);
    expect(await app.counted("failing")).toBe(585 * RATE);
    const { total } = await app.trafficOf("failing");
    expect(total).toMatchObject({ requests: 585 * RATE, errors: 585 * RATE, errorRate: 1 });
    expect(total.throughput).toBeCloseTo(RATE, 0);
  });

  it("has a first success in the second in which it happened", async () => {
    const codes = (code: string, more: Partial<Sender>) =>
      pod("a", { tags: { instance: "a:8080", code }, ...more });
    await app.scrape("recovers", 900, [codes("500", {}), codes("200", { from: 600 })]);
    await app.counted("recovers");
    const { total } = await app.trafficOf("recovers");
    expect(total.errors).toBe(885 * RATE);
  });
});
