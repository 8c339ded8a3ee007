import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createdShare, listedShare, runAnswer } from "@headroom/contract";
import type { CreatedShareAnswer } from "@headroom/contract";
import { createToken, openShare } from "@headroom/services";
import { randomBytes } from "node:crypto";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let token: string;
let runId: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "release", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  token = (await createToken({ ctx: world.home.owner, input })).secret;
  runId = runAnswer.parse((await upload("", world.home.ingestToken)).body).run.id;
});
afterAll(() => world.close());

async function send(method: "GET" | "POST" | "DELETE", url: string, body?: object | string, as = token) {
  const headers = { authorization: `Bearer ${as}` };
  const answer = await world.app.inject({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: answer.statusCode,
    body: answer.body === "" ? null : answer.json<Record<string, unknown>>(),
  };
}
const upload = (query: string, as = token) =>
  send("POST", `/v1/runs?service=Shop&experiment=Shared${query}`, jtl({ rows: 200 }), as);
const share = (body: object, as = token) => send("POST", "/v1/shares", body, as);
const shown = ({ url }: CreatedShareAnswer) =>
  openShare({
    services: world.test.services,
    input: {
      secret: url.slice(url.lastIndexOf("/") + 1),
      proof: null,
      counted: true,
      signingSecret: randomBytes(32),
    },
  });
const audited = () =>
  world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.auditEntry.count({ where: { action: "share.create" } }),
  );

describe("share links by API", () => {
  it("show the run to anyone, are listed without their address, and end when revoked", async () => {
    const { status, body } = await share({ subject: { kind: "run", runId }, expiresInDays: 7 });
    expect(status).toBe(201);
    const made = createdShare.parse(body);
    expect(made.url).toMatch(/\/share\/[\w-]{43}$/);
    expect(await shown(made)).toMatchObject({ state: "open", subject: { kind: "run", runId } });
    const { body: list } = await send("GET", `/v1/shares?run=${runId}`);
    const shares = listedShare.array().parse(list?.["shares"]);
    expect(shares).toMatchObject([{ id: made.id, state: "open", openedCount: 1, frozenAt: null }]);
    expect(JSON.stringify(list)).not.toContain(made.url.slice(-43));
    expect((await send("DELETE", `/v1/shares/${made.id}`)).status).toBe(204);
    await expect(shown(made)).rejects.toMatchObject({ code: "not-found" });
    expect(await audited()).toBe(1);
  });

  it("show rounds, current or frozen, and are listed for the two rounds they compare", async () => {
    const rounds = { by: "date", split: "2026-11-05" };
    const { status, body } = await share({
      subject: { kind: "rounds", service: "shop", rounds },
      frozen: true,
    });
    expect(status).toBe(201);
    const made = createdShare.parse(body);
    expect(await shown(made)).toMatchObject({ state: "open", subject: { kind: "rounds" } });
    const { body: list } = await send("GET", "/v1/shares?service=shop&split=2026-11-05");
    expect(listedShare.array().parse(list?.["shares"])).toMatchObject([
      { id: made.id, frozenAt: expect.any(String) },
    ]);
    const unknown = { kind: "rounds", service: "none", rounds };
    expect((await share({ subject: unknown })).status).toBe(404);
    const wrong = { kind: "rounds", service: "shop", rounds: { by: "date", split: "soon" } };
    expect((await share({ subject: wrong })).status).toBe(400);
    expect((await send("DELETE", `/v1/shares/${made.id}`)).status).toBe(204);
  });

  it("need the scope manage, and a subject that can be shared", async () => {
    const subject = { kind: "run", runId };
    for (const weak of [world.home.ingestToken, world.home.readToken])
      expect((await share({ subject }, weak)).body?.["code"]).toBe("scope-missing");
    expect((await share({ subject, frozen: true })).body?.["code"]).toBe("parameter-unreadable");
    expect((await share({ subject: { kind: "workspace" } })).status).toBe(400);
    expect((await share({ subject, expiresInDays: 366 })).status).toBe(400);
    expect((await send("GET", "/v1/shares")).status).toBe(400);
  });
});

describe("an upload that asks for a link", () => {
  it("gets one in its answer, that shows its run", async () => {
    const { status, body } = await upload("&share=14");
    expect(status).toBe(201);
    const answer = runAnswer.parse(body);
    expect(answer.share && (await shown(answer.share))).toMatchObject({
      subject: { kind: "run", runId: answer.run.id },
    });
    const read = await send("GET", `/v1/runs/${answer.run.id}`);
    expect(runAnswer.parse(read.body).share).toBeUndefined();
  });

  it("is refused before its file is read if it may not have one", async () => {
    const before = await send("GET", "/v1/runs?service=shop&experiment=Shared");
    expect((await upload("&share=14", world.home.ingestToken)).body?.["code"]).toBe("scope-missing");
    for (const days of ["0", "366", "x", "1.5"])
      expect((await upload(`&share=${days}`)).body).toMatchObject({
        code: "parameter-unreadable",
        field: "share",
      });
    expect((await send("GET", "/v1/runs?service=shop&experiment=Shared")).body).toEqual(before.body);
  });
});
