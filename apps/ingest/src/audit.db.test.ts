import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "@headroom/contract/api";
import { createToken } from "@headroom/services";
import { CHANNEL, GAMEDAY, PEAK_DAY, RISK, RUN, SLO } from "./testing/isolation-bodies.ts";
import { NAMED } from "./testing/isolation-requests.ts";
import type { Ids } from "./testing/isolation-requests.ts";
import { makeOneOfEach } from "./testing/make-one-of-each.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

/** Requests that change nothing that anybody decided, and why they have no entry. */
const WITHOUT_ENTRY: Record<string, string> = {
  ...Object.fromEntries(
    ["POST /write", "POST /api/v2/write", "POST /api/v1/write", "POST /v1/metrics"].map((route) => [
      route,
      "live traffic, a stream of measurements",
    ]),
  ),
  "POST /v1/runs/:id/cells": "a part of a live run, which has entries of its start and its end",
  "POST /query": "what clients of InfluxDB ask before they write",
  "POST /v1/detect": "reads a file and stores nothing",
  "POST /v1/services/:service/mapping/preview": "reads what a mapping would show",
};

const services = "packages/services/src";
/** Changes of something that takes more to be there, and the test that demands their entry. */
const ELSEWHERE: Record<string, string> = {
  "POST /v1/runs/live": `${services}/run/live/finish.db.test.ts`,
  "POST /v1/runs/:id/finish": `${services}/run/live/finish.db.test.ts`,
  "POST /v1/services/:service/events/:id/comparison": `${services}/traffic/keep-as-run.db.test.ts`,
  "POST /v1/services/:service/traffic/runs": `${services}/traffic/keep-as-run.db.test.ts`,
  "POST /v1/ci-identities": `${services}/ci-identity/ci-identity.db.test.ts`,
  "POST /v1/oidc/exchange": `${services}/ci-identity/ci-identity.db.test.ts`,
  "POST /v1/token/rotate": `${services}/token/token.db.test.ts`,
  "POST /v1/runs/:id/accept": `${services}/run/edit/accept.db.test.ts`,
  "DELETE /v1/runs/:id/accept": `${services}/run/edit/accept.db.test.ts`,
  "POST /v1/runs/:id/reparse": "apps/ingest/src/kept-files/kept-files.db.test.ts",
  "POST /v1/judge-again": `${services}/experiment/judge-by-present-rules.db.test.ts`,
  "POST /v1/experiments/:id/accepted-risks": `${services}/readiness/removed.db.test.ts`,
  "POST /v1/peak-days/:id/alert/acknowledge": "apps/web/src/server/audit.db.test.ts",
  "POST /v1/slos/:id/alert/acknowledge": "apps/web/src/server/audit.db.test.ts",
};

const OPENSLO = JSON.stringify({
  apiVersion: "openslo/v1",
  kind: "SLO",
  metadata: { name: "imported" },
  spec: {
    service: "shop",
    indicator: {
      spec: {
        ratioMetric: {
          good: { metricSource: { type: "Headroom", spec: {} } },
          total: { metricSource: { type: "Headroom", spec: {} } },
        },
      },
    },
    timeWindow: [{ duration: "30d", isRolling: true }],
    budgetingMethod: "Occurrences",
    objectives: [{ target: 0.999 }],
  },
});

/** What differs from the requests that are tried with another workspace's ids, or takes no id. */
const OWN_BODIES: Record<string, string | object | (() => object)> = {
  "POST /v1/runs": RUN,
  "PUT /v1/experiments": { service: "shop", experiment: "As code", targets: ["p95 <= 1 s"] },
  "POST /v1/peak-days": { ...PEAK_DAY, name: "Another", service: "shop" },
  "PUT /v1/peak-days/:id": { ...PEAK_DAY, name: "Renamed", version: 1 },
  "PUT /v1/peak-days/:id/alert": { minutes: 2 },
  "POST /v1/runs/:id/accepted-risks": () => ({
    ...RISK,
    until: new Date(world.test.services.clock().getTime() + 86_400_000),
  }),
  "POST /v1/peak-days/:id/curve": "time,rps (req/s)\n1795770000,50\n1795773600,60\n",
  "POST /v1/gamedays": { ...GAMEDAY, service: "shop" },
  "PUT /v1/gamedays/:id": { ...GAMEDAY, name: "Renamed", version: 1 },
  "POST /v1/slos": { ...SLO, name: "Another", service: "shop" },
  "POST /v1/slos/openslo": OPENSLO,
  "PUT /v1/slos/:id": { ...SLO, name: "Renamed", version: 1 },
  "PUT /v1/slos/:id/alert": { emails: ["ops@home.example"] },
  "POST /v1/tokens": { name: "new", scopes: ["read"] },
  "POST /v1/channels": { ...CHANNEL, name: "Another" },
  "PUT /v1/channels/:id": { ...CHANNEL, name: "Renamed", version: 1 },
  "PATCH /v1/workspace/settings": { keepRawFiles: true },
};
const URLS: Record<string, string> = { "POST /v1/runs": "/v1/runs?service=shop&experiment=Mix" };

/** The run is the baseline until then, and a baseline can't be set aside. */
const FIRST = ["PUT /v1/experiments/:id/baseline"];
/** In this order at the end, because nothing is left to change afterwards. */
const LAST = [
  "POST /v1/runs/:id/accepted-risks",
  "PUT /v1/gamedays/:id",
  "POST /v1/gamedays/:id/close",
  "DELETE /v1/gamedays/:id",
  "DELETE /v1/peak-days/:id/curve",
  "DELETE /v1/peak-days/:id",
  "DELETE /v1/slos/:id",
  "DELETE /v1/channels/:id",
  "DELETE /v1/tokens/:id/previous-secrets",
  "DELETE /v1/tokens/:id",
  "DELETE /v1/runs/:id",
  "POST /v1/runs/:id/restore",
  "DELETE /v1/experiments/:id",
];

let world: TestApp;
let ids: Ids;
let token: string;
beforeAll(async () => {
  world = await createTestApp();
  ids = await makeOneOfEach(world);
  await world.test.services.db.inWorkspace(world.home.workspaceId, async ({ prisma }) => {
    await prisma.delivery.update({ where: { id: ids.delivery }, data: { state: "given-up", nextAt: null } });
    // Tests of a channel have to be some seconds apart.
    await prisma.delivery.updateMany({ data: { createdAt: new Date(0) } });
    await prisma.experiment.updateMany({ data: { baselineRunId: ids.run } });
  });
  const all = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  token = (await createToken({ ctx: world.home.owner, input: all })).secret;
});
afterAll(() => world.close());

const CHANGES = Object.keys(ROUTES)
  .filter((name) => !name.startsWith("GET "))
  .map((name) => name.replaceAll(/\{(\w+)\}/g, ":$1"));
const inOrder = [...FIRST, ...CHANGES.filter((name) => ![...FIRST, ...LAST].includes(name)), ...LAST];

const entries = () =>
  world.test.services.db.inWorkspace(world.home.workspaceId, ({ prisma }) => prisma.auditEntry.count());

function textOf(body: string | object | (() => object)): string {
  if (typeof body === "string") return body;
  return JSON.stringify(typeof body === "function" ? (body as () => object)() : body);
}

async function change(route: string) {
  const [method = "", path = ""] = route.split(" ");
  const { url, body } = NAMED[route] ?? { url: () => path, body: "{}" };
  const own = OWN_BODIES[route];
  const named = typeof body === "function" ? body(ids) : body;
  const payload = own === undefined ? named : textOf(own);
  return world.app.inject({
    method: method as "POST",
    url: URLS[route] ?? url(ids),
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
}

describe("the audit log", () => {
  it("is asked about every request that could change something", () => {
    expect(CHANGES.toSorted()).toEqual([...new Set(inOrder)].toSorted());
    expect(CHANGES).toEqual(
      expect.arrayContaining([...Object.keys(ELSEWHERE), ...Object.keys(WITHOUT_ENTRY)]),
    );
    for (const file of Object.values(ELSEWHERE))
      expect(existsSync(join(import.meta.dirname, "../../..", file)), file).toBe(true);
  });

  it.each(inOrder.filter((route) => !(route in ELSEWHERE || route in WITHOUT_ENTRY)))(
    "has an entry of %s",
    async (route) => {
      const before = await entries();
      const answer = await change(route);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      expect(await entries()).toBeGreaterThan(before);
    },
  );
});
