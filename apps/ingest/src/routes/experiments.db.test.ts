import { RULES_VERSION } from "@headroom/core";
import type { Scope } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { experimentList, experimentTrend, ownToken } from "@headroom/contract";
import { createToken, listAuditLog } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

async function put(body: string, scopes: Scope[] = ["manage"]) {
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "one", scopes } });
  const headers = { authorization: `Bearer ${secret}` };
  const response = await world.app.inject({ method: "PUT", url: "/v1/experiments", headers, payload: body });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

describe("PUT /v1/experiments", () => {
  it("answers 201 for a new experiment, then 200, with its page", async () => {
    const body = JSON.stringify({ service: "Shop", experiment: "Mix", targets: ["p99 <= 200 ms"] });
    const first = await put(body);
    expect(first).toMatchObject({
      status: 201,
      body: { experiment: { url: expect.stringContaining("/experiments/"), version: 1, targetsVersion: 1 } },
    });
    expect(await put(body)).toEqual({ ...first, status: 200 });
  });

  it("needs the scope manage, JSON, and fields that it knows", async () => {
    const body = JSON.stringify({ service: "Shop", experiment: "Mix" });
    expect(await put(body, ["ingest", "read"])).toMatchObject({
      status: 403,
      body: { code: "scope-missing" },
    });
    expect((await put("no JSON")).status).toBe(422);
    expect(await put('{"service":"Shop","experiment":"Mix","rate":5}')).toMatchObject({
      status: 400,
      body: { code: "parameter-unreadable" },
    });
    expect(await put('{"service":"Shop","experiment":"Mix","targets":["p99 <= 200"]}')).toMatchObject({
      status: 400,
      body: { code: "target-unreadable" },
    });
  });
});

it("turns a badge on and off", async () => {
  const { body } = await put('{"service":"Kiosk","experiment":"Badge"}');
  const { id } = body["experiment"] as { id: string };
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "b", scopes: ["manage"] } });
  const set = async (payload: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `/v1/experiments/${id}/badge`;
    const { statusCode, body: told } = await world.app.inject({ method: "PUT", url, headers, payload });
    return { status: statusCode, body: JSON.parse(told) as Record<string, unknown> };
  };
  const url = expect.stringMatching(/\/badge\/[\w-]{43}\.svg$/);
  expect(await set('{"on":true}', secret)).toEqual({ status: 200, body: { url } });
  expect(await set('{"on":false}', secret)).toEqual({ status: 200, body: { url: null } });
  expect(await set('{"on":1}', secret)).toMatchObject({ status: 400 });
  expect(await set('{"on":true}', world.home.readToken)).toMatchObject({ status: 403 });
});

it("sets and removes the baseline", async () => {
  const { body } = await put('{"service":"Kiosk","experiment":"Baseline"}');
  const { id } = body["experiment"] as { id: string };
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "c", scopes: ["manage"] } });
  const upload = async (experiment: string) => {
    const headers = { authorization: `Bearer ${world.home.ingestToken}` };
    const url = `/v1/runs?service=Kiosk&experiment=${experiment}`;
    const sent = await world.app.inject({ method: "POST", url, headers, payload: jtl({ rows: 60 }) });
    return (JSON.parse(sent.body) as { run: { id: string } }).run.id;
  };
  const [run, other] = [await upload("Baseline"), await upload("Another")];
  const set = async (given: string | null, token = secret) => {
    const headers = { authorization: `Bearer ${token}` };
    const payload = JSON.stringify({ run: given });
    const sent = await world.app.inject({
      method: "PUT",
      url: `/v1/experiments/${id}/baseline`,
      headers,
      payload,
    });
    return { status: sent.statusCode, body: JSON.parse(sent.body) as Record<string, unknown> };
  };
  const stored = () =>
    world.test.services.db.inWorkspace(world.home.workspaceId, async (tx) => {
      const { baselineRunId } = await tx.prisma.experiment.findUniqueOrThrow({ where: { id } });
      return baselineRunId;
    });
  expect(await set(run)).toEqual({ status: 200, body: { run } });
  expect(await stored()).toBe(run);
  expect(await set(other)).toMatchObject({ status: 404, body: { field: "run" } });
  expect(await set("x")).toMatchObject({ status: 400, body: { field: "run" } });
  expect(await set(null, world.home.readToken)).toMatchObject({ status: 403 });
  expect(await stored()).toBe(run);
  expect(await set(null)).toEqual({ status: 200, body: { run: null } });
  expect(await stored()).toBeNull();
  const { lines } = await listAuditLog({
    ctx: world.home.owner,
    input: { actions: ["experiment.set-baseline"], before: null },
  });
  expect(lines).toHaveLength(2);
});

it("deletes and restores a run, and deletes an experiment", async () => {
  const headers = { authorization: `Bearer ${world.home.ingestToken}` };
  const url = "/v1/runs?service=Kiosk&experiment=Old%20mix&run=k";
  const sent = await world.app.inject({ method: "POST", url, headers, payload: jtl({ rows: 60 }) });
  const run = `/v1/runs/${sent.json<{ run: { id: string } }>().run.id}`;
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "d", scopes: ["manage"] } });
  const send = async (method: "DELETE" | "POST", to: string, token = secret) => {
    const answer = await world.app.inject({ method, url: to, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.statusCode, body: answer.body === "" ? null : answer.json<unknown>() };
  };
  const { readToken, ingestToken } = world.home;
  for (const token of [readToken, ingestToken]) expect((await send("DELETE", run, token)).status).toBe(403);
  expect((await send("POST", `${run}/restore`)).status).toBe(404);
  const week = new Date(world.test.services.clock().getTime() + 7 * 86_400_000).toISOString();
  expect(await send("DELETE", run)).toEqual({
    status: 200,
    body: { restorableUntil: week, wasBaseline: false },
  });
  expect((await get(run)).status).toBe(404);
  expect((await send("DELETE", run)).status).toBe(404);
  expect((await send("POST", `${run}/restore`, readToken)).status).toBe(403);
  expect(await send("POST", `${run}/restore`)).toEqual({ status: 200, body: { isBaseline: false } });
  expect((await get(run)).status).toBe(200);

  const { experiments } = experimentList.parse((await get("/v1/experiments?service=kiosk")).body);
  const experiment = `/v1/experiments/${experiments.find(({ name }) => name === "Old mix")?.id}`;
  expect((await send("DELETE", `${experiment}?confirmation=Old%20mix`, readToken)).status).toBe(403);
  for (const [query, code] of [
    ["", "parameter-missing"],
    ["?confirmation=Mix", "parameter-unreadable"],
  ] as const)
    expect(await send("DELETE", `${experiment}${query}`)).toMatchObject({
      status: 400,
      body: { code, field: "confirmation" },
    });
  expect(await send("DELETE", `${experiment}?confirmation=Old%20mix`)).toEqual({ status: 204, body: null });
  expect((await send("DELETE", `${experiment}?confirmation=Old%20mix`)).status).toBe(404);
  const actions = ["run.delete", "run.restore", "experiment.delete"];
  const { lines } = await listAuditLog({ ctx: world.home.owner, input: { actions, before: null } });
  expect(lines).toHaveLength(3);
});

async function get(url: string, token = world.home.readToken) {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode: status, body } = await world.app.inject({ url, headers });
  return { status, body: JSON.parse(body) as Record<string, unknown> };
}

describe("GET /v1/experiments", () => {
  it("lists experiments by name with their latest run, a page at a time", async () => {
    const targets = ["p99 <= 1 s"];
    for (const experiment of ["Zebra", "Ant"])
      await put(JSON.stringify({ service: "Zoo", experiment, targets, representsPeak: true }));
    const headers = { authorization: `Bearer ${world.home.ingestToken}` };
    const url = "/v1/runs?service=Zoo&experiment=Ant&commit=abc1234";
    const sent = await world.app.inject({ method: "POST", url, headers, payload: jtl({ rows: 6_000 }) });
    const first = experimentList.parse((await get("/v1/experiments?service=Zoo&limit=1")).body);
    expect(first).toMatchObject({
      total: 2,
      experiments: [{ name: "Ant", service: { slug: "zoo" }, runs: 1 }],
    });
    const { run } = sent.json<{ run: { id: string; url: string } }>();
    expect(first.experiments[0]?.latest).toMatchObject({
      id: run.id,
      url: run.url,
      verdict: "met",
      commit: "abc1234",
      throughput: expect.closeTo(100, 0),
      targets: [{ metric: "p99", threshold: 1, unit: "s", verdict: "met" }],
    });
    const next = encodeURIComponent(first.next ?? "");
    const second = experimentList.parse(
      (await get(`/v1/experiments?service=Zoo&limit=1&cursor=${next}`)).body,
    );
    expect(second).toMatchObject({ experiments: [{ name: "Zebra", latest: null }], next: null });
  });

  it("finds by words, and nothing of another workspace or another service", async () => {
    const listed = async (query: string, token?: string) =>
      experimentList.parse((await get(`/v1/experiments?${query}`, token)).body).experiments;
    expect((await listed("search=zeb")).map(({ name }) => name)).toEqual(["Zebra"]);
    expect(await listed("", world.foreign.readToken)).toEqual([]);
    const { id: serviceId } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "shop" }, select: { id: true } }),
    );
    const input = { name: "shop", scopes: ["read" as const], serviceId };
    const { secret } = await createToken({ ctx: world.home.owner, input });
    expect((await listed("", secret)).map(({ name }) => name)).toEqual(["Mix"]);
    expect(await listed("service=Zoo", secret)).toEqual([]);
    expect(ownToken.parse((await get("/v1/token", secret)).body)).toMatchObject({
      name: "shop",
      scopes: ["read"],
      service: { slug: "shop" },
      workspace: { slug: "home" },
      expiresAt: null,
    });
  });

  it("refuses a cursor that it hasn't given", async () => {
    expect(await get("/v1/experiments?cursor=x")).toMatchObject({
      status: 400,
      body: { code: "parameter-unreadable", field: "cursor" },
    });
  });
});

describe("GET /v1/token", () => {
  it("says what any token is for, and nothing without one", async () => {
    expect((await get("/v1/token", world.home.ingestToken)).body).toMatchObject({
      name: "ci",
      scopes: ["ingest", "read"],
      service: null,
    });
    expect((await get("/v1/token", "hr_wrong")).status).toBe(401);
  });
});

it("POST /v1/judge-again judges again what earlier rules judged, for tokens that may manage", async () => {
  const { body } = await put('{"service":"Ruled","experiment":"Mix"}');
  const { id } = body["experiment"] as { id: string };
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "r", scopes: ["manage"] } });
  const post = async (query: string, token = secret) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await world.app.inject({ method: "POST", url: `/v1/judge-again${query}`, headers });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  };
  for (const query of ["", `?experiment=${id}`])
    expect(await post(query)).toEqual({ status: 202, body: { runs: 0, rulesVersion: RULES_VERSION } });
  expect(await post("?experiment=03bb2cc3-d800-7810-b309-5a5c61d8de74")).toMatchObject({ status: 404 });
  expect(await post("?experiment=x")).toMatchObject({ status: 400 });
  expect(await post("", world.home.readToken)).toMatchObject({ status: 403 });
});

describe("POST /v1/experiments/{id}/trend/accept", () => {
  it("accepts a change with its reason and audit entry for tokens that may manage, and so does its earlier form", async () => {
    const { experiments } = experimentList.parse((await get("/v1/experiments?search=ant")).body);
    const [ant] = experiments;
    const url = `/v1/experiments/${ant?.id}/trend`;
    const change = { runId: ant?.latest?.id, metric: "p99", direction: "rise", before: 100, after: 120 };
    const post = async (scopes: Scope[], body: object, to = "accept") => {
      const { secret } = await createToken({ ctx: world.home.owner, input: { name: "one", scopes } });
      const headers = { authorization: `Bearer ${secret}` };
      return world.app.inject({
        method: "POST",
        url: `${url}/${to}`,
        headers,
        payload: JSON.stringify(body),
      });
    };
    const given = { ...change, reason: "the new\0 index" };
    expect((await post(["ingest", "read"], given)).json()).toMatchObject({ code: "scope-missing" });
    expect((await post(["manage"], { ...given, reason: " " })).json()).toMatchObject({ field: "reason" });
    const early = await post(["manage"], { ...change, word: "known" }, "acknowledgements");
    const { id } = early.json<{ id: string }>();
    // Nothing is held to the level before it, because there is but one run.
    expect((await post(["manage"], given)).json()).toEqual({ id, run: null, why: null });
    const trend = experimentTrend.parse((await get(`/v1/experiments/${ant?.id}/trend`)).body);
    expect(trend.changes).toMatchObject([
      {
        runNumber: 1,
        found: false,
        effect: "worse",
        accepted: { reason: "the new index", by: null, run: null },
      },
    ]);
    const entries = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "trend.acknowledge-change" } }),
    );
    expect(trend.changes[0]?.acknowledged).toMatchObject({ word: "the new index", by: null });
    const entry = { actorKind: "token", subjectId: ant?.latest?.id };
    expect(entries).toMatchObject([entry, entry]);
  });
});
