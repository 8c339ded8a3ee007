import { HOUR_MILLIS, HOUR_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { listServices } from "../service/list.ts";
import { checkToken } from "./check.ts";
import { createToken, createTokenFrom } from "./create.ts";
import { endPreviousSecrets } from "./end-previous.ts";
import { listTokens } from "./list.ts";
import { revokeToken } from "./revoke.ts";
import { rotateOwnToken, rotateToken } from "./rotate.ts";

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

  it("has each of its scopes once, however often they are named", async () => {
    const { id } = await createToken({
      ctx: home.owner,
      input: { name: "twice", scopes: ["read", "ingest", "read"] },
    });
    const found = (await listTokens({ ctx: home.owner })).find((token) => token.id === id);
    expect(found?.scopes).toEqual(["read", "ingest"]);
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

  it("asks the database only about what can be one of its secrets", async () => {
    const unreachable = { ...test.services, db: null as never };
    for (const secret of ["", "x", "hr_read_nothing", `${home.readToken}x`, home.readToken.replace("_", "-")])
      await expect(checkToken({ services: unreachable, input: { secret } })).rejects.toMatchObject({
        code: "unauthenticated",
      });
    const input = { secret: home.readToken };
    await expect(checkToken({ services: unreachable, input })).rejects.toThrow(TypeError);
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

type Scopes = ("ingest" | "read" | "manage")[];
const newToken = (scopes: Scopes, expiresAt: Date | null = null) =>
  createToken({ ctx: home.owner, input: { name: "rotated", scopes, expiresAt } });
const rotate = (tokenId: string, body: unknown = {}, ctx = home.owner) =>
  rotateToken({ ctx, input: { tokenId, body } });
const listed = async (id: string) => (await listTokens({ ctx: home.owner })).find((token) => token.id === id);
const hoursFromNow = (hours: number) => new Date(test.services.clock().getTime() + hours * HOUR_MILLIS);

describe("rotating a token", () => {
  it("gives it a new secret, and both work until the overlap ends", async () => {
    const { id, secret } = await newToken(["ingest"]);
    const rotated = await rotate(id);
    expect(rotated).toMatchObject({ id, previousUntil: hoursFromNow(24).toISOString(), expiresAt: null });
    expect(rotated.secret).toMatch(/^hr_ingest_[\w-]{43}$/);
    const { workspaceId } = home;
    const same = { workspaceId, actor: { kind: "token", id, scopes: ["ingest"], serviceId: null } };
    expect(await check(rotated.secret)).toMatchObject(same);
    test.pass(24 * HOUR_SECONDS - 1);
    expect(await check(secret)).toMatchObject(same);
    test.pass(1);
    await expect(check(secret)).rejects.toMatchObject({
      code: "token-replaced",
      message: expect.stringMatching(/^This secret of the token "rotated" was replaced/),
    });
    await expect(check(rotated.secret)).resolves.toBeDefined();
    expect((await auditOf(home, id)).map(({ action, detail }) => [action, detail])).toContainEqual([
      "token.rotate",
      { keepPreviousHours: 24, expiresAt: null },
    ]);
  });

  it("shows when each secret was last used, so that one knows when the old one can go", async () => {
    const { id, secret } = await newToken(["read"]);
    await check(secret);
    const first = test.services.clock();
    test.pass(600);
    const { previousUntil } = await rotate(id);
    expect(await listed(id)).toMatchObject({
      lastUsedAt: first,
      rotatedAt: test.services.clock(),
      previousSecrets: [{ validUntil: new Date(previousUntil ?? ""), lastUsedAt: first }],
    });
    test.pass(600);
    await check(secret);
    expect(await listed(id)).toMatchObject({
      lastUsedAt: test.services.clock(),
      previousSecrets: [{ lastUsedAt: test.services.clock() }],
    });
  });

  it("ends the old secret immediately if asked, then or later, and changes nothing for the new one", async () => {
    const { id, secret } = await newToken(["read"]);
    const second = await rotate(id, { keepPreviousHours: 0 });
    expect(second.previousUntil).toBeNull();
    await expect(check(secret)).rejects.toMatchObject({ code: "token-replaced" });
    const third = await rotate(id, { keepPreviousHours: 720 });
    await check(second.secret);
    await endPreviousSecrets({ ctx: home.owner, input: { tokenId: id } });
    await endPreviousSecrets({ ctx: home.owner, input: { tokenId: id } });
    await expect(check(second.secret)).rejects.toMatchObject({ code: "token-replaced" });
    await expect(check(third.secret)).resolves.toBeDefined();
    expect((await listed(id))?.previousSecrets).toEqual([]);
    const ended = (await auditOf(home, id)).filter(({ action }) => action === "token.end-previous");
    expect(ended).toHaveLength(1);
  });

  it("keeps its expiry, which a manager can move, and revoking ends all secrets", async () => {
    const expiresAt = hoursFromNow(2);
    const { id, secret } = await newToken(["read"], expiresAt);
    expect((await rotate(id)).expiresAt).toBe(expiresAt.toISOString());
    test.pass(2 * HOUR_SECONDS);
    await expect(check(secret)).rejects.toMatchObject({ code: "token-expired" });
    await expect(rotate(id)).rejects.toMatchObject({ code: "conflict" });
    await expect(rotate(id, { expiresAt: expiresAt.toISOString() })).rejects.toMatchObject({
      code: "parameter-unreadable",
      field: "expiresAt",
    });
    const renewed = await rotate(id, { expiresAt: null });
    await expect(check(renewed.secret)).resolves.toBeDefined();
    await expect(check(secret)).resolves.toBeDefined();
    await revokeToken({ ctx: home.owner, input: { tokenId: id } });
    await expect(check(renewed.secret)).rejects.toMatchObject({ code: "token-revoked" });
    await expect(check(secret)).rejects.toMatchObject({ code: "token-revoked" });
    await expect(rotate(id)).rejects.toMatchObject({ code: "conflict" });
  });

  it("refuses an overlap of more than 30 days, and a sixth secret at the same time", async () => {
    const { id } = await newToken(["read"]);
    for (const keepPreviousHours of [-1, 721, 1.5])
      await expect(rotate(id, { keepPreviousHours })).rejects.toMatchObject({ code: "parameter-unreadable" });
    for (let at = 0; at < 5; at += 1) await rotate(id);
    await expect(rotate(id)).rejects.toMatchObject({ code: "conflict" });
    expect((await listed(id))?.previousSecrets).toHaveLength(5);
  });

  it("gives one of two concurrent requests the new secret, and none to the other", async () => {
    const { id } = await newToken(["read"]);
    const answers = await Promise.allSettled([rotate(id), rotate(id)]);
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value.secret : []));
    for (const secret of given) await expect(check(secret)).resolves.toBeDefined();
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(given.length + refused.length).toBe(2);
    expect((await listed(id))?.previousSecrets).toHaveLength(given.length);
  });

  it("is refused to those who may not manage, and to those next door", async () => {
    const { id } = await newToken(["read"]);
    const input = { tokenId: id };
    const reader = await check(home.readToken);
    for (const ctx of [home.viewer, reader]) {
      await expect(rotate(id, {}, ctx)).rejects.toMatchObject({ code: "scope-missing" });
      await expect(endPreviousSecrets({ ctx, input })).rejects.toMatchObject({ code: "scope-missing" });
    }
    await expect(rotate(id, {}, foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(endPreviousSecrets({ ctx: foreign.owner, input })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await auditOf(home, id)).toHaveLength(1);
  });
});

describe("a token that manages tokens", () => {
  it("gets no secret that can do more than itself, by creating or by rotating", async () => {
    const manager = await check((await newToken(["manage"])).secret);
    const uploader = await newToken(["ingest", "read"]);
    const refused = { code: "scope-missing", message: expect.stringContaining('"ingest"') };
    await expect(rotate(uploader.id, {}, manager)).rejects.toMatchObject(refused);
    const body = { name: "more", scopes: ["manage", "ingest"] };
    await expect(createTokenFrom({ ctx: manager, input: { body } })).rejects.toMatchObject(refused);
    const made = await createTokenFrom({ ctx: manager, input: { body: { ...body, scopes: ["manage"] } } });
    await expect(rotate(made.id, {}, manager)).resolves.toBeDefined();
  });

  it("gets none that outlives it", async () => {
    const expiresAt = hoursFromNow(10);
    const manager = await check((await newToken(["manage", "read"], expiresAt)).secret);
    const make = (ends: Date | null) => {
      const body = { name: "later", scopes: ["read"], expiresAt: ends?.toISOString() ?? null };
      return createTokenFrom({ ctx: manager, input: { body } });
    };
    await expect(make(null)).rejects.toMatchObject({ code: "scope-missing", field: "expiresAt" });
    await expect(make(hoursFromNow(-1))).rejects.toMatchObject({ code: "parameter-unreadable" });
    await expect(make(hoursFromNow(11))).rejects.toMatchObject({ code: "scope-missing" });
    const { id } = await make(expiresAt);
    await expect(rotate(id, { expiresAt: null }, manager)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(rotate((await newToken(["read"])).id, {}, manager)).rejects.toMatchObject({
      code: "scope-missing",
    });
  });

  it("names the service that a new token is limited to as in its page's address", async () => {
    const id = test.services.newId();
    const { workspaceId } = home;
    await test.db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.service.createMany({ data: [{ id, workspaceId, slug: "cart", name: "Cart" }] }),
    );
    const body = { name: "one", scopes: ["read"], service: "cart" };
    const made = await createTokenFrom({ ctx: home.owner, input: { body } });
    expect((await check(made.secret)).actor).toMatchObject({ serviceId: id });
    const elsewhere = await createTokenFrom({ ctx: foreign.owner, input: { body } });
    expect((await check(elsewhere.secret)).actor).not.toMatchObject({ serviceId: id });
  });

  it("can limit one to a service that has no runs yet, which creates and audits the service", async () => {
    const body = { name: "CI of the shop", scopes: ["ingest"], service: "Web shop" };
    const made = await createTokenFrom({ ctx: home.owner, input: { body } });
    const again = await createTokenFrom({
      ctx: home.owner,
      input: { body: { ...body, service: "web-shop" } },
    });
    const service = (await listServices({ ctx: home.owner })).find(({ slug }) => slug === "web-shop");
    expect(service).toMatchObject({ name: "Web shop" });
    for (const { secret } of [made, again])
      expect((await check(secret)).actor).toMatchObject({ serviceId: service?.id });
    expect(await auditOf(home, service?.id ?? "")).toMatchObject([
      { action: "service.create", actorId: home.ownerId, detail: { name: "Web shop" } },
    ]);
  });

  it("leaves no service behind when it is refused", async () => {
    const manager = await check((await newToken(["manage"])).secret);
    const body = { name: "more", scopes: ["ingest"], service: "Refused" };
    for (const ctx of [manager, home.viewer])
      await expect(createTokenFrom({ ctx, input: { body } })).rejects.toMatchObject({
        code: "scope-missing",
      });
    await expect(
      createTokenFrom({ ctx: home.owner, input: { body: { ...body, service: "!!!" } } }),
    ).rejects.toMatchObject({ code: "parameter-unreadable", field: "service" });
    expect((await listServices({ ctx: home.owner })).map(({ slug }) => slug)).not.toContain("refused");
  });
});

describe("a token that rotates itself", () => {
  const rotateOwn = async (secret: string, body: unknown = {}) =>
    rotateOwnToken({ ctx: await check(secret), input: { body } });

  it("needs no scope for that, keeps its expiry, and leaves its audit entry", async () => {
    const expiresAt = hoursFromNow(48);
    const { id, secret } = await newToken(["ingest"], expiresAt);
    const rotated = await rotateOwn(secret, { keepPreviousHours: 1 });
    expect(rotated).toMatchObject({ id, expiresAt: expiresAt.toISOString() });
    await expect(check(rotated.secret)).resolves.toBeDefined();
    await expect(rotateOwn(rotated.secret, { expiresAt: null })).rejects.toMatchObject({
      code: "parameter-unreadable",
    });
    expect(await auditOf(home, id)).toMatchObject([
      { action: "token.create" },
      { action: "token.rotate", actorKind: "token", actorId: id },
    ]);
  });

  it("can't with a secret that was replaced: who found an old one would have the new one", async () => {
    const { secret } = await newToken(["read"]);
    await rotateOwn(secret);
    await expect(rotateOwn(secret)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is not a person", async () => {
    await expect(rotateOwnToken({ ctx: home.owner, input: { body: {} } })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
