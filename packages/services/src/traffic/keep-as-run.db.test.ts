import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { createExperiment } from "../experiment/create.ts";
import { TEST_IMPORT_LIMITS as limits } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { getTraffic } from "./get-traffic.ts";
import { keepAsRun } from "./keep-as-run.ts";

const KEPT = { 1: 2, 10: 14, 60: 90, 600: 730 };

let home: Traffic;
beforeAll(async () => {
  home = await Traffic.open();
});
afterAll(() => home.world.close());

/** Bodies have the time of this machine. */
const inTime = (ctx: Context): Context => ({ ...ctx, clock: () => new Date() });
const at = (second: number) => new Date(second * 1_000).toISOString();
const keep = (service: string, body: object, ctx = home.world.home.owner, key: string | null = null) =>
  keepAsRun({
    ctx: inTime(ctx),
    uploads: home.world.uploads,
    keepDays: KEPT,
    input: { service, body, idempotencyKey: key, limits, webUrl: "https://headroom.example" },
  });

/** Two labels, each with a request a second, and every tenth one failed. */
function minuteOf(begin: number): Value[] {
  return Array.from({ length: 60 }, (_, second) =>
    ["/a", "/b"].map((name) => ({
      second: begin + second,
      value: 20 + second,
      tags: { name, expected_response: second % 10 === 0 ? "false" : "true" },
    })),
  ).flat();
}

describe("a run of live traffic", () => {
  it("has what the service reported, to the last request, its labels and its gauges", async () => {
    const begin = now() - 600;
    const users = bodyOf(
      [10, 30].map((second) => ({ second: begin + second, value: second, tags: {} })),
      { name: "vus", kind: "gauge" },
    );
    await home.deliver("Kept", [bodyOf(minuteOf(begin)), users, bodyOf(minuteOf(begin + 120))]);
    const range = { from: at(begin), to: at(begin + 60) };
    const traffic = await getTraffic({
      ctx: inTime(home.world.home.viewer),
      keepDays: KEPT,
      input: { service: "kept", ...range },
    });
    const { status, answer } = await keep("kept", {
      ...range,
      experiment: "Friday evening",
      environment: "production",
      notes: "Before the fix",
    });
    expect(status).toBe(201);
    expect(traffic.total.requests).toBe(120);
    const { requests, errors, latencyMs } = answer.summary;
    expect({ requests, errors, latencyMs }).toEqual({
      requests: traffic.total.requests,
      errors: traffic.total.errors,
      latencyMs: traffic.total.latencyMs,
    });
    expect(
      answer.summary.labels.map(({ label, requests: of, errors: failed }) => [label, of, failed]),
    ).toEqual([
      ["/a", 60, 6],
      ["/b", 60, 6],
    ]);
    expect(answer.run).toMatchObject({
      tool: "live-traffic",
      status: "finished",
      startedAt: range.from,
      endedAt: range.to,
      finestStepSeconds: 1,
    });
    expect(answer.proof.reasons.join(" ")).toContain("users may wait or leave");
    expect(answer.proof.reasons.join(" ")).not.toContain("tool");
    const stored = await home.inHome(async ({ prisma }) => ({
      run: await prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } }),
      audit: await prisma.auditEntry.findMany({ where: { subjectId: answer.run.id } }),
      gauges: await prisma.series.count({ where: { runId: answer.run.id, kind: "gauge" } }),
    }));
    expect(stored.run).toMatchObject({
      environment: "production",
      notes: "Before the fix",
      loadModel: "unknown",
    });
    expect(stored.audit).toMatchObject([
      { action: "run.keep", actorId: home.world.home.ownerId, detail: range },
    ]);
    expect(stored.gauges).toBe(1);
  });

  it("says that errors aren't reported, or are a lower bound", async () => {
    const begin = now() - 900;
    const unknown = minuteOf(begin).map(({ second, value }) => ({ second, value, tags: { name: "/a" } }));
    await home.deliver("Unknown", [bodyOf(unknown), bodyOf(minuteOf(begin + 60))]);
    const of = async (from: number, to: number) =>
      (await keep("unknown", { from: at(from), to: at(to), experiment: "Mix" })).answer.summary;
    expect(await of(begin, begin + 60)).toMatchObject({ requests: 120, errors: null, errorRate: null });
    expect(await of(begin, begin + 120)).toMatchObject({ requests: 240, errors: 12, errorsAtLeast: true });
  });

  it("names an outage in which all requests failed, and no silence", async () => {
    const begin = now() - 2_400;
    const down = minuteOf(begin + 60).map(({ second, value, tags }) => ({
      second,
      value,
      tags: { name: tags?.["name"] ?? "", expected_response: second < begin + 105 ? "false" : "true" },
    }));
    await home.deliver("Down", [bodyOf(minuteOf(begin)), bodyOf(down), bodyOf(minuteOf(begin + 150))]);
    const { answer } = await keep("down", { from: at(begin), to: at(begin + 210), experiment: "Mix" });
    expect(answer.phase?.holes).toEqual([{ from: at(begin + 60), to: at(begin + 105) }]);
    expect(answer.summary.errors).toBe(12 + 90 + 12);
  });

  it("is one run for one key, and is judged by the experiment's targets", async () => {
    const begin = now() - 1_200;
    await home.deliver("Judged", [bodyOf(minuteOf(begin))]);
    const key = randomUUID();
    const body = { from: at(begin), to: at(begin + 60), experiment: "Mix" };
    const first = await keep("judged", body, home.world.home.owner, key);
    const again = await keep("judged", body, home.world.home.owner, key);
    expect(again).toMatchObject({ replayed: true, answer: { run: { id: first.answer.run.id } } });
    await expect(
      keep("judged", { ...body, to: at(begin + 30) }, home.world.home.owner, key),
    ).rejects.toMatchObject({ code: "key-reused" });
    const other = await keep("judged", body);
    expect(other.answer.run.id).not.toBe(first.answer.run.id);
    expect(other.answer.warnings).toEqual(first.answer.warnings);
  });

  it("needs a member, a known service, requests, and a range that a run can have", async () => {
    const begin = now() - 1_500;
    const id = await home.deliver("Guarded", [bodyOf(minuteOf(begin))]);
    const body = { from: at(begin), to: at(begin + 60), experiment: "Mix" };
    const refused = async (input: object, ctx = home.world.home.owner, service = "guarded") =>
      keep(service, input, ctx).then(
        () => null,
        (error: { code?: string }) => error.code ?? "no code",
      );
    const { home: workspace, foreign, test } = home.world;
    const tokenOf = (scopes: readonly ("read" | "ingest")[], serviceId: string | null) =>
      contextOf(test.services, workspace.workspaceId, {
        kind: "token",
        id: test.services.newId(),
        scopes,
        serviceId,
      });
    const held = (serviceId: string) => tokenOf(["read", "ingest"], serviceId);
    expect(await refused(body, workspace.viewer)).toBe("scope-missing");
    for (const scopes of [["read"], ["ingest"]] as const)
      expect(await refused(body, tokenOf(scopes, null))).toBe("scope-missing");
    expect(await refused(body, foreign.owner)).toBe("not-found");
    expect(await refused(body, workspace.owner, "nowhere")).toBe("not-found");
    const judged = await home.inHome(({ prisma }) => prisma.service.findFirst({ where: { slug: "judged" } }));
    expect(await refused(body, held(judged?.id ?? ""))).toBe("not-found");
    expect(await refused(body, held(id))).toBeNull();
    expect(await refused({ ...body, from: at(begin - 300), to: at(begin - 200) })).toBe(
      "parameter-unreadable",
    );
    expect(await refused({ ...body, from: body.to, to: body.from })).toBe("parameter-unreadable");
    expect(await refused({ ...body, from: at(now() + 60), to: at(now() + 90) })).toBe("parameter-unreadable");
    expect(await refused({ ...body, from: at(begin - 90 * 86_400) })).toBe("run-too-long");
    const longAgo = now() - 731 * 86_400;
    expect(await refused({ ...body, from: at(longAgo), to: at(longAgo + 60) })).toBe("parameter-unreadable");
    expect(await refused({ ...body, experiment: undefined })).not.toBeNull();
    const left = await home.inHome(({ prisma }) =>
      prisma.part.count({ where: { state: { not: "published" } } }),
    );
    expect(left).toBe(0);
  });

  it("counts every request in longer cells, too", async () => {
    const begin = Math.floor((now() - 7_200) / 600) * 600;
    await home.deliver("Long", [bodyOf(minuteOf(begin + 30)), bodyOf(minuteOf(begin + 1_817))]);
    const targets = ["throughput <= 1/s", "throughput >= 1/s"];
    await createExperiment({ ctx: home.world.home.owner, input: { service: "Long", name: "Mix", targets } });
    const { answer } = await keepAsRun({
      ctx: inTime(home.world.home.owner),
      uploads: home.world.uploads,
      keepDays: KEPT,
      input: {
        service: "long",
        body: { from: at(begin + 31), to: at(begin + 1_870), experiment: "Mix" },
        idempotencyKey: null,
        // So few cells that seconds don't fit.
        limits: { ...limits, runCells: 600 },
        webUrl: "https://headroom.example",
      },
    });
    expect(answer.summary.requests).toBe(118 + 106);
    expect(answer.warnings).toMatchObject([{ code: "traffic-silent", count: 1_727 }]);
    // Over the whole time, throughput is lower than it was: that isn't a target met.
    expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["unsure", "unsure"]);
    expect(answer.targets[0]?.reason).toContain("reported nothing for part of the time");
    expect(answer.targets[1]?.reason).toContain("Users sent this load");
    // Silence isn't an outage.
    expect(answer.phase?.holes ?? []).toEqual([]);
    expect(answer.run.finestStepSeconds).toBeGreaterThanOrEqual(10);
  });
});
