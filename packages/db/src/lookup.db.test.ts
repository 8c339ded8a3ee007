import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedExperiment } from "./testing/run.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
let workspaceId: string;
let personId: string;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

beforeAll(async () => {
  test = await createTestDatabase();
  workspaceId = (await seedExperiment(test.db)).workspaceId;
  personId = await test.db.lookup.ensurePerson({ id: randomUUID(), email: "Ada@example.com", name: "Ada" });
});
afterAll(() => test.drop());

const secret = () => ({
  id: randomUUID(),
  personId,
  tokenHash: new Uint8Array(randomBytes(32)),
  createdAt: at(0),
  expiresAt: at(30),
});

describe("people", () => {
  it("are one for an email in any case", async () => {
    const { lookup } = test.db;
    const again = { id: randomUUID(), email: "ada@EXAMPLE.com", name: "Someone" };
    expect(await lookup.ensurePerson(again)).toBe(personId);
    const twins = Array.from({ length: 5 }, () =>
      lookup.ensurePerson({ id: randomUUID(), email: "twin@example.com", name: "Twin" }),
    );
    expect(new Set(await Promise.all(twins)).size).toBe(1);
  });

  it("find their workspaces before one is known", async () => {
    expect(await test.db.lookup.membershipsOf(personId)).toEqual([]);
    await test.db.inWorkspace(workspaceId, ({ prisma }) =>
      prisma.membership.create({ data: { workspaceId, personId, role: "owner" } }),
    );
    expect(await test.db.lookup.membershipsOf(personId)).toEqual([
      { workspaceId, slug: workspaceId, name: "Shop", role: "owner" },
    ]);
    expect(await test.db.lookup.workspaceBySlug(workspaceId)).toBe(workspaceId);
    expect(await test.db.lookup.workspaceBySlug("nothing")).toBeNull();
  });
});

describe("a sign-in link", () => {
  it("lets in one of two that use it concurrently", async () => {
    const link = secret();
    await test.db.lookup.createSignInLink(link);
    const uses = await Promise.all([1, 2].map(() => test.db.lookup.useSignInLink(link.tokenHash, at(1))));
    expect(new Set(uses)).toEqual(new Set([personId, null]));
    expect(await test.db.lookup.useSignInLink(link.tokenHash, at(2))).toBeNull();
  });

  it("ends the ones before it", async () => {
    const [older, newer] = [secret(), secret()];
    await test.db.lookup.createSignInLink(older);
    await test.db.lookup.createSignInLink(newer);
    expect(await test.db.lookup.useSignInLink(older.tokenHash, at(1))).toBeNull();
    expect(await test.db.lookup.useSignInLink(newer.tokenHash, at(1))).toBe(personId);
  });

  it("lets nobody in once expired, or unknown", async () => {
    const link = secret();
    await test.db.lookup.createSignInLink(link);
    expect(await test.db.lookup.useSignInLink(link.tokenHash, at(30))).toBeNull();
    expect(await test.db.lookup.useSignInLink(secret().tokenHash, at(1))).toBeNull();
  });
});

describe("a session", () => {
  it("is found by its hash, touched at most once a minute, and closed once", async () => {
    const session = secret();
    const { lookup } = test.db;
    await lookup.openSession({ ...session, device: "Firefox on Linux" });
    await lookup.touchSession(session.id, new Date(at(0).getTime() + 59_000));
    expect(await lookup.sessionByHash(session.tokenHash)).toEqual({
      id: session.id,
      personId,
      email: "Ada@example.com",
      name: "Ada",
      workspaceId: null,
      expiresAt: at(30),
      lastSeenAt: at(0),
      revokedAt: null,
    });
    await lookup.touchSession(session.id, at(5));
    expect(await lookup.closeSession(session.tokenHash, at(6))).toBe(session.id);
    expect(await lookup.closeSession(session.tokenHash, at(7))).toBeNull();
    expect(await lookup.sessionByHash(session.tokenHash)).toMatchObject({
      lastSeenAt: at(5),
      revokedAt: at(6),
    });
    expect(await lookup.sessionByHash(secret().tokenHash)).toBeNull();
  });
});

describe("sessions of a person", () => {
  it("go where the person is a member, nowhere else, and the next begins there", async () => {
    const { lookup } = test.db;
    const [mine, next] = [secret(), secret()];
    const foreign = (await seedExperiment(test.db)).workspaceId;
    await lookup.openSession({ ...mine, device: null });
    expect(await lookup.switchSession(mine.id, foreign)).toBe(false);
    expect(await lookup.sessionByHash(mine.tokenHash)).toMatchObject({ workspaceId: null });
    expect(await lookup.switchSession(mine.id, workspaceId)).toBe(true);
    await lookup.openSession({ ...next, device: null });
    expect(await lookup.sessionByHash(next.tokenHash)).toMatchObject({ workspaceId });
  });

  it("are closed one by one, or all but one, and never another person's", async () => {
    const { lookup } = test.db;
    const owner = await lookup.ensurePerson({ id: randomUUID(), email: "many@example.com", name: "Many" });
    const other = secret();
    await lookup.openSession({ ...other, device: null });
    const open = [secret(), secret(), secret()].map((one) => ({ ...one, personId: owner, device: "d" }));
    for (const session of open) await lookup.openSession(session);
    const [first = "", kept = ""] = open.map(({ id }) => id);
    const close = (only: string | null, keep: string | null) =>
      lookup.closeSessions({ personId: owner, at: at(1), only, kept: keep });
    expect(await close(other.id, null)).toBe(0);
    expect(await close(first, kept)).toBe(1);
    expect(await close(null, kept)).toBe(1);
    expect((await lookup.sessionsOf(owner)).map(({ id }) => id)).toEqual([kept]);
    expect(await lookup.sessionByHash(other.tokenHash)).toMatchObject({ revokedAt: null });
  });

  it("find what lies in a workspace of the person's own, and only there", async () => {
    const { lookup } = test.db;
    const { experimentId } = await seedExperiment(test.db);
    expect(await lookup.workspaceHolding(personId, experimentId)).toBeNull();
    const own = await seedExperiment(test.db);
    await test.db.inWorkspace(own.workspaceId, ({ prisma }) =>
      prisma.membership.create({ data: { workspaceId: own.workspaceId, personId, role: "viewer" } }),
    );
    expect(await lookup.workspaceHolding(personId, own.experimentId)).toEqual({
      workspaceId: own.workspaceId,
      name: "Shop",
    });
  });
});

describe("attempts", () => {
  it("count in their window and start again after it, separately for each key", async () => {
    const { lookup } = test.db;
    const [key, other] = [secret().tokenHash, secret().tokenHash];
    const count = (hash: Uint8Array, minute: number) =>
      lookup.countAttempt(hash, at(minute), at(minute + 10));
    expect(await Promise.all([1, 2, 3].map(() => count(key, 0)))).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(await count(other, 0)).toBe(1);
    expect(await count(key, 9)).toBe(4);
    expect(await count(key, 10)).toBe(1);
    await lookup.forgetAttempts(key);
    expect(await count(key, 11)).toBe(1);
  });
});

describe("a token", () => {
  it("is found by its hash with all that has to be judged, and shows its last use", async () => {
    const token = {
      id: randomUUID(),
      workspaceId,
      name: "CI",
      tokenHash: new Uint8Array(randomBytes(32)),
      scopes: ["ingest", "read"],
      expiresAt: at(30),
    };
    await test.db.inWorkspace(workspaceId, ({ prisma }) => prisma.token.create({ data: token }));
    const { lookup } = test.db;
    await lookup.touchToken(token.id, at(3));
    const { tokenHash, ...shown } = token;
    expect(await lookup.tokenByHash(tokenHash)).toEqual({
      ...shown,
      serviceId: null,
      revokedAt: null,
      lastUsedAt: at(3),
      replacedUntil: null,
    });
    expect(await lookup.tokenByHash(secret().tokenHash)).toBeNull();
  });
});

it("answers nobody who may not take the app role", async () => {
  const login = `headroom_test_${randomBytes(4).toString("hex")}`;
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query(`create role ${login} login password 'stranger'`);
  const url = new URL(test.url);
  url.username = login;
  url.password = "stranger";
  const stranger = new pg.Client({ connectionString: url.href });
  await stranger.connect();
  await expect(stranger.query("select * from memberships_of($1)", [personId])).rejects.toMatchObject({
    code: "42501",
  });
  await expect(stranger.query("set role headroom_app")).rejects.toMatchObject({ code: "42501" });
  await stranger.end();
  await owner.query(`drop role ${login}`);
  await owner.end();
});
