import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectionAnswer, runAnswer } from "@headroom/contract";
import { createUploadTicket } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

const PAGE = "http://127.0.0.1:4000";
/** Without a token either. */
const OPEN = new Set(["/v1/openapi.json", "/v1/oidc/exchange", "/healthz", "/readyz", "/ping"]);

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ webUrl: PAGE });
});
afterAll(() => world.close());

const file = jtl({ rows: 500 });
const ticketOf = async (ctx = world.home.owner) =>
  (
    await createUploadTicket({
      ctx,
      input: { secret: world.deps.secret, purpose: { kind: "upload" }, sessionId: null },
    })
  ).ticket;

async function ask(
  method: "POST" | "GET" | "HEAD" | "OPTIONS",
  url: string,
  headers: Record<string, string>,
  payload = "",
) {
  const response = await world.app.inject({ method, url, headers, payload });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("the ticket of a page", () => {
  it("detects a file, and sends it", async () => {
    const headers = { authorization: `Bearer ${await ticketOf()}`, origin: PAGE };
    const detected = await ask("POST", "/v1/detect", headers, file);
    expect([detected.status, JSON.parse(detected.text)]).toMatchObject([
      200,
      { format: { id: "jmeter-csv" } },
    ]);
    const sent = await ask("POST", "/v1/runs?service=Checkout&experiment=By%20hand", headers, file);
    expect(sent.status).toBe(201);
    const { run } = runAnswer.parse(JSON.parse(sent.text));
    const entries = await world.test.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId: run.id } }),
    );
    expect(entries).toMatchObject([{ actorKind: "person", actorId: world.home.ownerId }]);
  });

  it("opens no other route", async () => {
    const authorization = `Bearer ${await ticketOf()}`;
    const opened: string[] = [];
    for (const { method, url } of world.routes) {
      const path = url.replaceAll(/:\w+/g, "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10");
      const { statusCode } = await world.app.inject({
        method: method as "GET",
        url: path,
        headers: { authorization },
      });
      if (statusCode !== 403 && !OPEN.has(url)) opened.push(`${method} ${url}`);
    }
    expect(opened.toSorted()).toEqual([
      "POST /v1/detect",
      "POST /v1/peak-days/:id/curve",
      "POST /v1/runs",
      "POST /v1/services/:service/events/:id/comparison",
      "POST /v1/services/:service/traffic/runs",
    ]);
    for (const route of opened) {
      const path = route.replace("POST ", "").replaceAll(/:\w+/g, "shop");
      const { status } = await ask("OPTIONS", path, {
        origin: PAGE,
        "access-control-request-method": "POST",
      });
      expect([route, status]).toEqual([route, 204]);
    }
  });

  it("that has expired, was forged, or is a viewer's is refused, each in its words", async () => {
    const send = async (ticket: string) => {
      const { status, text } = await ask("POST", "/v1/detect", { authorization: `Bearer ${ticket}` }, file);
      return [status, (JSON.parse(text) as { code: string }).code];
    };
    const ticket = await ticketOf();
    expect(await send(`${ticket}x`)).toEqual([401, "unauthenticated"]);
    const members = (role: string) =>
      world.test.db.inWorkspace(world.home.workspaceId, (tx) =>
        tx.prisma.membership.updateMany({ data: { role } }),
      );
    await members("viewer");
    expect(await send(ticket)).toEqual([403, "scope-missing"]);
    await members("owner");
    world.test.pass(3_600);
    expect(await send(ticket)).toEqual([401, "token-expired"]);
  });
});

describe("the ticket for the files of a run", () => {
  it("fetches those of its run, and of no other", async () => {
    const runOf = async (experiment: string) => {
      const sent = await ask(
        "POST",
        `/v1/runs?service=Checkout&experiment=${experiment}`,
        { authorization: `Bearer ${world.home.ingestToken}` },
        file,
      );
      return runAnswer.parse(JSON.parse(sent.text)).run.id;
    };
    const [own, other] = [await runOf("Kept"), await runOf("Other")];
    const { ticket } = await createUploadTicket({
      ctx: world.home.viewer,
      input: { secret: world.deps.secret, purpose: { kind: "run-files", runId: own }, sessionId: null },
    });
    const get = async (url: string) => (await ask("GET", url, { authorization: `Bearer ${ticket}` })).status;
    const part = "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10";
    // The route is allowed, but there is no such part.
    expect(await get(`/v1/runs/${own}/raw/${part}`)).toBe(404);
    expect(await get(`/v1/runs/${own.toUpperCase()}/raw/${part}`)).toBe(404);
    expect(await get(`/v1/runs/${other}/raw/${part}`)).toBe(403);
    expect(await get(`/v1/runs/${own}/cells.parquet`)).toBe(200);
    expect(await get(`/v1/runs/${other}/cells.parquet`)).toBe(403);
    expect(await get(`/v1/runs/${own}/raw`)).toBe(403);
    expect(await get(`/v1/runs/${own}`)).toBe(403);
    expect((await ask("POST", "/v1/detect", { authorization: `Bearer ${ticket}` }, file)).status).toBe(403);
  });

  it("is accepted in the URL of a download, unlike a token", async () => {
    const uploaded = await ask(
      "POST",
      "/v1/runs?service=Checkout&experiment=Link",
      { authorization: `Bearer ${world.home.ingestToken}` },
      file,
    );
    const runId = runAnswer.parse(JSON.parse(uploaded.text)).run.id;
    const { ticket } = await createUploadTicket({
      ctx: world.home.viewer,
      input: { secret: world.deps.secret, purpose: { kind: "run-files", runId }, sessionId: null },
    });
    const part = `/v1/runs/${runId}/raw/01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10?file=1`;
    const get = async (url: string) => (await ask("GET", url, {})).status;
    expect(await get(`${part}&ticket=${ticket}`)).toBe(404);
    expect(await get(`${part}&ticket=${ticket}x`)).toBe(401);
    expect(await get(`${part}&ticket=${world.home.readToken}`)).toBe(401);
    expect(await get(part)).toBe(401);
    const cells = `/v1/runs/${runId}/cells.parquet?kind=all`;
    const { status, headers } = await ask("HEAD", `${cells}&ticket=${ticket}`, { origin: PAGE });
    expect([status, headers["access-control-allow-origin"]]).toEqual([200, PAGE]);
    expect(await get(`${cells}&ticket=${ticket}`)).toBe(200);
    expect(await get(cells)).toBe(401);
    expect(await get(`/v1/runs/${runId}?ticket=${ticket}`)).toBe(401);
  });

  it("may be used by the page", async () => {
    const url = "/v1/runs/01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10/raw/01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f11";
    const asked = {
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    };
    const own = await ask("OPTIONS", url, { origin: PAGE, ...asked });
    expect([own.status, own.headers["access-control-allow-methods"]]).toEqual([204, "GET"]);
    const foreign = await ask("OPTIONS", url, { origin: "http://attacker.example", ...asked });
    expect([foreign.status, corsOf(foreign.headers)]).toEqual([405, []]);
  });
});

describe("what a page asks of a file before it sends it", () => {
  const detect = async (query: string, payload: string) => {
    const { status, text } = await ask(
      "POST",
      `/v1/detect${query}`,
      { authorization: `Bearer ${await ticketOf()}` },
      payload,
    );
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  };
  const foreign = "when;verb;ms\n1795255890.120;GET;12.5\n";
  const mapping = encodeURIComponent(
    JSON.stringify({
      time: { column: "when", unit: "s" },
      latency: { column: "ms", unit: "ms" },
      label: "verb",
    }),
  );

  it("is answered with every format there is, for who knows better", async () => {
    const { body } = await detect("", file);
    const { format, known } = detectionAnswer.parse(body);
    expect(known).toContainEqual({ id: format?.id, tool: format?.tool, title: format?.title });
    expect(known.length).toBeGreaterThan(50);
  });

  it("takes their word for it, as far as an upload would", async () => {
    expect(detectionAnswer.parse((await detect("", foreign)).body).format).toBeNull();
    const mapped = await detect(`?mapping=${mapping}`, foreign);
    expect(detectionAnswer.parse(mapped.body).format).toMatchObject({ id: "generic-csv" });
    expect(await detect(`?mapping=${mapping}`, file)).toMatchObject({
      status: 422,
      body: { code: "format-unknown", field: "mapping" },
    });
    expect(await detect("?tool=k6", file)).toMatchObject({ status: 422, body: { code: "format-unknown" } });
    expect(await detect("?tool=walnut", file)).toMatchObject({ status: 400, body: { field: "tool" } });
  });
});

describe("other origins", () => {
  const preflight = (origin: string, method = "POST", url = "/v1/runs?service=a") =>
    ask("OPTIONS", url, {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type,idempotency-key",
    });

  it("the page of web may send what the upload page sends, without credentials", async () => {
    for (const origin of [PAGE, "http://localhost:4000"]) {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key",
        vary: "Origin",
      });
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  it("a refusal can be read by the page too", async () => {
    const { status, headers } = await ask("POST", "/v1/detect", { origin: PAGE }, file);
    expect([status, headers["access-control-allow-origin"]]).toEqual([401, PAGE]);
  });

  it.each([
    "http://attacker.example",
    "https://127.0.0.1:4000",
    "http://127.0.0.1:4001",
    "http://127.0.0.1",
    "http://127.0.0.1:4000.attacker.example",
    "http://127.0.0.1:4000@attacker.example",
    "http://localhost.attacker.example:4000",
    "null",
    "*",
    "",
  ])("the pages of %s may not", async (origin) => {
    const asked = await preflight(origin);
    expect([asked.status, corsOf(asked.headers)]).toEqual([405, []]);
    const sent = await ask(
      "POST",
      "/v1/detect",
      { origin, authorization: `Bearer ${await ticketOf()}` },
      file,
    );
    expect(corsOf(sent.headers)).toEqual([]);
  });

  it("no page may do anything else", async () => {
    for (const [method, url] of [
      ["GET", "/v1/runs"],
      ["DELETE", "/v1/runs"],
      ["POST", "/v1/runs/live"],
      ["GET", "/v1/runs/01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10"],
      ["PATCH", "/v1/workspace/settings"],
      ["GET", "/healthz"],
    ] as const) {
      const { status, headers } = await preflight(PAGE, method, url);
      expect([url, status, headers["access-control-allow-methods"]]).toEqual([url, 405, undefined]);
    }
  });
});
