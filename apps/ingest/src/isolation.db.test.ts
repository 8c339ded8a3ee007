import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routeNamed, ROUTES } from "@headroom/contract/api";
import type { RouteName } from "@headroom/contract/api";
import { createToken } from "@headroom/services";
import { EVENT, PEAK_DAY, GAMEDAY, FINDING, ACTION, RISK, SLO, CHANNEL } from "./testing/isolation-bodies.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { trustJobs } from "./testing/trust-jobs.ts";

/** An ID that exists in no workspace. */
const NOWHERE = "01a1fe48-0000-7000-8000-000000000000";
const OTHER = "01a1fe48-0000-7000-8000-000000000001";
const RUN = "timeStamp,elapsed,label,success\n1795200000000,100,Home,true\n1795200001000,120,Home,true\n";

/** A request for each route that takes an ID, with the IDs left open. */
interface Named {
  url: (ids: Ids) => string;
  body?: string | ((ids: Ids) => string);
}

const IDS = [
  "run",
  "experiment",
  "part",
  "peakDay",
  "event",
  "slo",
  "risk",
  "action",
  "gameday",
  "step",
  "finding",
  "share",
  "token",
  "ciIdentity",
  "channel",
  "delivery",
] as const;
type Ids = Record<(typeof IDS)[number], string>;

const ofRun =
  (rest = "") =>
  ({ run }: Ids) =>
    `/v1/runs/${run}${rest}`;

const ofService =
  (rest: string) =>
  ({ run }: Ids) =>
    `/v1/services/${run === NOWHERE ? "nowhere" : "shop"}${rest}`;

const ofExperiment =
  (rest: string) =>
  ({ experiment }: Ids) =>
    `/v1/experiments/${experiment}${rest}`;

const ofEvent = (ids: Ids) => ofService(`/events/${ids.event}`)(ids);
const ofPeakDay = ({ peakDay }: Ids) => `/v1/peak-days/${peakDay}`;
const ofGameday =
  (rest = "") =>
  ({ gameday }: Ids) =>
    `/v1/gamedays/${gameday}${rest}`;
const ofSlo = ({ slo }: Ids) => `/v1/slos/${slo}`;
const ofChannel = ({ channel }: Ids) => `/v1/channels/${channel}`;
const ofDelivery = ({ delivery }: Ids) => `/v1/deliveries/${delivery}`;

const NAMED: Record<string, Named> = {
  "GET /v1/runs/:id": { url: ofRun() },
  "DELETE /v1/runs/:id": { url: ofRun() },
  "POST /v1/runs/:id/restore": { url: ofRun("/restore") },
  "DELETE /v1/experiments/:id": { url: ofExperiment("?confirmation=Mix") },
  "POST /v1/judge-again": { url: ({ experiment }) => `/v1/judge-again?experiment=${experiment}` },
  "GET /v1/runs/:id/capacity": { url: ofRun("/capacity") },
  "GET /v1/experiments/:id/capacity": { url: ofExperiment("/capacity") },
  "POST /v1/experiments/:id/trend/acknowledgements": {
    url: ofExperiment("/trend/acknowledgements"),
    body: ({ run }) =>
      JSON.stringify({ runId: run, metric: "p99", direction: "rise", before: 1, after: 2, word: "v2" }),
  },
  "GET /v1/experiments/:id/trend": { url: ofExperiment("/trend") },
  "GET /v1/runs/:id/failures": { url: ofRun("/failures") },
  "GET /v1/runs/:id/codes": { url: ofRun("/codes") },
  "GET /v1/runs/:id/likeness": { url: ofRun("/likeness") },
  "GET /v1/runs/:id/verdict": { url: ofRun("/verdict") },
  "GET /v1/runs/:id/window": { url: ofRun("/window") },
  "GET /v1/runs/:id/cells.parquet": { url: ofRun("/cells.parquet") },
  "GET /v1/runs/:id/labels": { url: ofRun("/labels") },
  "GET /v1/comparisons": { url: ({ run }) => `/v1/comparisons?runs=${run},${OTHER}` },
  "GET /v1/runs/:id/gauges": { url: ofRun("/gauges") },
  "POST /v1/runs/:id/gauges": { url: ofRun("/gauges"), body: "timestamp,cpu\n1795200000,50\n" },
  "GET /v1/runs/:id/events": { url: ofRun("/events") },
  "POST /v1/runs/:id/events": {
    url: ofRun("/events"),
    body: '[{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}]',
  },
  "PUT /v1/runs/:id/aside": { url: ofRun("/aside"), body: '{"reason":"taken over"}' },
  "DELETE /v1/runs/:id/aside": { url: ofRun("/aside") },
  "POST /v1/runs/:id/accept": { url: ofRun("/accept"), body: '{"reason":"taken over"}' },
  "DELETE /v1/runs/:id/accept": { url: ofRun("/accept") },
  "PUT /v1/runs/:id/price": { url: ofRun("/price"), body: '{"price":"14.40 USD/h"}' },
  "GET /v1/runs/:id/live": { url: ofRun("/live") },
  "POST /v1/runs/:id/cells": {
    url: ofRun("/cells"),
    body: '{"writer":"w","attempt":"a","sequence":1,"cells":[]}',
  },
  "POST /v1/runs/:id/finish": { url: ofRun("/finish"), body: "{}" },
  "GET /v1/runs/:id/raw": { url: ofRun("/raw") },
  "GET /v1/runs/:id/raw/:part": { url: ({ run, part }) => `/v1/runs/${run}/raw/${part}` },
  "POST /v1/runs/:id/reparse": { url: ofRun("/reparse") },
  "POST /v1/services/:service/traffic/runs": {
    url: ofService("/traffic/runs"),
    body: '{"experiment":"Theirs","from":"2026-11-20T18:00:00Z","to":"2026-11-20T18:10:00Z"}',
  },
  "GET /v1/services/:service/traffic": { url: ofService("/traffic") },
  "POST /v1/unmapped-senders/:sender/service": {
    url: ({ run }) => `/v1/unmapped-senders/${run === NOWHERE ? "nowhere" : "ghost"}/service`,
  },
  "GET /v1/services/:service/traces": { url: ofService("/traces") },
  "GET /v1/services/:service/mapping": { url: ofService("/mapping") },
  "GET /v1/services/:service/events": { url: ofService("/events") },
  "POST /v1/services/:service/events": { url: ofService("/events"), body: EVENT },
  "PUT /v1/services/:service/events/:id": { url: ofEvent, body: EVENT },
  "DELETE /v1/services/:service/events/:id": { url: ofEvent },
  "POST /v1/services/:service/events/:id/comparison": { url: (ids) => `${ofEvent(ids)}/comparison` },
  "GET /v1/services/:service/headroom": { url: ofService("/headroom") },
  "GET /v1/peak-days/:id/readiness": { url: (ids) => `${ofPeakDay(ids)}/readiness` },
  "POST /v1/peak-days/:id/actions": { url: (ids) => `${ofPeakDay(ids)}/actions`, body: ACTION },
  "PATCH /v1/peak-days/:id/actions/:action": {
    url: (ids) => `${ofPeakDay(ids)}/actions/${ids.action}`,
    body: '{"closed":true}',
  },
  "GET /v1/accepted-risks": {
    url: ({ run }) => `/v1/accepted-risks?service=${run === NOWHERE ? "nowhere" : "shop"}`,
  },
  "POST /v1/runs/:id/accepted-risks": { url: ofRun("/accepted-risks"), body: JSON.stringify(RISK) },
  "POST /v1/experiments/:id/accepted-risks": {
    url: ofExperiment("/accepted-risks"),
    body: JSON.stringify({ ...RISK, target: undefined }),
  },
  "DELETE /v1/accepted-risks/:id": { url: ({ risk }) => `/v1/accepted-risks/${risk}` },
  "GET /v1/peak-days/:id": { url: ofPeakDay },
  "PUT /v1/peak-days/:id": { url: ofPeakDay, body: JSON.stringify({ ...PEAK_DAY, version: 1 }) },
  "GET /v1/peak-days/:id/alert": { url: (ids) => `${ofPeakDay(ids)}/alert` },
  "PUT /v1/peak-days/:id/alert": { url: (ids) => `${ofPeakDay(ids)}/alert`, body: "{}" },
  "POST /v1/peak-days/:id/alert/acknowledge": { url: (ids) => `${ofPeakDay(ids)}/alert/acknowledge` },
  "DELETE /v1/peak-days/:id": { url: ofPeakDay },
  "POST /v1/peak-days/:id/curve": {
    url: (ids) => `${ofPeakDay(ids)}/curve`,
    body: "time,rps (req/s)\n1795200000,50\n",
  },
  "PUT /v1/peak-days/:id/curve": {
    url: (ids) => `${ofPeakDay(ids)}/curve`,
    body: '{"points":[{"at":"2026-11-27T00:00","requestsPerSecond":1},{"at":"2026-11-27T01:00","requestsPerSecond":2}]}',
  },
  "DELETE /v1/peak-days/:id/curve": { url: (ids) => `${ofPeakDay(ids)}/curve` },
  "GET /v1/gamedays/:id": { url: ofGameday() },
  "PUT /v1/gamedays/:id": { url: ofGameday(), body: JSON.stringify({ ...GAMEDAY, version: 1 }) },
  "DELETE /v1/gamedays/:id": { url: ofGameday() },
  "PUT /v1/gamedays/:id/steps/:step/tick": {
    url: (ids) => ofGameday(`/steps/${ids.step}/tick`)(ids),
    body: '{"outcome":"as-expected"}',
  },
  "POST /v1/gamedays/:id/findings": { url: ofGameday("/findings"), body: FINDING },
  "PATCH /v1/gamedays/:id/findings/:finding": {
    url: (ids) => ofGameday(`/findings/${ids.finding}`)(ids),
    body: '{"closed":true}',
  },
  "POST /v1/gamedays/:id/close": { url: ofGameday("/close"), body: "{}" },
  "POST /v1/shares": {
    url: () => "/v1/shares",
    body: ({ run }) => JSON.stringify({ subject: { kind: "run", runId: run } }),
  },
  "GET /v1/shares": { url: ({ run }) => `/v1/shares?run=${run}` },
  "DELETE /v1/shares/:id": { url: ({ share }) => `/v1/shares/${share}` },
  "DELETE /v1/ci-identities/:id": { url: ({ ciIdentity }) => `/v1/ci-identities/${ciIdentity}` },
  "DELETE /v1/tokens/:id": { url: ({ token }) => `/v1/tokens/${token}` },
  "POST /v1/tokens/:id/rotate": { url: ({ token }) => `/v1/tokens/${token}/rotate`, body: "{}" },
  "DELETE /v1/tokens/:id/previous-secrets": { url: ({ token }) => `/v1/tokens/${token}/previous-secrets` },
  "GET /v1/slos/:id": { url: ofSlo },
  "GET /v1/slos/:id/openslo": { url: (ids) => `${ofSlo(ids)}/openslo` },
  "GET /v1/slos/:id/report": { url: (ids) => `${ofSlo(ids)}/report` },
  "GET /v1/slos/:id/alert": { url: (ids) => `${ofSlo(ids)}/alert` },
  "PUT /v1/slos/:id/alert": { url: (ids) => `${ofSlo(ids)}/alert`, body: "{}" },
  "POST /v1/slos/:id/alert/acknowledge": { url: (ids) => `${ofSlo(ids)}/alert/acknowledge` },
  "POST /v1/slos/:id/alert/test": { url: (ids) => `${ofSlo(ids)}/alert/test` },
  "PUT /v1/experiments/:id/badge": { url: ofExperiment("/badge"), body: '{"on":true}' },
  "PUT /v1/experiments/:id/baseline": { url: ofExperiment("/baseline"), body: '{"run":null}' },
  "PUT /v1/experiments/:id/constant-load": { url: ofExperiment("/constant-load"), body: '{"constant":true}' },
  "PUT /v1/slos/:id": { url: ofSlo, body: JSON.stringify({ ...SLO, version: 1 }) },
  "DELETE /v1/slos/:id": { url: ofSlo },
  "GET /v1/channels/:id": { url: ofChannel },
  "PUT /v1/channels/:id": { url: ofChannel, body: JSON.stringify({ ...CHANNEL, version: 1 }) },
  "DELETE /v1/channels/:id": { url: ofChannel },
  "POST /v1/channels/:id/test": { url: (ids) => `${ofChannel(ids)}/test` },
  "GET /v1/deliveries/:id": { url: ofDelivery },
  "POST /v1/deliveries/:id/replay": { url: (ids) => `${ofDelivery(ids)}/replay` },
  "PATCH /v1/services/:service/mapping": { url: ofService("/mapping"), body: '{"foldPaths":false}' },
  "POST /v1/services/:service/mapping/preview": {
    url: ofService("/mapping/preview"),
    body: '{"source":{"name":"A","kind":"gauge","parts":[{"metric":"a"}]}}',
  },
};

/** Routes without an ID: they answer for the token's own workspace, whatever the request says. */
const OWN_WORKSPACE = new Set([
  "GET /v1/unmapped-senders",
  "POST /v1/runs",
  "GET /v1/runs",
  "POST /v1/runs/live",
  "POST /v1/detect",
  "GET /v1/experiments",
  "PUT /v1/experiments",
  "GET /v1/token",
  "GET /v1/peak-days",
  // Its service's name is in the body.
  "POST /v1/peak-days",
  // In the query or in the body, too.
  "GET /v1/gamedays",
  "POST /v1/gamedays",
  "GET /v1/slos",
  "POST /v1/slos",
  "POST /v1/slos/openslo",
  "GET /v1/tokens",
  "POST /v1/tokens",
  "POST /v1/token/rotate",
  "GET /v1/ci-identities",
  "POST /v1/ci-identities",
  "GET /v1/workspace/settings",
  "PATCH /v1/workspace/settings",
  "GET /v1/workspace/storage",
  "GET /v1/workspace/usage",
  "GET /v1/channels",
  "POST /v1/channels",
  // Another channel is in its query.
  "GET /v1/deliveries",
  "GET /v1/webhook-key",
  "POST /v1/webhook-key/rotate",
  "POST /write",
  "POST /api/v2/write",
  "GET /query",
  "POST /query",
  "POST /api/v1/write",
  "POST /v1/metrics",
]);

const NO_IDS = Object.fromEntries(IDS.map((name) => [name, NOWHERE])) as Ids;

/** As the app knows it: `GET /v1/runs/:id`. */
const asKnown = (name: string) => name.replaceAll(/\{(\w+)\}/g, ":$1");
const CONTRACT = (Object.keys(ROUTES) as RouteName[]).map(
  (name) => [asKnown(name), routeNamed(name)] as const,
);
const OPEN_TO_ALL = new Set(CONTRACT.flatMap(([name, { access }]) => (access === "open" ? name : [])));

let world: TestApp;
let intruder: string;
let theirs: Ids;

beforeAll(async () => {
  world = await createTestApp();
  const all = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  intruder = (await createToken({ ctx: world.foreign.owner, input: all })).secret;
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=Mix&target=${encodeURIComponent(RISK.target)}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}`, "content-type": "text/csv" },
    payload: RUN,
  });
  const { run } = answer.json<{ run: { id: string } }>();
  await world.app.inject({
    method: "POST",
    url: "/write",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: `nothing_known,service=ghost value=1 ${Date.now()}000000`,
  });
  const part = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.part.findFirstOrThrow({ where: { runId: run.id }, select: { id: true } }),
  );
  const { experimentId } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: run.id }, select: { experimentId: true } }),
  );
  const manage = { name: "manage", scopes: ["read" as const, "manage" as const] };
  const manager = (await createToken({ ctx: world.home.owner, input: manage })).secret;
  const make = async (url: string, token: string, payload: string) =>
    (
      await world.app.inject({ method: "POST", url, headers: { authorization: `Bearer ${token}` }, payload })
    ).json<{ id: string; events: { id: string }[]; steps: { id: string }[] }>();
  const peakDay = await make("/v1/peak-days", manager, JSON.stringify({ ...PEAK_DAY, service: "shop" }));
  const { events } = await make("/v1/services/shop/events", world.home.ingestToken, EVENT);
  const slo = await make("/v1/slos", manager, JSON.stringify({ ...SLO, service: "shop" }));
  const soon = { ...RISK, until: new Date(world.test.services.clock().getTime() + 86_400_000) };
  const risk = await make(`/v1/runs/${run.id}/accepted-risks`, manager, JSON.stringify(soon));
  if (risk.id === undefined) throw new Error("the risk was refused");
  const action = await make(`/v1/peak-days/${peakDay.id}/actions`, manager, ACTION);
  const gameday = await make("/v1/gamedays", manager, JSON.stringify({ ...GAMEDAY, service: "shop" }));
  const finding = await make(`/v1/gamedays/${gameday.id}/findings`, manager, FINDING);
  const shared = JSON.stringify({ subject: { kind: "run", runId: run.id } });
  const share = await make("/v1/shares", manager, shared);
  const channel = await make("/v1/channels", manager, JSON.stringify(CHANNEL));
  const delivery = await make(`/v1/channels/${channel.id}/test`, manager, "");
  theirs = {
    run: run.id,
    experiment: experimentId,
    part: part.id,
    peakDay: peakDay.id,
    event: events[0]?.id ?? "",
    slo: slo.id,
    risk: risk.id,
    action: action.id,
    gameday: gameday.id,
    step: gameday.steps[0]?.id ?? "",
    finding: finding.id,
    share: share.id,
    token: (await createToken({ ctx: world.home.owner, input: all })).id,
    ciIdentity: (await trustJobs(world, "https://gitlab.com", { project_path: "us/shop" })).id,
    channel: channel.id,
    delivery: delivery.id,
  };
});
afterAll(() => world.close());

const known = () =>
  world.routes
    .filter(({ method }) => method !== "HEAD" && method !== "OPTIONS")
    .map(({ method, url }) => `${method} ${url}`);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const methodOf = (name: string | undefined) => METHODS.find((method) => method === name) ?? "GET";

async function ask(route: string, ids: Ids, token: string) {
  const [method = "", path = ""] = route.split(" ");
  const { url, body } = NAMED[route] ?? { url: () => path, body: method === "GET" ? undefined : "{}" };
  const answer = await world.app.inject({
    method: methodOf(method),
    url: url(ids),
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : body(ids) }),
  });
  const problem: Record<string, unknown> = answer.json();
  delete problem["requestId"];
  delete problem["instance"];
  return { status: answer.statusCode, problem };
}

describe("the contract", () => {
  it("is served, all of it and nothing else", () => {
    expect(new Set(known())).toEqual(new Set(CONTRACT.map(([name]) => name)));
  });

  it("says which scopes a token needs: with these it passes, and without one of them it doesn't", async () => {
    const ctx = world.home.owner;
    const tokenOf = async (scopes: ("ingest" | "read" | "manage")[]) =>
      (await createToken({ ctx, input: { name: scopes.join(), scopes } })).secret;
    for (const [route, { scopes, access }] of CONTRACT) {
      if (access === "open") continue;
      const enough = scopes.length === 0 ? (["read"] as const) : scopes;
      expect((await ask(route, NO_IDS, await tokenOf([...enough]))).status, route).not.toBe(403);
      for (const missing of scopes) {
        const others = (["ingest", "read", "manage"] as const).filter((one) => one !== missing);
        const { status, problem } = await ask(route, NO_IDS, await tokenOf(others));
        expect([status, problem["code"]], `${route} without ${missing}`).toEqual([403, "scope-missing"]);
      }
    }
  });
});

describe("another workspace's ids", () => {
  const ofOwnRun = (rest: string) => `GET /v1/runs/:id${rest}`;
  it("are tried on every route that there is", () => {
    const placed = [...Object.keys(NAMED), ...OWN_WORKSPACE, ...OPEN_TO_ALL];
    expect(placed.toSorted()).toEqual([...known()].toSorted());
  });

  it.each(Object.keys(NAMED))("answer as ids that do not exist: %s", async (route) => {
    const foreign = await ask(route, theirs, intruder);
    expect(foreign).toEqual(await ask(route, NO_IDS, intruder));
    expect(foreign.status).toBe(404);
    expect(foreign.problem["code"]).toBe("not-found");
  });

  it("are no one's but their own: the requests above are ones that the owner gets past", async () => {
    for (const route of [
      ...["", "/labels", "/window", "/verdict", "/failures", "/codes", "/likeness"].map(ofOwnRun),
      "GET /v1/peak-days/:id",
      "GET /v1/peak-days/:id/alert",
      "GET /v1/gamedays/:id",
      "GET /v1/slos/:id",
      "GET /v1/services/:service/headroom",
      "GET /v1/accepted-risks",
      "GET /v1/peak-days/:id/readiness",
    ])
      expect((await ask(route, theirs, world.home.readToken)).status, route).toBe(200);
    for (const route of ["POST /v1/runs/:id/gauges", "POST /v1/runs/:id/events"])
      expect((await ask(route, theirs, world.home.ingestToken)).status, route).toBeLessThan(300);
  });

  it("are not reached by names either: the same names make a run of one's own", async () => {
    const answer = await world.app.inject({
      method: "POST",
      url: "/v1/runs?service=Shop&experiment=Mix",
      headers: { authorization: `Bearer ${intruder}`, "content-type": "text/csv" },
      payload: RUN,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const run = answer.json<{ run: { id: string } }>().run.id;
    const own = await ask("GET /v1/runs/:id", { ...theirs, run }, world.home.readToken);
    expect(own.status).toBe(404);
  });
});
