import { DAY_MILLIS, HOUR_MILLIS, MINUTE_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAuditLog } from "../audit-log/list.ts";
import type { Context } from "../context.ts";
import { listServices } from "../service/list.ts";
import { removePastAccess } from "../session/remove-past.ts";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { listTokens } from "../token/list.ts";
import { rotateOwnToken, rotateToken } from "../token/rotate.ts";
import { createCiIdentity } from "./create.ts";
import { deleteCiIdentity } from "./delete.ts";
import { exchangeJobToken } from "./exchange.ts";
import { listCiIdentities } from "./list.ts";

const GITHUB = "https://token.actions.githubusercontent.com";
const GITLAB = "https://gitlab.com";
const settings = { webUrl: "https://headroom.example", issuers: [GITHUB, GITLAB] };

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const SHOP = {
  name: "Shop CI",
  issuer: GITHUB,
  claims: { repository: "acme/shop" },
  scopes: ["ingest", "read"],
};
const JOB = { repository: "acme/shop", ref: "refs/heads/main", run_id: "4711" };

/** Entries of the audit log are listed by their times. */
const later = () => test.pass(1);
const create = (change: object = {}, ctx: Context = home.owner) => {
  later();
  return createCiIdentity({ ctx, input: { body: { ...SHOP, ...change }, settings } });
};
interface Sent {
  claims?: Record<string, unknown>;
  issuer?: string;
  tokenId?: string;
  jobKey?: string | null;
}
const exchange = (identityId: string | null, sent: Sent = {}) => {
  later();
  const validUntil = new Date(test.services.clock().getTime() + HOUR_MILLIS);
  const job = {
    claims: JOB,
    issuer: GITHUB,
    tokenId: test.services.newId(),
    jobKey: null,
    validUntil,
    ...sent,
  };
  return exchangeJobToken({ services: test.services, input: { job: { ...job, identityId } } });
};
const remove = (identityId: string, ctx: Context = home.owner) => {
  later();
  return deleteCiIdentity({ ctx, input: { identityId } });
};
const list = (ctx: Context = home.owner) => listCiIdentities({ ctx, input: { settings } });
const check = (secret: string) => checkToken({ services: test.services, input: { secret } });
const tokenOf = async (scopes: ("ingest" | "read" | "manage")[], expiresAt: Date | null = null) =>
  check((await createToken({ ctx: home.owner, input: { name: scopes.join(), scopes, expiresAt } })).secret);
const lines = async () =>
  (await listAuditLog({ ctx: home.owner })).lines.map(({ action, actorKind, subjectName }) => [
    action,
    actorKind,
    subjectName,
  ]);
const refused = { code: "unauthenticated", message: "No CI identity of this server fits this job." };

describe("a CI identity", () => {
  it("gives jobs that fit a token of 15 minutes, with its scopes and named after the job", async () => {
    const { id, audience } = await create();
    expect(audience).toBe(`https://headroom.example/ci/${id}`);
    const got = await exchange(id);
    expect(got).toMatchObject({ secret: expect.stringMatching(/^hr_ingest_/), expiresInSeconds: 900 });
    const ctx = await check(got.secret);
    expect(ctx).toMatchObject({
      workspaceId: home.workspaceId,
      actor: { kind: "token", id: got.id, scopes: ["ingest", "read"], serviceId: null },
    });
    expect((await lines()).slice(0, 2)).toEqual([
      ["ci-identity.exchange", "system", "Shop CI: acme/shop, refs/heads/main, 4711"],
      ["ci-identity.create", "person", "Shop CI"],
    ]);
    test.pass(15 * MINUTE_SECONDS - 1);
    await expect(check(got.secret)).resolves.toBeDefined();
    test.pass(1);
    await expect(check(got.secret)).rejects.toMatchObject({ code: "token-expired" });
  });

  it("is listed with when it was last used, and its jobs' tokens aren't among the workspace's", async () => {
    const { id } = await create({
      name: "Listed",
      claims: { repository: "acme/shop", ref: "refs/heads/main" },
    });
    const before = (await listTokens({ ctx: home.owner })).length;
    for (const run_id of ["1", "2"]) await exchange(id, { claims: { ...JOB, run_id } });
    const { issuers, identities } = await list();
    expect(issuers).toEqual([GITHUB, GITLAB]);
    expect(identities[0]).toMatchObject({
      id,
      name: "Listed",
      service: null,
      activeTokens: 2,
      claims: { repository: "acme/shop", ref: "refs/heads/main" },
      lastUsedAt: test.services.clock().toISOString(),
    });
    expect(await listTokens({ ctx: home.owner })).toHaveLength(before);
    test.pass(15 * MINUTE_SECONDS);
    expect((await list()).identities[0]?.activeTokens).toBe(0);
  });

  it("can be limited to a service that has no runs yet, which creates it", async () => {
    const made = await create({ service: "New shop" });
    const service = (await listServices({ ctx: home.owner })).find(({ slug }) => slug === "new-shop");
    expect(service).toMatchObject({ name: "New shop" });
    expect((await check((await exchange(made.id)).secret)).actor).toMatchObject({ serviceId: service?.id });
  });

  it("can be limited to a service of its own workspace", async () => {
    const id = test.services.newId();
    const { workspaceId } = home;
    await test.db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.service.createMany({ data: [{ id, workspaceId, slug: "cart", name: "Cart" }] }),
    );
    const made = await create({ service: "cart" });
    expect((await check((await exchange(made.id)).secret)).actor).toMatchObject({ serviceId: id });
    expect((await list()).identities[0]).toMatchObject({ service: "cart" });
    const elsewhere = await create({ service: "cart" }, foreign.owner);
    expect((await check((await exchange(elsewhere.id)).secret)).actor).not.toMatchObject({ serviceId: id });
  });

  it("gives nothing to other jobs, and says no more to them than if it didn't exist", async () => {
    const { id } = await create({ claims: { repository: "acme/shop", ref: "refs/heads/main" } });
    const nowhere = test.services.newId();
    const others: [string | null, Record<string, unknown>, string?][] = [
      [id, { ...JOB, repository: "evil/shop" }],
      [id, { ...JOB, ref: "refs/pull/7/merge", sub: "repo:acme/shop:pull_request" }],
      [id, { ref: "refs/heads/main", sub: "repo:acme/shop:ref:refs/heads/main" }],
      [id, JOB, GITLAB],
      [nowhere, JOB],
      ["x", JOB],
      [null, JOB],
    ];
    for (const [identity, claims, issuer] of others)
      await expect(
        exchange(identity, { claims, ...(issuer === undefined ? {} : { issuer }) }),
      ).rejects.toMatchObject(refused);
    const hints = await Promise.all(
      [id, nowhere].map((identity) =>
        exchange(identity, { claims: { ...JOB, ref: "x" } }).catch((error: unknown) => error),
      ),
    );
    expect(hints[0]).toEqual(hints[1]);
    expect((await list()).identities[0]).toMatchObject({ id, lastUsedAt: null, activeTokens: 0 });
  });

  it("of another workspace with the same claims is another: each gives tokens of its own", async () => {
    const [ours, theirs] = [await create(), await create({}, foreign.owner)];
    expect((await check((await exchange(ours.id)).secret)).workspaceId).toBe(home.workspaceId);
    expect((await check((await exchange(theirs.id)).secret)).workspaceId).toBe(foreign.workspaceId);
  });
});

describe("creating a CI identity", () => {
  it("is refused to those who may not manage, and to tokens that can do less or expire", async () => {
    const missing = { code: "scope-missing" };
    const inAnHour = new Date(test.services.clock().getTime() + HOUR_MILLIS);
    const all = ["ingest", "read", "manage"] as const;
    for (const ctx of [
      home.viewer,
      await tokenOf(["read"]),
      await tokenOf(["manage"]),
      await tokenOf([...all], inAnHour),
    ])
      await expect(create({}, ctx)).rejects.toMatchObject(missing);
    await expect(create({}, await tokenOf([...all]))).resolves.toBeDefined();
    for (const ctx of [home.viewer, await tokenOf(["read"])])
      await expect(list(ctx)).rejects.toMatchObject(missing);
  });

  it("is refused to the jobs that it lets in: they end, and it would not", async () => {
    const { id } = await create({ scopes: ["ingest", "read", "manage"] });
    const job = await check((await exchange(id)).secret);
    await expect(create({}, job)).rejects.toMatchObject({ code: "scope-missing" });
  });

  it.each([
    ["issuer", { issuer: "https://elsewhere.example" }],
    ["claims", { claims: {} }],
    ["claims", { claims: { ref: "refs/heads/main" } }],
    [
      "claims",
      {
        claims: {
          repository: "acme/shop",
          ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`c${at}`, "x"])),
        },
      },
    ],
    ["claims.repository", { claims: { repository: "" } }],
    ["claims.repository", { claims: { repository: ["acme/shop"] } }],
    ["name", { name: " " }],
    ["scopes", { scopes: [] }],
  ])("needs %s that make sense", async (field, change) => {
    await expect(create(change)).rejects.toMatchObject({ code: "parameter-unreadable", field });
  });
});

describe("deleting a CI identity", () => {
  it("ends it and its tokens immediately, and leaves its audit entry and the names", async () => {
    const { id } = await create({ name: "Old CI" });
    const { secret } = await exchange(id);
    await remove(id);
    await expect(check(secret)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(exchange(id)).rejects.toMatchObject(refused);
    await expect(remove(id)).rejects.toMatchObject({ code: "not-found" });
    expect((await lines()).slice(0, 3)).toEqual([
      ["ci-identity.delete", "person", "Old CI"],
      ["ci-identity.exchange", "system", "Old CI: acme/shop, refs/heads/main, 4711"],
      ["ci-identity.create", "person", "Old CI"],
    ]);
  });

  it("at the same time as a job asks leaves no token that works", async () => {
    const { id } = await create();
    const answers = await Promise.allSettled([...Array.from({ length: 5 }, () => exchange(id)), remove(id)]);
    const ends = answers.map(async (answer) => {
      if (answer.status === "rejected") return String(Reflect.get(Object(answer.reason), "message"));
      if (answer.value === undefined) return "deleted";
      return check(answer.value.secret).then(
        () => "works",
        () => "ended",
      );
    });
    expect(["ended", "deleted", refused.message]).toEqual(expect.arrayContaining(await Promise.all(ends)));
  });

  it("is refused to those who may not manage, and to those next door", async () => {
    const { id } = await create();
    await expect(remove(id, home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(remove(id, await tokenOf(["read"]))).rejects.toMatchObject({ code: "scope-missing" });
    for (const unknown of [id, test.services.newId(), "x"])
      await expect(remove(unknown, foreign.owner)).rejects.toMatchObject({
        code: "not-found",
        message: "CI identity not found.",
      });
    expect((await list(foreign.owner)).identities.map((one) => one.id)).not.toContain(id);
    await expect(exchange(id)).resolves.toBeDefined();
  });
});

describe("the token of a CI system", () => {
  const copy = { code: "unauthenticated", message: "This token of a CI job was already exchanged." };
  const key = (letter: string) => letter.repeat(43);

  it("is exchanged once, and what is refused is audited once", async () => {
    const { id } = await create({ name: "Once" });
    const sent = { tokenId: "jti 1" };
    const got = await exchange(id, sent);
    for (const jobKey of [null, key("a"), null])
      await expect(exchange(id, { ...sent, jobKey })).rejects.toMatchObject(copy);
    expect((await lines()).slice(0, 3)).toEqual([
      ["ci-identity.refuse-copy", "system", "Once"],
      ["ci-identity.exchange", "system", "Once: acme/shop, refs/heads/main, 4711"],
      ["ci-identity.create", "person", "Once"],
    ]);
    await expect(check(got.secret)).resolves.toBeDefined();
    await expect(exchange(id, { tokenId: "jti 2" })).resolves.toBeDefined();
  });

  it("is exchanged again for commands that share a key of the first exchange, and for no others", async () => {
    const { id } = await create();
    const sent = { tokenId: "jti 1", jobKey: key("a") };
    for (let at = 0; at < 2; at += 1) await expect(exchange(id, sent)).resolves.toBeDefined();
    for (const jobKey of [null, key("b")])
      await expect(exchange(id, { ...sent, jobKey })).rejects.toMatchObject(copy);
    await expect(exchange(id, sent)).resolves.toBeDefined();
  });

  it("is exchanged once if several copies arrive at the same time", async () => {
    const { id } = await create();
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => exchange(id, { tokenId: "jti 1", jobKey: key(`${at}`) })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await lines()).filter(([action]) => action === "ci-identity.refuse-copy").length).toBeGreaterThan(
      0,
    );
    expect((await list()).identities[0]).toMatchObject({ id, activeTokens: 1 });
  });

  it("has an ID of its own for each identity", async () => {
    const [one, other, theirs] = [await create(), await create(), await create({}, foreign.owner)];
    for (const { id } of [one, other, theirs])
      await expect(exchange(id, { tokenId: "jti 1" })).resolves.toBeDefined();
  });

  it("isn't used up by an exchange that is refused", async () => {
    const { id } = await create();
    const claims = { repository: "them/shop" };
    await expect(exchange(id, { tokenId: "jti 1", claims })).rejects.toMatchObject(refused);
    await expect(exchange(id, { tokenId: "jti 1" })).resolves.toBeDefined();
  });

  it("is kept as long as it could be exchanged, without its text", async () => {
    const { id } = await create();
    const validUntil = new Date(test.services.clock().getTime() + 61_000);
    const job = {
      claims: JOB,
      issuer: GITHUB,
      tokenId: "jti 1",
      jobKey: key("a"),
      identityId: id,
      validUntil,
    };
    await exchangeJobToken({ services: test.services, input: { job } });
    const rows = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.exchangedJobToken.findMany({ where: { ciIdentityId: id } }),
    );
    expect(rows).toMatchObject([{ expiresAt: validUntil, refusedAt: null }]);
    expect(rows.map(({ tokenHash, jobKeyHash }) => [tokenHash.length, jobKeyHash?.length])).toEqual([
      [32, 32],
    ]);
  });
});

describe("the token of a job", () => {
  it("can't be rotated: it would outlive the job", async () => {
    const { id } = await create();
    const got = await exchange(id);
    const conflict = { code: "conflict", message: "The token of a CI job can't be rotated." };
    const own = rotateOwnToken({ ctx: await check(got.secret), input: { body: {} } });
    await expect(own).rejects.toMatchObject(conflict);
    const input = { tokenId: got.id, body: { expiresAt: null } };
    await expect(rotateToken({ ctx: home.owner, input })).rejects.toMatchObject(conflict);
  });

  it("is one of at most a thousand at a time", async () => {
    const { id } = await create();
    const { workspaceId } = home;
    const expiresAt = new Date(test.services.clock().getTime() + 2_000);
    const rows = Array.from({ length: 1_000 }, () => ({
      id: test.services.newId(),
      workspaceId,
      name: "job",
      scopes: ["read"],
      expiresAt,
      ciIdentityId: id,
      tokenHash: Buffer.from(test.services.newSecretBytes()),
    }));
    await test.db.inWorkspace(workspaceId, (tx) => tx.prisma.token.createMany({ data: rows }));
    await expect(exchange(id)).rejects.toMatchObject({ code: "rate-limited" });
    await expect(exchange(id)).resolves.toBeDefined();
  });

  it("is removed a week after its end, and the audit log still names it", async () => {
    const { id } = await create({ name: "Swept" });
    const got = await exchange(id);
    await test.db.inWorkspace(home.workspaceId, async (tx) => {
      const longAgo = new Date(Date.now() - 8 * DAY_MILLIS);
      await tx.prisma.token.update({ where: { id: got.id }, data: { expiresAt: longAgo } });
    });
    expect((await removePastAccess({ services: test.services })).tokens).toBeGreaterThanOrEqual(1);
    await expect(check(got.secret)).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await lines())[0]).toEqual([
      "ci-identity.exchange",
      "system",
      "Swept: acme/shop, refs/heads/main, 4711",
    ]);
  });
});
