import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, createTestServices, type Tenant, type TestServices } from "../testing/index.ts";
import { checkToken } from "./check.ts";
import { createToken } from "./create.ts";
import { listTokens } from "./list.ts";
import { revokeToken } from "./revoke.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const check = (secret: string) => checkToken({ services: test.services, input: { secret } });
const auditOf = (tenant: Tenant, subjectId: string) =>
  test.db.inWorkspace(tenant.workspaceId, (tx) => tx.prisma.auditEntry.findMany({ where: { subjectId } }));

describe("making a token", () => {
  it("gives its secret once, keeps only the hash, and leaves its audit entry", async () => {
    const { id, secret } = await createToken({ ctx: home.owner, input: { name: "ci", scopes: ["ingest"] } });
    expect(secret).toMatch(/^hr_ingest_[\w-]{43}$/);
    const stored = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.token.findUnique({ where: { id } }),
    );
    expect(Buffer.from(stored?.tokenHash ?? []).toString("utf8")).not.toContain(secret);
    expect(await auditOf(home, id)).toMatchObject([
      { action: "token.create", actorKind: "person", actorId: home.ownerId },
    ]);
  });

  it("is refused to those who may not manage", async () => {
    for (const ctx of [home.viewer, await check(home.ingestToken)]) {
      await expect(createToken({ ctx, input: { name: "mine", scopes: ["read"] } })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
  });

  it("is refused to a token, however much it may, that is held to one service: it would free itself", async () => {
    const serviceId = test.services.newId();
    await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.service.createMany({
        data: [{ id: serviceId, workspaceId: home.workspaceId, slug: "held", name: "Held" }],
      }),
    );
    const held = { name: "held", scopes: ["manage" as const], serviceId };
    const { id, secret } = await createToken({ ctx: home.owner, input: held });
    const ctx = await check(secret);
    const refused = { code: "scope-missing" };
    await expect(createToken({ ctx, input: { name: "free", scopes: ["read"] } })).rejects.toMatchObject(
      refused,
    );
    await expect(listTokens({ ctx })).rejects.toMatchObject(refused);
    await expect(revokeToken({ ctx, input: { tokenId: id } })).rejects.toMatchObject(refused);
  });

  it("knows no service of another workspace", async () => {
    const serviceId = test.services.newId();
    await test.db.inWorkspace(foreign.workspaceId, (tx) =>
      tx.prisma.service.createMany({
        data: [{ id: serviceId, workspaceId: foreign.workspaceId, slug: "theirs", name: "Theirs" }],
      }),
    );
    const attempt = createToken({ ctx: home.owner, input: { name: "x", scopes: ["read"], serviceId } });
    await expect(attempt).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("checking a token", () => {
  it("answers its workspace, scopes and nothing of another", async () => {
    const ctx = await check(home.ingestToken);
    expect(ctx.workspaceId).toBe(home.workspaceId);
    expect(ctx.actor).toMatchObject({ kind: "token", scopes: ["ingest", "read"], serviceId: null });
  });

  it("knows nothing of a secret that was never given out", async () => {
    await expect(check("hr_read_nothing")).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(check("")).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(check(`${home.readToken}x`)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("reports to the holder that it expired or was revoked", async () => {
    const expiresAt = new Date(test.services.clock().getTime() + 60_000);
    const { secret } = await createToken({
      ctx: home.owner,
      input: { name: "short", scopes: ["read"], expiresAt },
    });
    await expect(check(secret)).resolves.toBeDefined();
    test.pass(60);
    await expect(check(secret)).rejects.toMatchObject({ code: "token-expired" });

    const revoked = await createToken({ ctx: home.owner, input: { name: "lost", scopes: ["read"] } });
    await revokeToken({ ctx: home.owner, input: { tokenId: revoked.id } });
    await expect(check(revoked.secret)).rejects.toMatchObject({ code: "token-revoked" });
    expect((await auditOf(home, revoked.id)).map(({ action }) => action)).toContain("token.revoke");
  });

  it("notes its last use at most once a minute", async () => {
    const { id, secret } = await createToken({ ctx: home.owner, input: { name: "busy", scopes: ["read"] } });
    const lastUse = async () =>
      (await listTokens({ ctx: home.owner })).find((token) => token.id === id)?.lastUsedAt;
    await check(secret);
    const first = test.services.clock();
    expect(await lastUse()).toEqual(first);
    test.pass(30);
    await check(secret);
    expect(await lastUse()).toEqual(first);
    test.pass(31);
    await check(secret);
    expect(await lastUse()).toEqual(test.services.clock());
  });
});

describe("revoking a token", () => {
  it("is refused to those who may not manage, and to those next door", async () => {
    const { id } = await createToken({ ctx: home.owner, input: { name: "kept", scopes: ["read"] } });
    const input = { tokenId: id };
    await expect(revokeToken({ ctx: home.viewer, input })).rejects.toMatchObject({ code: "scope-missing" });
    await expect(revokeToken({ ctx: foreign.owner, input })).rejects.toMatchObject({ code: "not-found" });
    expect((await listTokens({ ctx: foreign.owner })).map((token) => token.id)).not.toContain(id);
    await expect(listTokens({ ctx: home.viewer })).rejects.toMatchObject({ code: "scope-missing" });
  });
});
