import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, createTenant, createTestServices, signInSomebody } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { createOwnWorkspace } from "../workspace/create-own.ts";
import { checkSession, enterWorkspace } from "./check.ts";
import { closeAllSessions, closeOtherSessions } from "./close-others.ts";
import { findWorkspaceOf } from "./find-workspace.ts";
import { listSessions } from "./list.ts";
import { openSession } from "./open-session.ts";
import { switchWorkspace } from "./switch.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const check = (secret: string) => checkSession({ services: test.services, input: { secret } });
const ended = { code: "unauthenticated" };

/** One person signed in in several places; the first one asks. */
async function inPlaces(email: string, devices: readonly string[]) {
  const first = await signInSomebody(test.services, email);
  const others = await Promise.all(
    devices.map((device) => openSession(test.services, { personId: first.person.id, device })),
  );
  return { first, others };
}

describe("a person's sessions", () => {
  it("are listed for them, with what they were opened with, until they end", async () => {
    const { first } = await inPlaces("list@a.example", ["Firefox on Linux"]);
    const listed = await listSessions({ services: test.services, session: first });
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ current }) => current).map(({ id }) => id)).toEqual([first.sessionId]);
    expect(listed.map(({ device }) => device)).toContain("Firefox on Linux");
    test.pass(14 * 86_400);
    expect(await listSessions({ services: test.services, session: first })).toEqual([]);
  });

  it("are ended one by one, all but the one that asks, or all", async () => {
    const { first, others } = await inPlaces("end@a.example", ["a", "b", "c"]);
    const close = (sessionId: string | null) =>
      closeOtherSessions({ services: test.services, session: first, input: { sessionId } });
    const [one, ...rest] = others;
    const { sessionId } = await check(one?.secret ?? "");
    expect(await close(sessionId)).toBe(1);
    await expect(check(one?.secret ?? "")).rejects.toMatchObject(ended);
    expect(await close(null)).toBe(2);
    for (const { secret } of rest) await expect(check(secret)).rejects.toMatchObject(ended);
    await expect(check(first.secret)).resolves.toBeDefined();
    expect(await closeAllSessions({ services: test.services, session: first })).toBe(1);
    await expect(check(first.secret)).rejects.toMatchObject(ended);
  });

  it("are nobody else's to end", async () => {
    const { first: mine } = await inPlaces("mine@a.example", []);
    const { first: theirs } = await inPlaces("theirs@a.example", []);
    for (const sessionId of [theirs.sessionId, randomUUID(), "none"]) {
      await expect(
        closeOtherSessions({ services: test.services, session: mine, input: { sessionId } }),
      ).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(check(theirs.secret)).resolves.toBeDefined();
  });
});

describe("the workspace of a session", () => {
  it("is one of the person's own, and only that session's", async () => {
    const session = await signInSomebody(test.services, "two@a.example");
    await createOwnWorkspace({
      services: test.services,
      person: session.person,
      input: { name: "Aardvark" },
    });
    const second = await createOwnWorkspace({
      services: test.services,
      person: session.person,
      input: { name: "Zebra" },
    });
    const elsewhere = await openSession(test.services, { personId: session.person.id, device: null });
    const where = async (secret: string) => enterWorkspace(test.services, await check(secret)).workspaceId;
    expect(await where(session.secret)).not.toBe(second.workspaceId);
    await switchWorkspace({ services: test.services, session, input: second });
    expect(await where(session.secret)).toBe(second.workspaceId);
    expect(await where(elsewhere.secret)).not.toBe(second.workspaceId);
    for (const workspaceId of [foreign.workspaceId, randomUUID(), "none"]) {
      await expect(
        switchWorkspace({ services: test.services, session, input: { workspaceId } }),
      ).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("is another one once the person has left it", async () => {
    const { personId } = await addMember(test.services, home, { email: "gone@a.example", role: "viewer" });
    const own = await createOwnWorkspace({
      services: test.services,
      person: { id: personId },
      input: { name: "Own" },
    });
    const { secret } = await openSession(test.services, { personId, device: null });
    await switchWorkspace({
      services: test.services,
      session: await check(secret),
      input: { workspaceId: home.workspaceId },
    });
    await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.membership.deleteMany({ where: { personId } }),
    );
    expect(enterWorkspace(test.services, await check(secret)).workspaceId).toBe(own.workspaceId);
  });

  it("that contains something else is shown only to its members", async () => {
    const serviceId = test.services.newId();
    await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.service.create({
        data: { id: serviceId, workspaceId: home.workspaceId, slug: "shop", name: "Shop" },
      }),
    );
    const find = async (personId: string, id: string) => {
      const { secret } = await openSession(test.services, { personId, device: null });
      return findWorkspaceOf({ services: test.services, session: await check(secret), input: { id } });
    };
    expect(await find(home.ownerId, serviceId)).toEqual({ workspaceId: home.workspaceId, name: "home" });
    expect(await find(foreign.ownerId, serviceId)).toBeNull();
    for (const id of [randomUUID(), "none"]) expect(await find(home.ownerId, id)).toBeNull();
  });
});

describe("a workspace of one's own", () => {
  it("may have any name, and no other has its slug", async () => {
    const { person, secret } = await signInSomebody(test.services, "names@a.example");
    for (const name of ["Shop", "Shop", "🛒", "متجر"])
      await createOwnWorkspace({ services: test.services, person, input: { name } });
    const { memberships } = await check(secret);
    expect(memberships).toHaveLength(4);
    expect(new Set(memberships.map(({ slug }) => slug)).size).toBe(4);
    expect(memberships.every(({ slug, role }) => /^[a-z0-9-]+$/.test(slug) && role === "owner")).toBe(true);
    for (const name of [" ", "x".repeat(101)]) {
      await expect(
        createOwnWorkspace({ services: test.services, person, input: { name } }),
      ).rejects.toMatchObject({ code: "parameter-unreadable", field: "name" });
    }
  });
});
