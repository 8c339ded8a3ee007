import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedExperiment } from "../testing/run.ts";
import { createTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { removePastAccess } from "./remove-past-access.ts";

let test: TestDatabase;
let owner: pg.Client;
const personId = randomUUID();
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query("insert into person (id, email, name) values ($1, 'a@b.example', 'A')", [personId]);
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

const days = (ago: number) => new Date(Date.now() - ago * 86_400_000);
const session = (expiresAt: Date, revokedAt: Date | null = null) =>
  owner.query(
    "insert into session (id, person_id, token_hash, expires_at, revoked_at) values ($1, $2, $3, $4, $5)",
    [randomUUID(), personId, Buffer.from(randomUUID()), expiresAt, revokedAt],
  );
const link = (expiresAt: Date, usedAt: Date | null = null) =>
  owner.query(
    "insert into sign_in_link (id, person_id, token_hash, expires_at, used_at) values ($1, $2, $3, $4, $5)",
    [randomUUID(), personId, Buffer.from(randomUUID()), expiresAt, usedAt],
  );
const verification = (expiresAt: Date) =>
  owner.query("insert into verification (id, identifier, value, expires_at) values ($1, 'i', 'v', $2)", [
    randomUUID(),
    expiresAt,
  ]);
const tokens = async (ends: (Date | null)[]) => {
  const { workspaceId } = await seedExperiment(test.db);
  const [ciIdentityId, createdAt] = [randomUUID(), new Date()];
  const token = () => ({ workspaceId, name: "t", tokenHash: Buffer.from(randomUUID()), scopes: ["read"] });
  await test.db.inWorkspace(workspaceId, async ({ prisma }) => {
    const job = { name: "ci", issuer: "https://gitlab.com", claims: { sub: "x" }, scopes: ["read"] };
    await prisma.ciIdentity.create({ data: { id: ciIdentityId, workspaceId, createdAt, ...job } });
    for (const expiresAt of ends)
      await prisma.token.create({ data: { id: randomUUID(), ...token(), expiresAt, ciIdentityId } });
    // Not a job's: who still sends it learns that it expired.
    await prisma.token.create({ data: { id: randomUUID(), ...token(), expiresAt: days(400) } });
  });
  const exchanged = async (expiresAt: Date) =>
    test.db.inWorkspace(workspaceId, ({ prisma }) =>
      prisma.exchangedJobToken.create({
        data: { workspaceId, ciIdentityId, tokenHash: Buffer.from(randomUUID()), expiresAt },
      }),
    );
  for (const ago of [-1, 0.9, 1.1]) await exchanged(days(ago));
  return () =>
    test.db.inWorkspace(workspaceId, async ({ prisma }) => ({
      tokens: await prisma.token.count(),
      exchanged: await prisma.exchangedJobToken.count(),
    }));
};
const left = async (table: string) => (await owner.query(`select from ${table}`)).rowCount;

it("removes what ended long ago, and leaves what holds or ended lately", async () => {
  await session(days(-10));
  await session(days(-10), days(29));
  await session(days(29));
  await session(days(-10), days(31));
  await session(days(31));
  await link(days(-1));
  await link(days(6), days(6));
  await link(days(8), days(8));
  await link(days(8));
  await verification(days(-1));
  await verification(days(0.5));
  await verification(days(2));
  const leftTokens = await tokens([days(-1), days(6), days(8), days(30)]);
  expect(await removePastAccess(test.db)).toEqual({
    sessions: 2,
    signInLinks: 2,
    verifications: 1,
    tokens: 2,
    exchanged: 1,
    secrets: 0,
  });
  expect(await leftTokens()).toEqual({ tokens: 3, exchanged: 2 });
  expect([await left("session"), await left("sign_in_link"), await left("verification")]).toEqual([3, 2, 2]);
  expect(await removePastAccess(test.db)).toEqual({
    sessions: 0,
    signInLinks: 0,
    verifications: 0,
    tokens: 0,
    exchanged: 0,
    secrets: 0,
  });
});

it("removes replaced secrets a month after their end, and keeps when their token was last used", async () => {
  const { workspaceId } = await seedExperiment(test.db);
  const tokenId = randomUUID();
  const lastUsed = () =>
    test.db.inWorkspace(workspaceId, async ({ prisma }) => {
      const { lastUsedAt } = await prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
      return lastUsedAt;
    });
  await test.db.inWorkspace(workspaceId, async ({ prisma }) => {
    const token = { id: tokenId, workspaceId, name: "t", scopes: ["read"], rotatedAt: days(1) };
    await prisma.token.create({ data: { ...token, tokenHash: Buffer.from(randomUUID()) } });
    for (const [ended, lastUsedAt] of [
      [days(40), days(41)],
      [days(31), days(32)],
      [days(31), null],
      [days(29), null],
      [days(-1), null],
    ] as const) {
      const secret = { workspaceId, tokenId, replacedAt: days(50), validUntil: ended, lastUsedAt };
      await prisma.replacedSecret.create({ data: { ...secret, secretHash: Buffer.from(randomUUID()) } });
    }
  });
  expect(await removePastAccess(test.db)).toMatchObject({ tokens: 0, secrets: 3 });
  expect(await left("replaced_secret")).toBe(2);
  expect((await lastUsed())?.getTime()).toBeCloseTo(days(32).getTime(), -5);
  expect(await removePastAccess(test.db)).toMatchObject({ secrets: 0 });
});

it("is shown nothing else of them", async () => {
  const [seen] = await test.db.asJobs((tx) =>
    tx.query<{ sessions: number; links: number }>(
      "select (select count(id)::int from session) as sessions, (select count(id)::int from sign_in_link) as links",
    ),
  );
  expect(seen).toEqual({ sessions: 0, links: 0 });
  const secrets = test.db.asJobs((tx) => tx.query("select token_hash from session"));
  await expect(secrets).rejects.toMatchObject({ code: "42501" });
});
