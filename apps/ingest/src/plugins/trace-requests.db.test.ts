import { SEND_MAIL } from "@headroom/services";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { traceInMemory } from "@headroom/services/testing";
import { startQueues } from "../jobs/start-jobs.ts";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";

let world: TestApp;
let tracing: ReturnType<typeof traceInMemory>;
beforeAll(async () => {
  tracing = traceInMemory("headroom-ingest");
  world = await createTestApp({ isTraced: true });
});
afterAll(async () => {
  await world.close();
  await tracing.stop();
});

it("a request is a trace with its parsing and its statements, below the sender's", async () => {
  await tracing.take();
  const response = await world.app.inject({
    method: "POST",
    url: "/v1/runs?service=Secret+shop&experiment=Secret+mix",
    headers: {
      authorization: `Bearer ${world.home.ingestToken}`,
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    payload: jtl({ rows: 3_000 }),
  });
  expect(response.statusCode).toBe(201);
  const spans = await tracing.take();
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]));
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named("POST /v1/runs");
  expect(request?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(request?.attributes).toEqual({
    "headroom.request.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "http.request.method": "POST",
    "http.route": "/v1/runs",
    "http.response.status_code": 201,
  });
  const [parse] = named("parse");
  expect(parse?.attributes).toEqual({ "headroom.format": "jmeter-csv" });
  const transactions = named("transaction");
  const writing = transactions.find(
    (one) => one.attributes["headroom.workspace.id"] === world.home.workspaceId,
  );
  expect(writing?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  const inserts = named("INSERT");
  expect(inserts.length).toBeGreaterThan(0);
  for (const { attributes } of inserts) expect(attributes["db.query.text"]).toMatch(/\$1/);
  const text = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(text).not.toMatch(/secret/i);
  expect(text).not.toContain(world.home.ingestToken);
});

it("an unknown path is not named, and health checks aren't traced", async () => {
  for (const url of ["/no/such/secret", "/healthz"]) await world.app.inject({ url });
  const spans = await tracing.take();
  expect(spans.map(({ name, attributes }) => [name, attributes["http.response.status_code"]])).toEqual([
    ["unknown route", 404],
  ]);
});

it("background work starts no trace", async () => {
  await world.test.db.ping();
  await world.test.db.asJobs((tx) => tx.query("select 1"));
  expect(await tracing.take()).toEqual([]);
});

it("a job is a trace of its own, marked if it fails", async () => {
  await tracing.take();
  const { db } = world.test;
  const send = vi.fn<() => Promise<void>>(async () => {
    await db.asJobs((tx) => tx.query("select 1"));
    throw new Error("very secret");
  });
  const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  const jobs = startQueues(world.test.services, { [SEND_MAIL]: send }, silent);
  await db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.query("select queue_job($1, '{}', null, 1)", [SEND_MAIL]),
  );
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), { timeout: 20_000 });
  await jobs.stop();
  const spans = await tracing.take();
  const job = spans.find(({ name }) => name === "job send-mail");
  expect(job?.parentSpanContext).toBeUndefined();
  expect(job?.attributes).toEqual({ "headroom.job.attempt": 1, "error.type": "Error" });
  const { spanId = "" } = job?.spanContext() ?? {};
  expect(spans.filter((span) => span.parentSpanContext?.spanId === spanId).map(({ name }) => name)).toEqual([
    "transaction",
  ]);
});
