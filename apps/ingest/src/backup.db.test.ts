import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  contextOf,
  countWaitingJobs,
  deleteWorkspace,
  runServiceJobs,
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
  Uploads,
} from "@headroom/services";
import type { JobHandlers, Context } from "@headroom/services";
import { moveTestServices, restoreTestServices, tablesWith } from "@headroom/services/testing";
import type { TestServices } from "@headroom/services/testing";
import { buildApp } from "./build-app.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { FolderStore } from "./kept-files/folder-store.ts";
import { fillWorkspace, senderOf, SOON } from "./testing/fill-workspace.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

/** A copy, and the process that serves it. */
interface Copy {
  services: TestServices;
  app: FastifyInstance;
  uploads: Uploads;
  token: string;
}

let folders: string[];
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
/** The whole installation, backed up and restored. */
let restored: Copy;
/** Its workspace, imported into another installation. */
let moved: Copy;

beforeAll(async () => {
  const [from, restoredTo, movedTo] = [await newFolder(), await newFolder(), await newFolder()];
  folders = [from, restoredTo, movedTo];
  world = await createTestApp({ keptFiles: new FolderStore(from) });
  ({ token, runs, peakDay, experiment, gameday, slo, channel, delivery, live } = await fillWorkspace(world));
  const { files } = (await senderOf(world, token)("GET", `/v1/runs/${runs[0]}/raw`)) as {
    files: { part: string }[];
  };
  part = files[0]?.part ?? "";
  restored = serve(await restoreTestServices(world.test, { from, to: restoredTo }), restoredTo);
  const { workspaceId, owner } = world.home;
  moved = serve(await moveTestServices(world.test, workspaceId, { from, to: movedTo }), movedTo);
  // Tokens don't move.
  const ctx = contextOf(moved.services.services, workspaceId, owner.actor);
  moved.token = (
    await createToken({ ctx, input: { name: "all", scopes: ["ingest", "read", "manage"] } })
  ).secret;
});
afterAll(async () => {
  for (const { app, uploads, services } of [restored, moved]) {
    await app.close();
    await uploads.close();
    await services.drop();
  }
  await world.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const newFolder = () => mkdtemp(join(tmpdir(), "headroom-kept-"));

function serve(services: TestServices, keptFiles: string): Copy {
  const uploads = new Uploads(services.services);
  const deps = { ...world.deps, services: services.services, uploads };
  return { services, uploads, token, app: buildApp({ ...deps, keptFiles: new FolderStore(keptFiles) }).app };
}

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
  "/v1/runs/:id/slices": ofRuns("/slices"),
  "/v1/runs/:id/cells.parquet": ofRuns("/cells.parquet"),
  "/v1/runs/:id/labels": ofRuns("/labels"),
  "/v1/runs/:id/failures": ofRuns("/failures"),
  "/v1/runs/:id/slowest": ofRuns("/slowest"),
  "/v1/runs/:id/codes": ofRuns("/codes"),
  "/v1/runs/:id/likeness": ofRuns("/likeness"),
  "/v1/runs/:id/gauges": ofRuns("/gauges"),
  "/v1/runs/:id/events": ofRuns("/events"),
  "/v1/runs/:id/live": ofRuns("/live"),
  "/v1/runs/:id/raw": ofRuns("/raw"),
  "/v1/runs/:id/raw/:part": () => [`/v1/runs/${runs[0]}/raw/${part}`],
  "/v1/shares": () => [`/v1/shares?run=${runs[0]}`],
  "/v1/comparisons": () => [`/v1/comparisons?runs=${runs.join(",")}`],
  "/v1/unmapped-senders": () => ["/v1/unmapped-senders"],
  "/v1/services/:service/traces": () => ["/v1/services/shop/traces"],
  "/v1/services/:service/traffic": () => ["/v1/services/shop/traffic"],
  "/v1/services/:service/mapping": () => ["/v1/services/shop/mapping"],
  "/v1/services/:service/events": () => ["/v1/services/shop/events"],
  "/v1/services/:service/headroom": () => ["/v1/services/shop/headroom"],
  "/v1/accepted-risks": () => ["/v1/accepted-risks?service=shop"],
  "/v1/peak-days": () => ["/v1/peak-days"],
  "/v1/peak-days/:id": () => [`/v1/peak-days/${peakDay}`],
  "/v1/peak-days/:id/alert": () => [`/v1/peak-days/${peakDay}/alert`],
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

/** What an import leaves out, and so answers otherwise. */
const NOT_MOVED = [
  "/v1/shares",
  "/v1/token",
  "/v1/tokens",
  "/v1/channels",
  "/v1/channels/:id",
  "/v1/deliveries",
  "/v1/deliveries/:id",
];

async function answersOf(app: FastifyInstance, secret: string, route: string) {
  const answers = [];
  // One by one: of files that are written meanwhile, a workspace gets two at once.
  for (const url of READS[route]?.() ?? []) {
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${secret}` } });
    // Jobs that send messages aren't copied.
    const compared = body.replaceAll(/urn:headroom:request:[\w-]+/g, "").replace(/"waiting":\d+/, "");
    answers.push({ url, statusCode, body: compared });
  }
  return answers;
}

it.each(Object.keys(READS))("the API answers from a copy as from the original: GET %s", async (route) => {
  const expected = await answersOf(world.app, token, route);
  expect(await answersOf(restored.app, restored.token, route)).toEqual(expected);
  if (!NOT_MOVED.includes(route)) expect(await answersOf(moved.app, moved.token, route)).toEqual(expected);
  expect(expected.some(({ statusCode }) => statusCode === 200)).toBe(true);
});

async function readPages(ctx: Context) {
  const catalog = await listCatalog({ ctx, input: {} });
  const experimentId = catalog.experiments[0]?.id ?? "";
  const runId = runs[0] ?? "";
  const page = {
    catalog,
    choices: await listCatalogChoices({ ctx }),
    overview: await getOverview({ ctx }),
    services: await listServices({ ctx }),
    experiment: await getExperiment({ ctx, input: { experimentId } }),
    experimentRuns: await listExperimentRuns({ ctx, input: { experimentId } }),
    trend: await getTrend({ ctx, input: { experimentId } }),
    heatmap: await getRunHeatmap({ ctx, input: { runId } }),
    members: await listMembers({ ctx }),
    settings: await getWorkspaceSettings({ ctx }),
  };
  const secrets = {
    invitations: await listInvitations({ ctx }),
    tokens: await listTokens({ ctx }),
    shares: await listShares({ ctx, input: { subject: { kind: "run", runId } } }),
  };
  return { page, secrets, audit: (await listAuditLog({ ctx, input: { limit: 50 } })).lines };
}

it("pages read the same from a copy: catalog, experiment, trend, settings, members and the audit log", async () => {
  const inCopy = ({ services }: Copy) =>
    readPages(contextOf(services.services, world.home.workspaceId, world.home.owner.actor));
  const source = await readPages(world.home.owner);
  // An export is noted once it is done, so no copy has the entry.
  const exported = source.audit.filter(({ action }) => action === "workspace.export");
  expect(exported).toHaveLength(1);
  const expected = { ...source, audit: source.audit.filter((entry) => !exported.includes(entry)) };
  expect(expected.secrets.shares.length).toBe(1);
  expect(await inCopy(restored)).toEqual(expected);
  const { page, secrets, audit } = await inCopy(moved);
  expect(page).toEqual(expected.page);
  expect(secrets.shares).toMatchObject([{ state: "revoked", hasPassphrase: false }]);
  const added = audit.filter(({ id }) => !expected.audit.some((entry) => entry.id === id));
  expect(added.map(({ action }) => action).toSorted()).toEqual(["token.create", "workspace.import"]);
  // Channels aren't exported, so their names are only in the details of entries.
  const known = expected.audit.map((entry) =>
    entry.subjectKind === "channel" ? { ...entry, subjectName: null } : entry,
  );
  expect(audit.filter((entry) => !added.includes(entry))).toEqual(known);
});

it("once its workspace is deleted, no table of the copy has a row of it, and no kept file is left", async () => {
  const { workspaceId, owner } = world.home;
  const { services } = restored.services;
  const store = new FolderStore(folders[1] ?? "");
  const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  const handlers = jobHandlers({ ...world.deps, services, keptFiles: store }, log);
  const { name } = await services.db.inWorkspace(workspaceId, (tx) =>
    tx.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }),
  );
  const before = await tablesWith(restored.services, workspaceId);
  expect(Object.keys(before).length).toBeGreaterThan(30);
  await deleteWorkspace({
    ctx: contextOf(services, workspaceId, owner.actor),
    input: { confirmation: name },
  });
  await runAll(handlers);
  expect(await tablesWith(restored.services, workspaceId)).toEqual({});
  expect(await readdir(join(folders[1] ?? "", workspaceId))).toEqual([]);
  expect(
    (await answersOf(restored.app, restored.token, "/v1/runs")).map(({ statusCode }) => statusCode),
  ).toEqual([401]);
});

/** Until none is left: a job may add others. */
async function runAll(handlers: JobHandlers): Promise<void> {
  const jobs = runServiceJobs(restored.services.services, [{ handlers, atOnce: 1 }], {
    debug: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  });
  await vi.waitFor(
    async () => expect(await countWaitingJobs(restored.services.services)).toMatchObject({ waiting: 0 }),
    SOON,
  );
  await jobs.stop();
}
