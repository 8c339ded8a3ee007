import { DAY_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { createSignInLink } from "../sign-in-link/create.ts";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkSession, enterWorkspace } from "./check.ts";
import { closeSession } from "./close.ts";
import { openSessionByLink } from "./open-by-link.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

async function newLink(validMinutes = 15): Promise<string> {
  const { path } = await createSignInLink({
    ctx: home.owner,
    input: { personId: home.ownerId, validMinutes },
  });
  return new URL(path, "http://localhost").searchParams.get("link") ?? "";
}
const open = (link: string) => openSessionByLink({ services: test.services, input: { link } });
const check = (secret: string) => checkSession({ services: test.services, input: { secret } });

describe("a sign-in link", () => {
  it("opens one session and leaves its audit entry", async () => {
    const link = await newLink();
    const { secret } = await open(link);
    expect((await check(secret)).person.id).toBe(home.ownerId);
    await expect(open(link)).rejects.toMatchObject({ code: "unauthenticated" });
    const audit = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "sign-in-link.create" } }),
    );
    expect(audit[0]).toMatchObject({ subjectId: home.ownerId, actorId: home.ownerId });
  });

  it("lets one of two clicks in", async () => {
    const link = await newLink();
    const both = await Promise.allSettled([open(link), open(link)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("expires", async () => {
    const link = await newLink(15);
    test.pass(15 * 60);
    await expect(open(link)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is made by those who manage, for members of theirs", async () => {
    const input = { personId: home.ownerId, validMinutes: 15 };
    await expect(createSignInLink({ ctx: home.viewer, input })).rejects.toMatchObject({
      code: "scope-missing",
    });
    await expect(createSignInLink({ ctx: foreign.owner, input })).rejects.toMatchObject({
      code: "not-found",
    });
    const token = await createToken({ ctx: home.owner, input: { name: "all", scopes: ["manage"] } });
    const ctx = await checkToken({ services: test.services, input: { secret: token.secret } });
    await expect(createSignInLink({ ctx, input })).rejects.toMatchObject({ code: "scope-missing" });
  });
});

describe("a session", () => {
  it("stays while it is used and ends two weeks after it was not", async () => {
    const { secret } = await open(await newLink());
    for (let week = 0; week < 4; week++) {
      test.pass(7 * DAY_SECONDS);
      await expect(check(secret)).resolves.toBeDefined();
    }
    test.pass(14 * DAY_SECONDS);
    await expect(check(secret)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("ends when it is closed", async () => {
    const { secret } = await open(await newLink());
    await closeSession({ services: test.services, input: { secret } });
    await expect(check(secret)).rejects.toMatchObject({ code: "unauthenticated" });
    await closeSession({ services: test.services, input: { secret } });
  });

  it("enters the person's workspaces and no other", async () => {
    const session = await check((await open(await newLink())).secret);
    const ctx = enterWorkspace(test.services, session);
    expect(ctx).toMatchObject({ workspaceId: home.workspaceId, actor: { kind: "person", role: "owner" } });
    expect(() => enterWorkspace(test.services, session, "foreign")).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });
});
