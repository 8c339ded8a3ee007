import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, createTenant, createTestServices, testMailer } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { createInvitation } from "../invitation/create.ts";
import { listInvitations } from "../invitation/list.ts";
import type { Context } from "../context.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { listTokens } from "../token/list.ts";
import { rotateToken } from "../token/rotate.ts";
import { createCiIdentity } from "../ci-identity/create.ts";
import { listCiIdentities } from "../ci-identity/list.ts";
import { getMemberPowers } from "./get-powers.ts";
import { listMembers } from "./list.ts";
import { removeMember } from "./remove.ts";
import { updateMember } from "./update.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const add = (email: string, role: "owner" | "editor" | "viewer") =>
  addMember(test.services, home, { email, role });
const audited = (action: string, personId: string) =>
  test.db.inWorkspace(home.workspaceId, (tx) =>
    tx.prisma.auditEntry.findMany({ where: { action, subjectId: personId } }),
  );
const roleOf = async (personId: string) =>
  (await listMembers({ ctx: home.viewer })).find((member) => member.personId === personId)?.role;

const CI = { webUrl: "https://headroom.example", issuers: ["https://gitlab.com"] };

describe("members", () => {
  it("are listed for every member, and are this workspace's alone", async () => {
    const { personId } = await add("ada@home.example", "viewer");
    const members = await listMembers({ ctx: home.viewer });
    expect(members.map((member) => member.personId)).toEqual(
      expect.arrayContaining([personId, home.ownerId]),
    );
    expect(members.map((member) => member.personId)).not.toContain(foreign.ownerId);
  });

  it("change their role, once, with an audit entry", async () => {
    const { personId } = await add("ben@home.example", "viewer");
    for (const _ of [1, 2]) await updateMember({ ctx: home.owner, input: { personId, role: "editor" } });
    expect(await roleOf(personId)).toBe("editor");
    expect(await audited("member.role", personId)).toMatchObject([
      { actorId: home.ownerId, detail: { from: "viewer", to: "editor" } },
    ]);
  });

  it("are removed, with an audit entry, and come no more", async () => {
    const { personId } = await add("cyd@home.example", "editor");
    await removeMember({ ctx: home.owner, input: { personId } });
    expect(await test.db.lookup.membershipsOf(personId)).toEqual([]);
    expect(await audited("member.remove", personId)).toMatchObject([
      { detail: { role: "editor", left: false } },
    ]);
    await expect(removeMember({ ctx: home.owner, input: { personId } })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("may leave by themselves, and nothing else may who does not manage", async () => {
    const viewer = await add("dan@home.example", "viewer");
    const editor = await add("eve@home.example", "editor");
    const input = { personId: viewer.personId };
    for (const ctx of [viewer, editor]) {
      await expect(updateMember({ ctx, input: { ...input, role: "owner" } })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
    await expect(removeMember({ ctx: editor, input })).rejects.toMatchObject({ code: "scope-missing" });
    await removeMember({ ctx: viewer, input });
    expect(await audited("member.remove", viewer.personId)).toMatchObject([{ detail: { left: true } }]);
  });

  it("of another workspace are not found, nor is what is no id", async () => {
    for (const personId of [foreign.ownerId, "nobody"]) {
      const input = { personId };
      await expect(removeMember({ ctx: home.owner, input })).rejects.toMatchObject({ code: "not-found" });
      await expect(
        updateMember({ ctx: home.owner, input: { ...input, role: "viewer" } }),
      ).rejects.toMatchObject({ code: "not-found" });
    }
  });
});

describe("what a removed member made", () => {
  const allOf = async (personId: string) => {
    const powers = await getMemberPowers({ ctx: home.owner, input: { personId } });
    return {
      tokens: powers.tokens.map(({ name }) => name),
      ciIdentities: powers.ciIdentities.map(({ name }) => name),
      invitations: powers.invitations.map(({ email }) => email),
      shareLinks: powers.shareLinks.length,
    };
  };
  const invite = (ctx: Context, email: string) =>
    createInvitation({ ctx, mailer: testMailer(), input: { email, role: "owner" } });
  const makeToken = (ctx: Context, name: string, scopes: ("ingest" | "read" | "manage")[]) =>
    createToken({ ctx, input: { name, scopes, serviceId: null, expiresAt: null } });
  const trustJobs = (ctx: Context, name: string, scopes: string[]) => {
    const issuer = "https://gitlab.com";
    const body = { name, issuer, claims: { project_path: "acme/shop" }, scopes };
    return createCiIdentity({ ctx, input: { body, settings: CI } });
  };
  const trusted = async () =>
    (await listCiIdentities({ ctx: home.owner, input: { settings: CI } })).identities.map(({ name }) => name);
  const activeTokens = async () =>
    (await listTokens({ ctx: home.owner }))
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ name }) => name);
  const pending = async () => (await listInvitations({ ctx: home.owner })).map(({ email }) => email);

  it("and lets them act in the workspace is listed before, and ends with the membership", async () => {
    const leaver = await add("fay@home.example", "owner");
    await makeToken(leaver, "fay manages", ["ingest", "read", "manage"]);
    await makeToken(leaver, "ci uploads", ["ingest"]);
    await makeToken(home.owner, "owner manages", ["manage"]);
    await trustJobs(leaver, "jobs that manage", ["read", "manage"]);
    await trustJobs(leaver, "jobs that upload", ["ingest"]);
    await invite(leaver, "fay@second.example");
    await invite(home.owner, "new@home.example");
    const { personId } = leaver;
    expect(await allOf(personId)).toEqual({
      tokens: ["fay manages"],
      ciIdentities: ["jobs that manage"],
      invitations: ["fay@second.example"],
      shareLinks: 0,
    });
    await removeMember({ ctx: home.owner, input: { personId } });
    expect(await activeTokens()).toEqual(expect.arrayContaining(["ci uploads", "owner manages"]));
    expect(await activeTokens()).not.toContain("fay manages");
    expect(await trusted()).toEqual(["jobs that upload"]);
    expect(await pending()).toEqual(["new@home.example"]);
    const entries = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: { in: ["token.revoke", "invitation.revoke"] } } }),
    );
    expect(entries.map(({ action }) => action).toSorted()).toEqual(["invitation.revoke", "token.revoke"]);
  });

  it("includes tokens that the person gave a new secret, and those that a token of theirs created", async () => {
    const leaver = await add("eli@home.example", "owner");
    const { services } = test;
    const rotated = await makeToken(home.owner, "rotated by eli", ["manage"]);
    await rotateToken({ ctx: leaver, input: { tokenId: rotated.id, body: {} } });
    const { secret } = await makeToken(leaver, "eli manages", ["manage"]);
    const machine = await checkToken({ services, input: { secret } });
    await makeToken(machine, "created by a token", ["manage"]);
    const found = [...(await allOf(leaver.personId)).tokens].toSorted();
    expect(found).toEqual(["created by a token", "eli manages", "rotated by eli"]);
    await removeMember({ ctx: home.owner, input: { personId: leaver.personId } });
    for (const name of found) expect(await activeTokens()).not.toContain(name);
  });

  it("ends for someone who is no longer an owner, too", async () => {
    const former = await add("gus@home.example", "owner");
    await makeToken(former, "gus manages", ["manage"]);
    await invite(former, "gus@second.example");
    await updateMember({ ctx: home.owner, input: { personId: former.personId, role: "editor" } });
    expect(await activeTokens()).not.toContain("gus manages");
    expect(await pending()).not.toContain("gus@second.example");
  });

  it("can be seen by owners and by the person, and nobody else", async () => {
    const viewer = await add("hal@home.example", "viewer");
    const editor = await add("ida@home.example", "editor");
    const input = { personId: viewer.personId };
    await expect(getMemberPowers({ ctx: viewer, input })).resolves.toMatchObject({ tokens: [] });
    await expect(getMemberPowers({ ctx: editor, input })).rejects.toMatchObject({ code: "scope-missing" });
    await expect(
      getMemberPowers({ ctx: home.owner, input: { personId: foreign.ownerId } }),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the last owner", () => {
  it("cannot go, nor become less", async () => {
    const own = await createTenant(test.services, "alone");
    const input = { personId: own.ownerId };
    await expect(removeMember({ ctx: own.owner, input })).rejects.toMatchObject({ code: "conflict" });
    await expect(updateMember({ ctx: own.owner, input: { ...input, role: "editor" } })).rejects.toMatchObject(
      { code: "conflict", field: "role" },
    );
  });

  it("stays, when two owners go at the same moment", async () => {
    const pair = await createTenant(test.services, "pair");
    const second = await addMember(test.services, pair, { email: "second@pair.example", role: "owner" });
    const both = await Promise.allSettled(
      [pair.ownerId, second.personId].map((personId) =>
        removeMember({ ctx: pair.owner, input: { personId } }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
