import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { checkSession } from "../session/check.ts";
import { closeSession } from "../session/close.ts";
import { openSession } from "../session/open-session.ts";
import { checkToken } from "../token/check.ts";
import { Importing, testSamples } from "../testing/index.ts";
import { sampleSource } from "../testing/sample-source.ts";
import { checkUploadTicket } from "./check.ts";
import { createUploadTicket } from "./create.ts";
import { signTicket } from "./ticket.ts";

const secret = randomBytes(32);
let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const upload = { kind: "upload" } as const;
const newTicket = async (ctx = world.home.owner) =>
  (await createUploadTicket({ ctx, input: { secret, purpose: upload, sessionId: null } })).ticket;
const check = (ticket: string, key = secret) =>
  checkUploadTicket({ services: world.test.services, input: { ticket, secret: key } });
const setRole = (role: string) =>
  world.inHome((tx) =>
    tx.prisma.membership.updateMany({ where: { personId: world.home.ownerId }, data: { role } }),
  );

describe("an upload ticket", () => {
  it("is its person in its workspace, and the audit log names them", async () => {
    const { ctx, purpose } = await check(await newTicket());
    expect(purpose).toEqual(upload);
    expect(ctx.workspaceId).toBe(world.home.workspaceId);
    expect(ctx.actor).toEqual({ kind: "person", id: world.home.ownerId, role: "owner" });
    const { answer } = await world.upload({ experiment: "By hand" }, sampleSource(testSamples), { ctx });
    const entries = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId: answer.run.id } }),
    );
    expect(entries).toMatchObject([{ actorKind: "person", actorId: world.home.ownerId }]);
  });

  it("is valid for ten minutes, with some tolerance for clocks that differ", async () => {
    const { ticket, expiresAt } = await createUploadTicket({
      ctx: world.home.owner,
      input: { secret, purpose: upload, sessionId: null },
    });
    expect(expiresAt.getTime() - world.test.services.clock().getTime()).toBe(600_000);
    world.test.pass(629);
    await expect(check(ticket)).resolves.toBeDefined();
    world.test.pass(1);
    await expect(check(ticket)).rejects.toMatchObject({ code: "token-expired" });
  });

  it("from a clock that is slightly ahead is valid", async () => {
    const at = (seconds: number) => new Date(world.test.services.clock().getTime() + seconds * 1_000);
    const ahead = (seconds: number) =>
      signTicket(
        {
          workspaceId: world.home.workspaceId,
          personId: world.home.ownerId,
          sessionId: null,
          purpose: upload,
          issuedAt: at(seconds),
          expiresAt: at(seconds + 600),
        },
        secret,
      );
    await expect(check(ahead(30))).resolves.toBeDefined();
    await expect(check(ahead(31))).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is refused if one character of it is another, or was signed by someone else", async () => {
    const ticket = await newTicket();
    for (let at = 0; at < ticket.length; at += 1) {
      // The last characters of base64url carry fewer bits than a character can.
      if (at === ticket.length - 1) continue;
      const other = ticket[at] === "A" ? "B" : "A";
      const forged = `${ticket.slice(0, at)}${other}${ticket.slice(at + 1)}`;
      await expect(check(forged), forged).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const broken of [
      "",
      "hrt_1",
      "hrt_1..",
      `hrt_2${ticket.slice(5)}`,
      `${ticket}.x`,
      "x".repeat(5_000),
    ]) {
      await expect(check(broken)).rejects.toMatchObject({ code: "unauthenticated" });
    }
    await expect(check(ticket, randomBytes(32))).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("opens no workspace that its person isn't a member of", async () => {
    const now = world.test.services.clock();
    const elsewhere = signTicket(
      {
        workspaceId: world.foreign.workspaceId,
        personId: world.home.ownerId,
        sessionId: null,
        purpose: upload,
        issuedAt: now,
        expiresAt: new Date(now.getTime() + 600_000),
      },
      secret,
    );
    await expect(check(elsewhere)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is for people who may upload", async () => {
    await expect(newTicket(world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    const token = await checkToken({
      services: world.test.services,
      input: { secret: world.home.ingestToken },
    });
    await expect(newTicket(token)).rejects.toMatchObject({ code: "scope-missing" });
  });
});

describe("what happens to a person after the ticket was made", () => {
  beforeEach(() => setRole("owner"));

  it("counts: as a viewer they are refused, and as no member too", async () => {
    const ticket = await newTicket();
    await setRole("editor");
    expect((await check(ticket)).ctx.actor).toMatchObject({ role: "editor" });
    await setRole("viewer");
    await expect(check(ticket)).rejects.toMatchObject({ code: "scope-missing" });
    await world.inHome((tx) => tx.prisma.membership.deleteMany({ where: { personId: world.home.ownerId } }));
    await expect(check(ticket)).rejects.toMatchObject({ code: "unauthenticated" });
    await world.inHome((tx) =>
      tx.prisma.membership.create({
        data: { workspaceId: world.home.workspaceId, personId: world.home.ownerId, role: "owner" },
      }),
    );
  });
});

describe("the session that asked for a ticket", () => {
  it("takes it along when it ends, and other sessions don't", async () => {
    const { services } = world.test;
    const ctx = world.home.owner;
    const open = async () => {
      const { secret: cookie } = await openSession(services, { personId: world.home.ownerId, device: null });
      const { sessionId } = await checkSession({ services, input: { secret: cookie } });
      const { ticket } = await createUploadTicket({ ctx, input: { secret, purpose: upload, sessionId } });
      return { cookie, ticket };
    };
    const [left, stays] = [await open(), await open()];
    await expect(check(left.ticket)).resolves.toBeDefined();
    await closeSession({ services, input: { secret: left.cookie } });
    await expect(check(left.ticket)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(check(stays.ticket)).resolves.toBeDefined();
  });
});

describe("a ticket for the files of a run", () => {
  it("is for one run that its person may see, and for viewers too", async () => {
    const { answer } = await world.upload({ experiment: "Kept" });
    const purpose = { kind: "run-files", runId: answer.run.id } as const;
    const { ticket } = await createUploadTicket({
      ctx: world.home.viewer,
      input: { secret, purpose, sessionId: null },
    });
    expect((await check(ticket)).purpose).toEqual(purpose);
    for (const runId of [world.test.services.newId(), "not-an-id"]) {
      const asked = { secret, purpose: { kind: "run-files", runId } as const, sessionId: null };
      await expect(createUploadTicket({ ctx: world.home.owner, input: asked })).rejects.toMatchObject({
        code: "not-found",
      });
    }
    const stranger = contextOf(world.test.services, world.foreign.workspaceId, world.foreign.owner.actor);
    await expect(
      createUploadTicket({ ctx: stranger, input: { secret, purpose, sessionId: null } }),
    ).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
