import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobsLog } from "@headroom/db";
import { contextOf } from "../context.ts";
import { workDeleteWorkspace } from "../run/live/work-delete-workspace.ts";
import { packMessage } from "../run/live/messages.ts";
import { checkSession } from "../session/check.ts";
import { addMember, createTenant, createTestServices, signInSomebody } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { deleteWorkspace } from "./delete.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const exists = ({ workspaceId }: Tenant) =>
  test.db.inWorkspace(workspaceId, async (tx) => {
    const found = await tx.prisma.workspace.findUnique({ where: { id: workspaceId } });
    return found === null ? "gone" : found.deletedAt === null ? "open" : "closed";
  });

/** Runs the job as the queue would; returns the lines that it logs. */
async function work(tenant: Tenant): Promise<object[]> {
  const lines: object[] = [];
  const log: JobsLog = {
    debug: () => undefined,
    error: () => undefined,
    warn: (detail) => void lines.push(detail),
  };
  const payload = { workspaceId: tenant.workspaceId, slug: "home", by: "owner@home.example" };
  const job = { payload, last: false, signal: new AbortController().signal };
  await workDeleteWorkspace({ services: test.services, job, log });
  return lines;
}

describe("deleting a workspace", () => {
  it("is for owners who type its name: not for other members, and not for tokens", async () => {
    const input = { confirmation: "home" };
    const token = {
      kind: "token",
      id: test.services.newId(),
      scopes: ["manage" as const],
      serviceId: null,
    } as const;
    const byToken = contextOf(test.services, home.workspaceId, token);
    for (const ctx of [home.viewer, byToken])
      await expect(deleteWorkspace({ ctx, input })).rejects.toMatchObject({ code: "scope-missing" });
    const mistyped = deleteWorkspace({ ctx: home.owner, input: { confirmation: "foreign" } });
    await expect(mistyped).rejects.toMatchObject({ code: "parameter-unreadable", field: "confirmation" });
    expect(await exists(home)).toBe("open");
    await expect(
      checkToken({ services: test.services, input: { secret: home.readToken } }),
    ).resolves.toBeDefined();
  });

  it("lets nobody in from then on, frees the slug, and ends sessions of people who have no other workspace", async () => {
    const { services } = test;
    const [alone, elsewhere] = [
      await signInSomebody(services, "alone@home.example"),
      await signInSomebody(services, "both@home.example"),
    ];
    for (const { person } of [alone, elsewhere])
      await test.db.inWorkspace(home.workspaceId, (tx) =>
        tx.prisma.membership.create({
          data: { workspaceId: home.workspaceId, personId: person.id, role: "editor" },
        }),
      );
    await addMember(services, foreign, { email: "both@home.example", role: "viewer" });
    await deleteWorkspace({ ctx: home.owner, input: { confirmation: " home " } });
    expect(await exists(home)).toBe("closed");
    await expect(checkToken({ services, input: { secret: home.readToken } })).rejects.toMatchObject({
      code: "token-revoked",
    });
    await expect(checkSession({ services, input: { secret: alone.secret } })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const session = await checkSession({ services, input: { secret: elsewhere.secret } });
    expect(session.person.email).toBe("both@home.example");
    expect((await test.db.lookup.membershipsOf(elsewhere.person.id)).length).toBe(1);
    expect(await test.db.lookup.workspaceBySlug("home")).toBe(null);
    const audited = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "workspace.delete" } }),
    );
    expect(audited).toMatchObject([{ actorId: home.ownerId, detail: { name: "home" } }]);
    expect(await exists(foreign)).toBe("open");
  });

  it("waits for uploads that are being received", async () => {
    const { workspaceId } = home;
    const [serviceId, experimentId, runId, partId] = [1, 2, 3, 4].map(() => test.services.newId());
    const scope = { workspaceId };
    await test.db.inWorkspace(workspaceId, async ({ prisma }) => {
      await prisma.service.create({ data: { id: serviceId ?? "", ...scope, slug: "shop", name: "Shop" } });
      const experiment = { id: experimentId ?? "", serviceId: serviceId ?? "", slug: "mix", name: "Mix" };
      await prisma.experiment.create({ data: { ...scope, ...experiment } });
      const run = { serviceId: serviceId ?? "", experimentId: experimentId ?? "", number: 1 };
      const times = { importedAt: new Date(), status: "receiving" };
      await prisma.run.create({ data: { id: runId ?? "", ...scope, ...run, ...times } });
      const part = { id: partId ?? "", runId: runId ?? "", state: "writing", instance: 1 };
      await prisma.part.create({ data: { ...scope, ...part } });
    });
    await expect(work(home)).rejects.toMatchObject({ code: "conflict" });
    expect(await exists(home)).toBe("closed");
    await test.db.inWorkspace(workspaceId, ({ prisma }) =>
      prisma.part.update({ where: { id: partId ?? "" }, data: { state: "failed" } }),
    );
  });

  it("removes it, what of it could not be counted, and nothing of others; one line in the log remains", async () => {
    const body = (tenant: Tenant) =>
      packMessage({
        kind: "finish",
        workspaceId: tenant.workspaceId,
        runId: test.services.newId(),
      } as Parameters<typeof packMessage>[0]);
    const entries = [await body(home), await body(foreign), Buffer.from("unreadable")];
    await test.db.asJobs(async (tx) => {
      for (const [at, entry] of entries.entries())
        await tx.query(
          "insert into live_log_failed (position, partition, body, reason) values ($1, 1, $2, 'x')",
          [at, entry],
        );
    });
    const { workspaceId } = home;
    expect(await work(home)).toEqual([{ workspaceId, slug: "home", by: "owner@home.example" }]);
    expect(await exists(home)).toBe("gone");
    expect(await exists(foreign)).toBe("open");
    const left = await test.db.asJobs((tx) =>
      tx.query<{ position: number }>("select position from live_log_failed order by position"),
    );
    expect(left.map(({ position }) => position)).toEqual([1, 2]);
    expect(await work(home)).toEqual([]);
  });

  it("removes nothing that nobody deleted", async () => {
    expect(await work(foreign)).toEqual([]);
    expect(await exists(foreign)).toBe("open");
  });
});
