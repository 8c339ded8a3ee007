import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { liveBatchAnswer, liveState, problem, runAnswer } from "@headroom/contract";
import { batchOf, steadySamples } from "@headroom/services/testing";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

interface Sent {
  method?: "GET" | "POST";
  payload?: string | Buffer;
  headers?: Record<string, string>;
  token?: string;
}

async function ask(url: string, { method = "POST", payload, headers = {}, token }: Sent = {}) {
  const response = await world.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token ?? world.home.ingestToken}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json<Record<string, unknown>>(),
  };
}

const open = async (query = "", sent: Sent = {}) =>
  ask(`/v1/runs/live?service=Checkout&experiment=Live${query}`, sent);
const samples = steadySamples({ seconds: 30, perSecond: 20 });
const batch = (sequence: number) => JSON.stringify(batchOf(samples, { writer: "a", sequence }));
async function openId(query = ""): Promise<string> {
  return runAnswer.parse((await open(query)).body).run.id;
}

describe("a live run", () => {
  it("is opened, sent in any encoding and without a word about its type, and finished", async () => {
    const opened = await open("&target=p99%3C%3D200ms");
    expect(opened.status).toBe(201);
    const { run } = runAnswer.parse(opened.body);
    expect([run.status, opened.headers["location"]]).toEqual(["receiving", `/v1/runs/${run.id}`]);
    const cells = `/v1/runs/${run.id}/cells`;
    const encoded: Sent[] = [
      { payload: batch(1), headers: { "content-type": "application/json" } },
      { payload: gzipSync(batch(2)), headers: { "content-encoding": "gzip" } },
      { payload: zstdCompressSync(batch(3)) },
    ];
    for (const [at, sent] of encoded.entries()) {
      const { status, body } = await ask(cells, sent);
      expect([status, liveBatchAnswer.parse(body)]).toMatchObject([200, { writer: "a", sequence: at + 1 }]);
    }
    const state = await vi.waitFor(async () => {
      const { body } = await ask(`/v1/runs/${run.id}/live`, { method: "GET" });
      const read = liveState.parse(body);
      expect(read.writers).toMatchObject([{ writer: "a", sequence: 3 }]);
      return read;
    }, 20_000);
    expect(state.state).toBe("open");
    const receiving = await ask(`/v1/runs/${run.id}`, { method: "GET" });
    expect(runAnswer.parse(receiving.body)).toMatchObject({ run: { status: "receiving" } });
    const finished = await ask(`/v1/runs/${run.id}/finish`);
    expect([finished.status, runAnswer.parse(finished.body)]).toMatchObject([
      200,
      { run: { status: "finished" }, summary: { requests: 1_800 }, verdict: "met" },
    ]);
    const read = await ask(`/v1/runs/${run.id}`, { method: "GET" });
    expect(read.body).toEqual(finished.body);
    expect((await ask(`/v1/runs/${run.id}/finish`, { payload: "{}" })).body).toEqual(finished.body);
  });

  it("is opened once for a key, and the answer says that it was given before", async () => {
    const headers = { "idempotency-key": "live" };
    const [first, second] = [await open("", { headers }), await open("", { headers })];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect([first, second].map((one) => one.headers["idempotency-replayed"])).toEqual([undefined, "true"]);
    const other = await open("&notes=x", { headers });
    expect([other.status, other.body["code"]]).toEqual([409, "key-reused"]);
  });

  it("is not there for another workspace, and takes nothing from who only reads", async () => {
    const id = await openId();
    const said = await Promise.all(
      (["cells", "finish", "live"] as const).map(async (what) => {
        const method = what === "live" ? "GET" : "POST";
        const sent: Sent = { method, ...(method === "POST" ? { payload: batch(1) } : {}) };
        const foreign = await ask(`/v1/runs/${id}/${what}`, { ...sent, token: world.foreign.ingestToken });
        const reader = await ask(`/v1/runs/${id}/${what}`, { ...sent, token: world.home.readToken });
        return [foreign.status, foreign.body["code"], reader.status, reader.body["code"]];
      }),
    );
    // A body is validated before its run is looked up: a batch sent to finish is refused for its shape, whoever sends it.
    expect(said).toEqual([
      [404, "not-found", 403, "scope-missing"],
      [400, "batch-unreadable", 403, "scope-missing"],
      [404, "not-found", 403, "scope-missing"],
    ]);
  });

  const refusals: [string, Sent, number, Record<string, unknown>][] = [
    ["nothing", {}, 400, { code: "batch-unreadable" }],
    ["no JSON", { payload: "hello" }, 400, { code: "batch-unreadable" }],
    ["no UTF-8", { payload: Buffer.from([0x7b, 0xff, 0x7d]) }, 400, { code: "batch-unreadable" }],
    ["a list", { payload: "[]" }, 400, { code: "batch-unreadable" }],
    [
      "a figure that is none",
      { payload: batch(1).replace(/"requests":\d+/, '"requests":1e999') },
      400,
      { code: "batch-unreadable", field: "cells.0.requests" },
    ],
    [
      "a deep nest",
      { payload: `{"writer":${"[".repeat(500_000)}${"]".repeat(500_000)}}` },
      400,
      { code: "batch-unreadable", field: "writer" },
    ],
    ["a body that is too large", { payload: " ".repeat(4_000_001) }, 413, { code: "batch-too-large" }],
    [
      "a body that decodes to more",
      { payload: gzipSync(" ".repeat(4_000_001)), headers: { "content-encoding": "gzip" } },
      413,
      { code: "batch-too-large" },
    ],
    [
      "a broken encoding",
      { payload: "{}", headers: { "content-encoding": "gzip" } },
      400,
      { code: "encoding-broken" },
    ],
  ];
  it.each(refusals)("refuses a batch of %s as a problem", async (_name, sent, status, expected) => {
    const id = await openId();
    const refused = await ask(`/v1/runs/${id}/cells`, sent);
    expect(refused.headers["content-type"]).toBe("application/problem+json");
    expect(problem.parse(refused.body)).toMatchObject({ status, ...expected });
    expect((await ask(`/v1/runs/${id}/live`, { method: "GET" })).body["writers"]).toEqual([]);
  });

  it("knows one method for each of its addresses", async () => {
    const wrong = await world.app.inject({ method: "DELETE", url: "/v1/runs/x/cells" });
    expect([wrong.statusCode, wrong.headers["allow"]]).toEqual([405, "POST"]);
  });
});
