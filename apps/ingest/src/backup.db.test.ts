import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  contextOf,
  createShare,
  createToken,
  getExperiment,
  getOverview,
  getRunHeatmap,
  getTrend,
  getWorkspaceSettings,
  listAuditLog,
  listCatalog,
  listCatalogChoices,
  listExperimentRuns,
  listInvitations,
  listMembers,
  listServices,
  listShares,
  listTokens,
  updateWorkspaceSettings,
  Uploads,
  type Context,
} from "@headroom/services";
import { restoreTestServices, type TestServices } from "@headroom/services/testing";
import { buildApp } from "./build-app.ts";
import { FolderStore } from "./kept-files/folder-store.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";
import { trustJobs } from "./testing/trust-jobs.ts";

/** On a machine that is busy with other work. */
const SOON = { timeout: 20_000 };
const SECOND = 1_772_445_600;

let stores: { from: string; to: string };
let world: TestApp;
let token: string;
let runs: string[];
let peakDay: string;
let experiment: string;
let gameday: string;
let slo: string;
let channel: string;
let delivery: string;
let live: string;
let part: string;
let copy: TestServices;
let copiedApp: FastifyInstance;
let copiedUploads: Uploads;

async function send(method: "GET" | "POST", url: string, payload?: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

async function sendRun(query: string, payload?: string): Promise<string> {
  const answer = await send("POST", `/v1/runs${query}`, payload);
  return (answer["run"] as { id: string }).id;
}

async function fill(): Promise<void> {
  const ctx = world.home.owner;
  const input = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  token = (await createToken({ ctx, input })).secret;
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: true } });
  const upload = "?service=Shop&experiment=Mix&target=p95%3C%3D500ms&generator=a";
  runs = [await sendRun(upload, jtl({ rows: 400 })), await sendRun(upload, jtl({ rows: 500 }))];
  const at = `/v1/runs/${runs[0]}`;
  const { id } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.experiment.findFirstOrThrow({ where: { name: "Mix" }, select: { id: true } }),
  );
  experiment = id;
  await send("POST", `${at}/gauges`, `timestamp,cpu\n${SECOND},50\n${SECOND + 5},60\n`);
  await send("POST", `${at}/events`, '[{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}]');
  await send(
    "POST",
    "/v1/services/shop/events",
    '{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}',
  );
  const day = { startsAt: "2026-11-27T00:00", endsAt: "2026-11-28T00:00", timeZone: "UTC" };
  const event = { eventName: "doors open", eventAt: "2026-11-27T08:00" };
  const made = { service: "shop", name: "Black Friday", ...day, ...event };
  peakDay = (await send("POST", "/v1/peak-days", JSON.stringify(made)))["id"] as string;
  const window = { startsAt: "2026-11-20T18:00", endsAt: "2026-11-20T20:00", timeZone: "UTC" };
  const steps = [{ experiment: "Mix" }, { title: "Kill one instance" }];
  const rehearsal = JSON.stringify({ service: "shop", name: "Rehearsal", peakDay, ...window, steps });
  gameday = (await send("POST", "/v1/gamedays", rehearsal))["id"] as string;
  const finding = { title: "Alert was late", severity: "low" };
  await send("POST", `/v1/gamedays/${gameday}/findings`, JSON.stringify(finding));
  await send("POST", `/v1/gamedays/${gameday}/close`, "{}");
  const objective = { objectivePercent: 99.9, latencyMs: 300, window: { kind: "rolling", days: 30 } };
  const promise = JSON.stringify({ service: "shop", name: "Fast", ...objective });
  slo = (await send("POST", "/v1/slos", promise))["id"] as string;
  const hook = { name: "CI", kind: "webhook", url: "https://hooks.example/a", events: ["run.finished"] };
  channel = (await send("POST", "/v1/channels", JSON.stringify(hook)))["id"] as string;
  delivery = (await send("POST", `/v1/channels/${channel}/test`))["id"] as string;
  await trustJobs(world, "https://gitlab.com", { project_path: "us/shop" });
  await createShare({
    ctx,
    input: { subject: { kind: "run", runId: runs[0] ?? "" }, passphrase: "open sesame" },
  });
  live = await sendRun("/live?service=Shop&experiment=Live");
  const cell = { label: 0, step: 1, second: SECOND, requests: 2, errors: 1, distribution: { kind: "none" } };
  const figures = { items: 2, bytes: 10, sumMicros: 3_000, minMicros: 1_000, maxMicros: 2_000 };
  for (const sequence of [1, 2]) {
    const cells = [{ ...cell, ...figures, second: SECOND + sequence }];
    const labels = [{ name: "GET /cart" }];
    await send("POST", `/v1/runs/${live}/cells`, JSON.stringify({ writer: "w", sequence, labels, cells }));
  }
  await vi.waitFor(async () => {
    expect((await send("GET", `/v1/runs/${live}`))["summary"]).toMatchObject({ requests: 4 });
  }, SOON);
}

beforeAll(async () => {
  const [from, to] = [
    await mkdtemp(join(tmpdir(), "headroom-kept-")),
    await mkdtemp(join(tmpdir(), "headroom-kept-")),
  ];
  stores = { from, to };
  world = await createTestApp({ keptFiles: new FolderStore(from) });
  await fill();
  const { files } = (await send("GET", `/v1/runs/${runs[0]}/raw`)) as { files: { part: string }[] };
  part = files[0]?.part ?? "";
  copy = await restoreTestServices(world.test, stores);
  copiedUploads = new Uploads(copy.services);
  const deps = { ...world.deps, services: copy.services, uploads: copiedUploads };
  copiedApp = buildApp({ ...deps, keptFiles: new FolderStore(to) }).app;
});
afterAll(async () => {
  await copiedApp.close();
  await copiedUploads.close();
  await copy.drop();
  await world.close();
  for (const folder of Object.values(stores)) await rm(folder, { recursive: true });
});

const ofRuns = (rest: string) => () => [...runs, live].map((id) => `/v1/runs/${id}${rest}`);

const READS: Record<string, () => string[]> = {
  "/v1/runs": () => ["/v1/runs?service=shop&experiment=Mix"],
  "/v1/runs/:id": ofRuns(""),
  "/v1/experiments": () => ["/v1/experiments"],
  "/v1/experiments/:id/trend": () => [`/v1/experiments/${experiment}/trend`],
  "/v1/experiments/:id/capacity": () => [`/v1/experiments/${experiment}/capacity`],
  "/v1/runs/:id/capacity": ofRuns("/capacity"),
  "/v1/runs/:id/verdict": ofRuns("/verdict"),
  "/v1/runs/:id/window": ofRuns("/window?from=0&to=10"),
  "/v1/runs/:id/cells.parquet": ofRuns("/cells.parquet"),
  "/v1/runs/:id/labels": ofRuns("/labels"),
  "/v1/runs/:id/failures": ofRuns("/failures"),
  "/v1/runs/:id/likeness": ofRuns("/likeness"),
  "/v1/runs/:id/gauges": ofRuns("/gauges"),
  "/v1/runs/:id/events": ofRuns("/events"),
  "/v1/runs/:id/live": ofRuns("/live"),
  "/v1/runs/:id/raw": ofRuns("/raw"),
  "/v1/runs/:id/raw/:part": () => [`/v1/runs/${runs[0]}/raw/${part}`],
  "/v1/shares": () => [`/v1/shares?run=${runs[0]}`],
  "/v1/comparisons": () => [`/v1/comparisons?runs=${runs.join(",")}`],
  "/v1/services/:service/traffic": () => ["/v1/services/shop/traffic"],
  "/v1/services/:service/mapping": () => ["/v1/services/shop/mapping"],
  "/v1/services/:service/events": () => ["/v1/services/shop/events"],
  "/v1/services/:service/headroom": () => ["/v1/services/shop/headroom"],
  "/v1/accepted-risks": () => ["/v1/accepted-risks?service=shop"],
  "/v1/peak-days": () => ["/v1/peak-days"],
  "/v1/peak-days/:id": () => [`/v1/peak-days/${peakDay}`],
  "/v1/peak-days/:id/readiness": () => [`/v1/peak-days/${peakDay}/readiness`],
  "/v1/gamedays": () => ["/v1/gamedays"],
  "/v1/gamedays/:id": () => [`/v1/gamedays/${gameday}`],
  "/v1/slos": () => ["/v1/slos?service=shop"],
  "/v1/slos/:id": () => [`/v1/slos/${slo}`],
  "/v1/slos/:id/openslo": () => [`/v1/slos/${slo}/openslo`],
  "/v1/slos/:id/alert": () => [`/v1/slos/${slo}/alert`],
  "/v1/slos/:id/report": () => [`/v1/slos/${slo}/report`],
  "/v1/token": () => ["/v1/token"],
  "/v1/tokens": () => ["/v1/tokens"],
  "/v1/ci-identities": () => ["/v1/ci-identities"],
  "/v1/channels": () => ["/v1/channels"],
  "/v1/channels/:id": () => [`/v1/channels/${channel}`],
  "/v1/deliveries": () => ["/v1/deliveries"],
  "/v1/deliveries/:id": () => [`/v1/deliveries/${delivery}`],
  "/v1/webhook-key": () => ["/v1/webhook-key"],
  "/v1/workspace/settings": () => ["/v1/workspace/settings"],
  "/v1/workspace/storage": () => ["/v1/workspace/storage"],
  "/v1/workspace/usage": () => ["/v1/workspace/usage"],
  "/healthz": () => ["/healthz"],
  "/readyz": () => ["/readyz"],
};

/** Their answers have nothing of a workspace. */
const EMPTY = ["/ping", "/query", "/v1/openapi.json"];

it("every endpoint that reads is compared", () => {
  const reads = world.routes
    .filter(({ method, url }) => method === "GET" && !EMPTY.includes(url))
    .map(({ url }) => url);
  expect(reads.toSorted()).toEqual(Object.keys(READS).toSorted());
});

it.each(Object.keys(READS))(
  "the API answers from a restored backup as from the original: GET %s",
  async (route) => {
    const urls = READS[route]?.() ?? [];
    const answers = async (app: FastifyInstance) =>
      Promise.all(
        urls.map(async (url) => {
          const { statusCode, body } = await app.inject({
            url,
            headers: { authorization: `Bearer ${token}` },
          });
          // Jobs that send messages aren't restored.
          const compared = body.replaceAll(/urn:headroom:request:[\w-]+/g, "").replace(/"waiting":\d+/, "");
          return { url, statusCode, body: compared };
        }),
      );
    const expected = await answers(world.app);
    expect(await answers(copiedApp)).toEqual(expected);
    expect(expected.some(({ statusCode }) => statusCode === 200)).toBe(true);
  },
);

it("pages read the same from a restored backup: catalog, experiment, trend, settings, members and the audit log", async () => {
  const copied = contextOf(copy.services, world.home.workspaceId, world.home.owner.actor);
  const read = async (ctx: Context) => {
    const catalog = await listCatalog({ ctx, input: {} });
    const experimentId = catalog.experiments[0]?.id ?? "";
    const runId = runs[0] ?? "";
    return {
      catalog,
      choices: await listCatalogChoices({ ctx }),
      overview: await getOverview({ ctx }),
      services: await listServices({ ctx }),
      experiment: await getExperiment({ ctx, input: { experimentId } }),
      experimentRuns: await listExperimentRuns({ ctx, input: { experimentId } }),
      trend: await getTrend({ ctx, input: { experimentId } }),
      heatmap: await getRunHeatmap({ ctx, input: { runId } }),
      members: await listMembers({ ctx }),
      invitations: await listInvitations({ ctx }),
      tokens: await listTokens({ ctx }),
      shares: await listShares({ ctx, input: { subject: { kind: "run", runId } } }),
      settings: await getWorkspaceSettings({ ctx }),
      audit: await listAuditLog({ ctx, input: { limit: 50 } }),
    };
  };
  const expected = await read(world.home.owner);
  expect(expected.shares.length).toBe(1);
  expect(await read(copied)).toEqual(expected);
});
