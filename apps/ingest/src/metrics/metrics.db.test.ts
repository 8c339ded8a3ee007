import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildApp } from "../build-app.ts";
import { Room } from "../room/room.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { createMetrics } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";

const page = readFileSync(new URL("../../../../docs/metrics.md", import.meta.url), "utf8");
const dashboard = readFileSync(
  new URL("../../../../docs/examples/grafana/headroom.json", import.meta.url),
  "utf8",
);

let world: TestApp;
let metrics: Metrics;
beforeAll(async () => {
  world = await createTestApp();
  metrics = createMetrics(world.deps);
});
afterAll(() => world.close());

/** The lines of a metric, by what stands before the value. */
async function values(name: string): Promise<Record<string, string>> {
  const lines = (await metrics.registry.metrics()).split("\n").filter((line) => line.startsWith(name));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), /\S+$/.exec(line)?.[0] ?? ""]));
}

it("count requests by route, and nothing that a sender can make up", async () => {
  const { app } = buildApp({ ...world.deps, metrics });
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  await app.inject({ url: "/healthz" });
  await app.inject({ url: "/v1/runs/01a1fe48-0000-7000-8000-000000000000?secret=1", headers });
  for (const path of ["/no/such/page", "/another?x=1"]) await app.inject({ url: path });
  await app.inject({ method: "DELETE", url: "/healthz" });
  const counted = await values("headroom_http_request_duration_seconds_count");
  expect(counted).toEqual({
    'headroom_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}': "1",
    'headroom_http_request_duration_seconds_count{method="GET",route="/v1/runs/:id",status="404"}': "1",
    'headroom_http_request_duration_seconds_count{method="other",route="unknown",status="404"}': "2",
    'headroom_http_request_duration_seconds_count{method="other",route="unknown",status="405"}': "1",
  });
  expect(await values("headroom_http_requests_running")).toEqual({ headroom_http_requests_running: "0" });
  await app.close();
});

it("count requests by workspace, and those without one nowhere", async () => {
  const { app } = buildApp({ ...world.deps, metrics });
  const ask = (method: "GET" | "POST", token: string, payload = "") =>
    app.inject({ method, url: "/v1/runs", headers: { authorization: `Bearer ${token}` }, payload });
  const before = await values("headroom_workspace_");
  await ask("GET", world.home.readToken);
  await ask("POST", world.home.readToken, "12345");
  await ask("GET", "hr_read_nobody");
  const after = await values("headroom_workspace_");
  const risen = (name: string, workspace: string) => {
    const series = `headroom_workspace_${name}_total{workspace="${workspace}"}`;
    return Number(after[series]) - Number(before[series] ?? 0);
  };
  const { workspaceId } = world.home;
  expect(["requests", "refused", "request_bytes"].map((name) => risen(name, workspaceId))).toEqual([2, 1, 5]);
  expect(risen("requests", "others")).toBe(0);
  await app.close();
});

it("describe the installation, and say NaN for what isn't known", async () => {
  expect(await values("headroom_database_up")).toEqual({ headroom_database_up: "1" });
  const [size] = Object.values(await values("headroom_database_size_bytes"));
  expect(Number(size)).toBeGreaterThan(1_000_000);
  expect(await values("headroom_live_entries_oldest")).toEqual({ headroom_live_entries_oldest_seconds: "0" });
  expect(await values("headroom_database_disk_free")).toEqual({ headroom_database_disk_free_bytes: "Nan" });
  const services = {
    ...world.test.services,
    db: { ...world.test.services.db, asJobs: () => Promise.reject(new Error("away")) },
  };
  const room = new Room({ minFreeBytes: 1_000, maxDatabaseBytes: null });
  const text = await createMetrics({ services, room, busiest: world.deps.busiest }).registry.metrics();
  expect(text).toMatch(/^headroom_database_up 0$/m);
  expect(text).toMatch(/^headroom_jobs_failed Nan$/m);
});

it("are served on a port of their own, and nothing else is", async () => {
  const server = await serveMetrics(metrics.registry, { host: "127.0.0.1", port: 0 });
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const answer = await fetch(`${base}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, metrics.registry.contentType]);
  expect(await answer.text()).toContain("process_resident_memory_bytes");
  expect((await fetch(`${base}/v1/runs`)).status).toBe(404);
  expect((await fetch(`${base}/metrics`, { method: "POST" })).status).toBe(404);
  server.close();
});

it("are those that the page and the dashboard name", async () => {
  const own = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  const ours = own.filter((name) => name.startsWith("headroom_"));
  const listed = [...page.matchAll(/^\| `(headroom_\w+)/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(ours));
  const drawn = [...dashboard.matchAll(/\b(?:headroom|nodejs|process)_\w+/g)].map(([name]) => name);
  expect(drawn.length).toBeGreaterThan(8);
  for (const name of drawn) expect(own, name).toContain(name.replace(/_(bucket|count|sum)$/, ""));
});
