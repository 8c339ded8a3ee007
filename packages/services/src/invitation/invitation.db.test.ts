import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, createTestServices, signInSomebody, testMailer } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkSession } from "../session/check.ts";
import { acceptInvitation } from "./accept.ts";
import { createInvitation } from "./create.ts";
import { findInvitation } from "./find.ts";
import { listInvitations } from "./list.ts";
import { revokeInvitation } from "./revoke.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
const mailer = testMailer();
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const invite = async (email: string, role: "owner" | "editor" | "viewer" = "viewer") => {
  const created = await createInvitation({ ctx: home.owner, mailer, input: { email, role } });
  return { ...created, secret: created.path.replace("/invitations/", "") };
};
const somebody = (email: string) => signInSomebody(test.services, email);
const accept = (session: Awaited<ReturnType<typeof somebody>>, secret: string) =>
  acceptInvitation({ services: test.services, session, input: { secret } });
const find = (secret: string) => findInvitation({ services: test.services, input: { secret } });
const audited = (action: string) =>
  test.db.inWorkspace(home.workspaceId, (tx) => tx.prisma.auditEntry.findMany({ where: { action } }));

describe("an invitation", () => {
  it("makes the invited a member, takes the session there, and is written down", async () => {
    const { id, path, secret } = await invite("Ada@new.example", "editor");
    expect(await find(secret)).toEqual({
      workspaceName: "home",
      email: "Ada@new.example",
      role: "editor",
      invitedBy: "Owner",
      state: "open",
    });
    const session = await somebody("ada@new.example");
    expect(await accept(session, secret)).toEqual({ workspaceId: home.workspaceId });
    const after = await checkSession({ services: test.services, input: { secret: session.secret } });
    expect(after).toMatchObject({
      workspaceId: home.workspaceId,
      memberships: [{ workspaceId: home.workspaceId, role: "editor" }],
    });
    expect((await find(secret))?.state).toBe("used");
    expect(await audited("invitation.create")).toMatchObject([{ subjectId: id, actorId: home.ownerId }]);
    expect(await audited("invitation.accept")).toMatchObject([
      { subjectId: session.person.id, actorId: session.person.id },
    ]);
    expect(mailer.last().text).toContain(`http://headroom.test${path}`);
  });

  it("is for its address alone", async () => {
    const { secret } = await invite("ben@new.example");
    await expect(accept(await somebody("eve@new.example"), secret)).rejects.toMatchObject({
      code: "scope-missing",
    });
    expect((await find(secret))?.state).toBe("open");
  });

  it("lets one in of two clicks, and nobody the second time", async () => {
    const { secret } = await invite("cyd@new.example");
    const session = await somebody("cyd@new.example");
    const both = await Promise.allSettled([accept(session, secret), accept(session, secret)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(accept(session, secret)).rejects.toMatchObject({ code: "conflict" });
  });

  it("ends after seven days", async () => {
    const { secret } = await invite("dan@new.example");
    test.pass(7 * 86_400);
    expect((await find(secret))?.state).toBe("expired");
    await expect(accept(await somebody("dan@new.example"), secret)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(
      (await listInvitations({ ctx: home.owner })).find(({ email }) => email === "dan@new.example"),
    ).toMatchObject({ expired: true });
  });

  it("ends when it is revoked, and when its address is invited again", async () => {
    const first = await invite("eva@new.example");
    const second = await invite("EVA@new.example", "editor");
    expect(await find(first.secret)).toBeNull();
    for (const _ of [1, 2]) await revokeInvitation({ ctx: home.owner, input: { invitationId: second.id } });
    expect(await find(second.secret)).toBeNull();
    await expect(accept(await somebody("eva@new.example"), second.secret)).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await audited("invitation.revoke")).toHaveLength(1);
    expect((await listInvitations({ ctx: home.owner })).map(({ email }) => email)).not.toContain(
      "eva@new.example",
    );
  });
});

describe("invitations", () => {
  it("are made, seen and revoked by those who manage, in their own workspace", async () => {
    const { id } = await invite("fay@new.example");
    const input = { email: "gil@new.example", role: "owner" as const };
    const refused = { code: "scope-missing" };
    await expect(createInvitation({ ctx: home.viewer, mailer, input })).rejects.toMatchObject(refused);
    await expect(listInvitations({ ctx: home.viewer })).rejects.toMatchObject(refused);
    const revoked = { input: { invitationId: id } };
    await expect(revokeInvitation({ ctx: home.viewer, ...revoked })).rejects.toMatchObject(refused);
    await expect(revokeInvitation({ ctx: foreign.owner, ...revoked })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await listInvitations({ ctx: foreign.owner })).toEqual([]);
  });

  it("are for people who are no members yet, and for addresses", async () => {
    const member = { email: "OWNER@home.example", role: "viewer" as const };
    await expect(createInvitation({ ctx: home.owner, mailer, input: member })).rejects.toMatchObject({
      code: "conflict",
      field: "email",
    });
    await expect(
      createInvitation({ ctx: home.owner, mailer, input: { ...member, email: "no address" } }),
    ).rejects.toMatchObject({ code: "parameter-unreadable", field: "email" });
  });

  it("are fifty an hour at most, so that nobody is flooded", async () => {
    const invitations = Array.from({ length: 51 }, (_, at) =>
      createInvitation({ ctx: foreign.owner, mailer, input: { email: `p${at}@x.example`, role: "viewer" } }),
    );
    const answers = await Promise.allSettled(invitations);
    expect(answers.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { code: "too-many-attempts" } },
    ]);
  });

  it("leave as a mail that only the secret of the installation opens", async () => {
    const { secret } = await invite("hal@new.example");
    const sealed = mailer.sealed.at(-1) ?? "";
    expect(Buffer.from(sealed, "base64url").toString("utf8")).not.toContain(secret);
    expect(mailer.last()).toMatchObject({ to: "hal@new.example" });
  });
});
