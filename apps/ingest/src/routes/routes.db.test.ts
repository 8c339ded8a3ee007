import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelPage, problem, runAnswer, runFailures } from "@headroom/contract";
import { createToken, revokeToken } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const file = jtl({ rows: 2_000 });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function post(query: string, payload: string | Buffer = file, headers: Record<string, string> = {}) {
  const response = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Checkout&experiment=Mix${query}`,
    headers: { ...bearer(world.home.ingestToken), ...headers },
    payload,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json<Record<string, unknown>>(),
  };
}

async function get(url: string, token = world.home.readToken) {
  const response = await world.app.inject({ url, headers: bearer(token) });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json<Record<string, unknown>>(),
  };
}

describe("GET /v1/runs/{id}/failures", () => {
  it("says why requests failed, most often first, and to nobody else", async () => {
    const { run, summary } = runAnswer.parse((await post("&environment=failures")).body);
    const url = `/v1/runs/${run.id}/failures`;
    const { failures } = runFailures.parse((await get(url)).body);
    expect(failures.reduce((sum, { times }) => sum + times, 0)).toBe(summary.errors);
    expect(new Set(failures.map(({ reason }) => reason))).toEqual(new Set(["500 Server Error"]));
    expect((await get(url, world.foreign.readToken)).status).toBe(404);
  });

  it("says when they happened, in whichever window is asked for", async () => {
    const { run } = runAnswer.parse((await post("&environment=windows")).body);
    const url = `/v1/runs/${run.id}/failures`;
    // Rows 7, 507, 1007 and 1507 fail, at 100 rows a second.
    const { overTime, failures } = runFailures.parse((await get(`${url}?from=4&to=12`)).body);
    expect(overTime.known).toBe("all");
    expect(failures.map(({ times, code, firstAt, lastAt }) => [times, code, firstAt, lastAt])).toEqual([
      [2, "500", "2023-11-14T22:13:25.000Z", "2023-11-14T22:13:30.000Z"],
    ]);
    expect((await get(`${url}?from=4`)).status).toBe(400);
  });
});

describe("POST /v1/runs", () => {
  it("answers a run that GET answers too, and its labels by pages", async () => {
    const posted = await post("");
    expect(posted.status).toBe(201);
    const answer = runAnswer.parse(posted.body);
    expect(answer.summary).toMatchObject({ requests: 2_000, errors: 4, labelsTotal: 5 });
    expect(answer.run).toMatchObject({ tool: "jmeter", format: "jmeter-csv", status: "finished" });
    expect(posted.headers["location"]).toBe(`/v1/runs/${answer.run.id}`);

    const read = await get(`/v1/runs/${answer.run.id}`);
    expect([read.status, read.body]).toEqual([200, answer]);
    const page = await get(`/v1/runs/${answer.run.id}/labels?limit=2`);
    expect(labelPage.parse(page.body)).toMatchObject({
      labelsTotal: 5,
      labels: answer.summary.labels.slice(0, 2),
    });
  });

  it("takes any content type: what a tool or curl says about a file means nothing", async () => {
    for (const type of [
      "text/csv",
      "application/x-www-form-urlencoded",
      "application/json",
      "application/octet-stream",
      "foo",
      "",
      "multipart/form-data",
      "multipart/form-data; boundary=",
    ]) {
      expect((await post("", file, { "content-type": type })).status).toBe(201);
    }
  });

  it("replays an answer and says that it did", async () => {
    const key = { "idempotency-key": "once" };
    const first = await post("", file, key);
    const second = await post("", file, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(second.headers["idempotency-replayed"]).toBe("true");
  });

  it("counts what comes after the label limit under one name, and says so", async () => {
    const { body } = await post("", jtl({ rows: 3_000, labels: 1_500 }));
    const { summary, warnings } = runAnswer.parse(body);
    const other = summary.labels.find(({ label }) => label === "(other)");
    expect(summary.labels[0]).toEqual(other);
    expect(summary.labels.reduce((sum, { requests }) => sum + requests, 0)).toBe(3_000);
    expect(warnings).toContainEqual(expect.objectContaining({ code: "label-limit" }));
  });

  const refusals: [string, () => ReturnType<typeof post>, number, Record<string, unknown>][] = [
    ["an empty body", () => post("", ""), 422, { code: "file-empty" }],
    [
      "a format that nobody knows",
      () => post("", "hello, world\n".repeat(100)),
      422,
      { code: "format-unknown" },
    ],
    [
      "a query with an escape that is none",
      () => post("&branch=secret%ZZ"),
      400,
      {
        code: "parameter-unreadable",
        field: "branch",
        detail: 'The parameter "branch" cannot be decoded.',
      },
    ],
    [
      "a query that is not UTF-8",
      () => post("&branch=%ff"),
      400,
      { code: "parameter-unreadable", field: "branch" },
    ],
    [
      "a tool that nobody knows",
      () => post("&tool=abacus"),
      400,
      { code: "parameter-unreadable", field: "tool" },
    ],
    [
      "a parameter that nobody knows",
      () => post("&tagret=x"),
      400,
      { code: "parameter-unreadable", field: "tagret" },
    ],
    [
      "a target with an error in it",
      () => post("&target=p99%20%3C%3D%20200%20parsecs"),
      400,
      { code: "target-unreadable" },
    ],
    [
      "a target with a null character in it",
      () => post("&target=p99%20of%20%22a%00%22%20%3C%3D%201s"),
      400,
      { code: "target-unreadable", field: "target", byte: 9 },
    ],
    [
      "an encoding that nobody knows",
      () => post("", file, { "content-encoding": "lzw" }),
      415,
      { code: "encoding-unsupported" },
    ],
    [
      "a broken encoding",
      () => post("", file, { "content-encoding": "gzip" }),
      400,
      { code: "encoding-broken" },
    ],
    [
      "more bad lines than good ones",
      () => post("", file.split("\n").slice(0, 50).join("\n") + "\nnonsense,x,y".repeat(50)),
      422,
      { code: "too-many-bad-lines" },
    ],
    [
      "bad lines and no good one",
      () => post("", file.split("\n", 1).join("") + "\nnonsense,x,y".repeat(5)),
      422,
      { code: "too-many-bad-lines", line: 2 },
    ],
  ];
  it.each(refusals)("refuses %s as a problem", async (_name, attempt, status, expected) => {
    const refused = await attempt();
    expect(refused.status).toBe(status);
    expect(refused.headers["content-type"]).toBe("application/problem+json");
    expect(problem.parse(refused.body)).toMatchObject({ status, ...expected });
  });

  it("asks for the parameters that are missing", async () => {
    const response = await world.app.inject({
      method: "POST",
      url: "/v1/runs?service=x",
      headers: bearer(world.home.ingestToken),
      payload: file,
    });
    expect(response.json()).toMatchObject({ code: "parameter-missing", field: "experiment", status: 400 });
  });
});

describe("tokens", () => {
  it("are asked for by every route but those that say who is there", async () => {
    const open = new Map([
      ["/healthz", 200],
      ["/readyz", 200],
      ["/ping", 204],
      ["/v1/openapi.json", 200],
      // A CI job has no token yet. Without a body, there is nothing to exchange.
      ["/v1/oidc/exchange", 400],
    ]);
    expect(world.routes.map(({ url }) => url)).toEqual(
      expect.arrayContaining(["/healthz", "/v1/runs", "/v1/runs/:id"]),
    );
    for (const { method, url } of world.routes) {
      const { statusCode, headers } = await world.app.inject({
        method: method as "GET",
        url: url.replace(":id", "x"),
      });
      expect([method, url, statusCode]).toEqual([method, url, open.get(url) ?? 401]);
      expect(headers["www-authenticate"] !== undefined).toBe(!open.has(url));
    }
  });

  it("that only read may not upload", async () => {
    const refused = await post("", file, bearer(world.home.readToken));
    expect([refused.status, refused.body["code"]]).toEqual([403, "scope-missing"]);
  });

  it("that expired or were revoked are reported as such", async () => {
    const ctx = world.home.owner;
    const expiresAt = world.test.services.clock();
    const expired = await createToken({ ctx, input: { name: "old", scopes: ["read"], expiresAt } });
    const revoked = await createToken({ ctx, input: { name: "lost", scopes: ["read"] } });
    await revokeToken({ ctx, input: { tokenId: revoked.id } });
    const codes = await Promise.all([expired, revoked].map(async ({ secret }) => get("/v1/runs/x", secret)));
    expect(codes.map(({ status, body }) => [status, body["code"]])).toEqual([
      [401, "token-expired"],
      [401, "token-revoked"],
    ]);
  });

  it("from another workspace get the same answer as for what doesn't exist", async () => {
    const { body } = await post("");
    const { id } = runAnswer.parse(body).run;
    const unknown = "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10";
    const said = await Promise.all(
      [`/v1/runs/${id}`, `/v1/runs/${unknown}`, `/v1/runs/${id}/labels`, `/v1/runs/${unknown}/labels`].map(
        async (url) => {
          const refused = await get(url, world.foreign.readToken);
          return JSON.stringify({ ...refused.body, instance: null, status: refused.status });
        },
      ),
    );
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toContain("not-found");
  });
});

describe("what is not there", () => {
  it.each([
    ["PUT", "/v1/slos/openslo", "POST"],
    ["DELETE", "/v1/runs/live", "POST"],
    ["QUERY", "/v1/runs", "GET, HEAD, POST"],
    ["QUERY", "/v1/slos/01a1fe48-0000-7000-8000-000000000000", "DELETE, GET, HEAD, PUT"],
    ["PROPFIND", "/v1/runs/live", "POST"],
  ])("is 405 for %s %s, with the methods of that path alone", async (method, path, allow) => {
    const answer = await new Promise<{ status: number | undefined; allow: unknown }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${world.home.readToken}` };
      request(`${world.address}${path}`, { method, headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, allow: response.headers.allow });
      })
        .on("error", reject)
        .end();
    });
    expect(answer).toEqual({ status: 405, allow });
  });

  it("is 404, and 405 where another method is", async () => {
    const missing = await world.app.inject({ url: "/v1/walks" });
    expect([missing.statusCode, missing.json()]).toMatchObject([404, { code: "not-found" }]);
    const wrong = await world.app.inject({ method: "DELETE", url: "/v1/comparisons" });
    expect([wrong.statusCode, wrong.headers["allow"]]).toEqual([405, "GET, HEAD"]);
    expect(problem.parse(wrong.json())).toMatchObject({ code: "method-not-allowed" });
  });

  it("is 404 in the same words for an id of any length", async () => {
    const said = await Promise.all(
      ["x", "x".repeat(300)].map(async (id) => {
        const { status, body } = await get(`/v1/runs/${id}`);
        return [status, { ...body, instance: null }];
      }),
    );
    expect(said[0]).toMatchObject([404, { code: "not-found" }]);
    expect(said[1]).toEqual(said[0]);
  });

  it("returns an ID for each request", async () => {
    const { headers, body } = await get("/v1/runs/x");
    expect(body["instance"]).toBe(`urn:headroom:request:${String(headers["request-id"])}`);
  });
});

describe("a request that cannot be read", () => {
  const raw = async (head: string) => {
    const { port, hostname } = new URL(world.address);
    const socket = connect(Number(port), hostname);
    socket.setEncoding("utf8").end(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const answer = (await socket.toArray()).join("");
    const [headers = "", body = ""] = answer.split("\r\n\r\n");
    return { status: Number(headers.split(" ")[1]), headers, body: problem.parse(JSON.parse(body)) };
  };

  it.each([
    ["an address with a broken escape", "GET /v1/runs/%ZZ HTTP/1.1", 400, "parameter-unreadable"],
    [
      "a header with a control character",
      "GET /healthz HTTP/1.1\r\nX-A: a\u0001b",
      400,
      "parameter-unreadable",
    ],
    ["headers without end", `GET /healthz HTTP/1.1\r\nX-A: ${"a".repeat(20_000)}`, 431, "headers-too-large"],
    ["no HTTP at all", "hello", 400, "parameter-unreadable"],
  ])("is a problem as any other: %s", async (_name, head, status, code) => {
    const answer = await raw(head);
    expect([answer.status, answer.body.status, answer.body.code]).toEqual([status, status, code]);
    expect(answer.headers.toLowerCase()).toContain("content-type: application/problem+json");
    const id = /^request-id: (\S+)/im.exec(answer.headers)?.[1];
    expect(answer.body.instance).toBe(`urn:headroom:request:${id ?? ""}`);
  });
});
