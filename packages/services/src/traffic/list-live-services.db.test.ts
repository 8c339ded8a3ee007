import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { createSlo } from "../slo/create.ts";
import { getTraffic } from "./get-traffic.ts";
import { listLiveServices } from "./list-live-services.ts";

const KEPT = { 1: 2, 10: 14, 60: 90, 600: 730 };

/** Bodies have the time of this machine. */
const inTime = (ctx: Context): Context => ({ ...ctx, clock: () => new Date() });

let home: Traffic;
beforeAll(async () => {
  home = await Traffic.open();
  await home.world.upload({ service: "Tested", experiment: "Mix" });
});
afterAll(() => home.world.close());

describe("the services of a workspace", () => {
  it("have the figures of their live traffic, if it is recent, and their experiments", async () => {
    const end = now() - 5;
    const values = Array.from({ length: 60 }, (_, at) => ({ second: end - at, value: 20 }));
    // One or two whole minutes, and parts of the ones beside them.
    const old = Array.from({ length: 18 }, (_, at) => ({ second: end - 1_800 - at * 10, value: 20 }));
    await home.deliver("Live", [bodyOf(values)]);
    const id = await home.deliver("Silent", [bodyOf(old)]);
    const window = { kind: "rolling", days: 30 };
    const slo = await createSlo({
      ctx: home.world.home.owner,
      input: { body: { service: "live", name: "Works", objectivePercent: 99, window }, webUrl: "" },
    });
    await home.inHome(async (tx) => {
      const { workspaceId } = home.world.home;
      const state = { state: "burning-fast", stateAt: new Date() };
      await tx.prisma.sloAlert.create({ data: { sloId: slo.id, workspaceId, emails: [], ...state } });
    });
    const { services, total } = await listLiveServices({ ctx: inTime(home.world.home.viewer) });
    expect(total).toBe(3);
    const of = (slug: string) => services.find((one) => one.slug === slug);
    expect(of("live")).toMatchObject({
      experiments: 0,
      slos: 1,
      alerting: 1,
      now: { requests: 60, throughput: 1, errorRate: null },
    });
    expect(of("live")?.hour).toHaveLength(60);
    expect(of("silent")).toMatchObject({ now: null, latestAt: new Date((end - 1_800) * 1_000) });
    expect(new Set(of("silent")?.hour)).toEqual(new Set([null, 6]));
    expect(of("tested")).toMatchObject({
      experiments: 1,
      slos: 0,
      alerting: 0,
      latestAt: null,
      now: null,
      hour: null,
    });

    const { test, foreign, home: workspace } = home.world;
    expect(await listLiveServices({ ctx: inTime(foreign.owner) })).toEqual({ services: [], total: 0 });
    const held = contextOf(test.services, workspace.workspaceId, {
      kind: "token",
      id: test.services.newId(),
      scopes: ["read"],
      serviceId: id,
    });
    expect((await listLiveServices({ ctx: inTime(held) })).services.map(({ slug }) => slug)).toEqual([
      "silent",
    ]);
  });

  it("add up each label over the whole stretch, however it is stored", async () => {
    const end = now() - 5;
    const body = [0, 1, 59, 60, 61, 700, 1_300, 2_500].flatMap((ago) => [
      { second: end - ago, value: 10, tags: { name: "/a" } },
      { second: end - ago, value: 30, tags: { name: "/b" } },
    ]);
    await home.deliver("Labelled", [bodyOf(body)]);
    const read = (labels: number) =>
      getTraffic({
        ctx: inTime(home.world.home.viewer),
        keepDays: KEPT,
        extent: { points: 100, labels },
        input: { service: "labelled" },
      });
    const traffic = await read(10);
    expect(traffic.labels.map(({ label, requests }) => [label, requests])).toEqual([
      ["/a", 8],
      ["/b", 8],
    ]);
    expect(traffic).toMatchObject({ name: "Labelled", labelsTotal: 2, total: { requests: 16 } });
    expect(traffic.points.length).toBeLessThanOrEqual(100);
    expect(await read(1)).toMatchObject({ labelsTotal: 2, labels: [{ label: "/a" }] });
  });

  it("have no lower throughput next to a silence, in the label either", async () => {
    const begin = Math.floor((now() - 1_800) / 60) * 60;
    // Ten a second from the middle of a minute, and again after ten minutes of silence.
    const stretch = (from: number, to: number) =>
      Array.from({ length: (to - from) * 10 }, (_, at) => {
        return { second: begin + from + Math.floor(at / 10), value: 5, tags: { name: "/a" } };
      });
    await home.deliver("Edges", [bodyOf([...stretch(40, 150), ...stretch(750, 820)])]);
    for (const label of [{}, { label: "/a" }]) {
      const { points, pointSeconds } = await getTraffic({
        ctx: inTime(home.world.home.viewer),
        keepDays: KEPT,
        extent: { points: 30, labels: 10 },
        input: {
          service: "edges",
          ...label,
          from: new Date(begin * 1_000).toISOString(),
          to: new Date((begin + 1_200) * 1_000).toISOString(),
        },
      });
      expect(pointSeconds).toBe(60);
      expect(points.map(({ requests, throughput }) => [requests, throughput])).toEqual([
        [200, 10],
        [600, 10],
        [300, 10],
        [300, 10],
        [400, 10],
      ]);
    }
  });
});
