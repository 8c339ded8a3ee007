import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routeNamed, ROUTES } from "@headroom/contract/api";
import type { RouteName } from "@headroom/contract/api";
import { createToken } from "@headroom/services";
import { RUN } from "./testing/isolation-bodies.ts";
import { IDS, NAMED, NOWHERE } from "./testing/isolation-requests.ts";
import type { Ids } from "./testing/isolation-requests.ts";
import { makeOneOfEach } from "./testing/make-one-of-each.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

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
  theirs = await makeOneOfEach(world);
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
      ...["", "/labels", "/window", "/verdict", "/failures", "/slowest", "/codes", "/likeness"].map(ofOwnRun),
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
