import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RATE, Scraping } from "../testing/scraping.ts";
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

const OLD = "http_request_duration_seconds";
const NEW = "http_server_request_duration_seconds";
const [OLD_TITLE, NEW_TITLE] = [`Prometheus client (${OLD})`, "OpenTelemetry HTTP server"];

const process = (metric: string, tags: Record<string, string>, more: Partial<Sender> = {}): Sender => {
  return { external: {}, metric, tags, ...more };
};
const host = (number: number) => ({ instance: `10.0.0.${number}:8080` });
const pod = (number: number, port = 8080) => ({
  instance: `10.1.0.${number}:${port}`,
  pod: `shop-${number}`,
});

async function sourcesOf(service: string) {
  const { source, alsoCounted, notCounted } = await app.trafficOf(service);
  return {
    source: source?.title,
    also: alsoCounted.map(({ title }) => title),
    not: notCounted.map(({ title }) => title),
  };
}

describe("an application that sends its durations under two names", () => {
  it("counts whole while half of its processes have the new one", async () => {
    await app.scrape("half", 600, [process(OLD, host(1)), process(NEW, host(2), { offset: 4 })]);
    expect(await app.counted("half")).toBe(2 * 585 * RATE);
    expect(await sourcesOf("half")).toEqual({ source: NEW_TITLE, also: [OLD_TITLE], not: [] });
    // They have all moved, and nothing is added any more.
    await app.scrape("half", 900, [process(NEW, host(2), { offset: 4 })], { served: 600 });
    expect(await sourcesOf("half")).toEqual({ source: NEW_TITLE, also: [], not: [OLD_TITLE] });
  });

  it("counts whole while the half that has moved still sends the old one, too", async () => {
    await app.scrape("moving", 600, [process(OLD, host(1)), process(OLD, host(2)), process(NEW, host(2))]);
    expect(await app.counted("moving")).toBe(2 * 585 * RATE);
    expect(await sourcesOf("moving")).toEqual({ source: NEW_TITLE, also: [OLD_TITLE], not: [] });
  });

  it("counts whole when the first process with the new name appears, and when it is gone again", async () => {
    const canary = process(NEW, host(3), { from: 300, until: 600 });
    const began = await app.scrape("canary", 1_200, [process(OLD, host(1)), process(OLD, host(2)), canary]);
    expect(await app.counted("canary")).toBe((2 * 1_185 + 285) * RATE);
    expect(await app.busiestSecond("canary", began)).toBe(3 * RATE);
    expect(await sourcesOf("canary")).toMatchObject({ source: OLD_TITLE });
  });

  it.each([
    ["new", OLD, NEW],
    ["old", NEW, OLD],
  ])(
    "counts once in a StatefulSet whose pods get the %s name one after the other",
    async (which, before, after) => {
      const job = `rolling-${which}`;
      const pods = [0, 1].flatMap((at) => [
        process(before, pod(at), { until: 300 + at * 150 }),
        process(after, pod(at), { from: 330 + at * 150 }),
      ]);
      const began = await app.scrape(job, 900, pods);
      // What a pod counts between its last scrape and its first one after the restart isn't known.
      expect(await app.counted(job)).toBe((285 + 555 + 435 + 405) * RATE);
      expect(await app.busiestSecond(job, began)).toBe(2 * RATE);
    },
  );

  it("counts once if each process sends both", async () => {
    const both = [1, 2].flatMap((at) => [process(OLD, host(at)), process(NEW, host(at))]);
    await app.scrape("both", 600, both);
    expect(await app.counted("both")).toBe(2 * 585 * RATE);
    // A source, its target and its process for each, and the names of the job.
    expect(await app.rowsOf("both")).toBeLessThanOrEqual(2 * 5 + 1);
    expect(await sourcesOf("both")).toEqual({ source: NEW_TITLE, also: [], not: [OLD_TITLE] });
  });
});

describe("what isn't added", () => {
  it("is a sidecar in every pod", async () => {
    const pods = [0, 1].flatMap((at) => [
      process(OLD, pod(at)),
      process(NEW, pod(at, 15_090), { offset: 3 }),
    ]);
    await app.scrape("sidecar", 600, pods);
    expect(await app.counted("sidecar")).toBe(2 * 585 * RATE);
    expect(await sourcesOf("sidecar")).toEqual({ source: NEW_TITLE, also: [], not: [OLD_TITLE] });
  });

  it("is a gateway of another job", async () => {
    const of = (job: string) => ({ service_name: "gateway", job });
    await app.scrape("gateway", 600, [
      process(NEW, { ...of("shop"), ...host(1) }),
      process(OLD, { ...of("edge"), ...host(2) }),
    ]);
    expect(await app.counted("gateway")).toBe(585 * RATE);
    expect(await sourcesOf("gateway")).toEqual({ source: NEW_TITLE, also: [], not: [OLD_TITLE] });
  });

  it("is an ingress in front of it", async () => {
    const ingress = process("nginx_ingress_controller_request_duration_seconds", host(9));
    await app.scrape("ingress", 600, [process(OLD, host(1)), ingress]);
    expect(await app.counted("ingress")).toBe(585 * RATE);
    expect(await sourcesOf("ingress")).toMatchObject({ source: OLD_TITLE, not: ["NGINX ingress"] });
  });
});
