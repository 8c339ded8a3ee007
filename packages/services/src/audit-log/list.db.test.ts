import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { createToken } from "../token/create.ts";
import { revokeToken } from "../token/revoke.ts";
import { listAuditLog } from "./list.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
let made: string;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
  for (const name of ["one", "two", "three"]) {
    test.pass(1);
    ({ id: made } = await createToken({ ctx: home.owner, input: { name, scopes: ["read"] } }));
  }
  test.pass(1);
  await revokeToken({ ctx: home.owner, input: { tokenId: made } });
});
afterAll(() => test.drop());

const words = async (...given: Parameters<typeof listAuditLog>) =>
  (await listAuditLog(...given)).lines.map(({ action, subjectName }) => `${action} ${subjectName}`);

describe("the audit log", () => {
  it("lists the newest first, with who did what", async () => {
    const { lines } = await listAuditLog({ ctx: home.owner, input: { limit: 2 } });
    expect(lines).toMatchObject([
      { action: "token.revoke", actorKind: "person", actorName: "Owner", subjectName: "three" },
      { action: "token.create", subjectName: "three", detail: { name: "three", scopes: ["read"] } },
    ]);
  });

  it("goes on where a page ended, without a line twice or left out", async () => {
    const all = await words({ ctx: home.owner });
    const paged: string[] = [];
    let before: { at: Date; id: string } | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAuditLog>> = await listAuditLog({
        ctx: home.owner,
        input: { limit: 2, before },
      });
      paged.push(...page.lines.map(({ action, subjectName }) => `${action} ${subjectName}`));
      before = page.next;
    } while (before !== null);
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  it("is narrowed to actions and to who did them", async () => {
    const input = { actions: ["token.revoke"] };
    expect(await words({ ctx: home.owner, input })).toEqual(["token.revoke three"]);
    const nobody = { actorId: test.services.newId() };
    expect(await words({ ctx: home.owner, input: nobody })).toEqual([]);
  });

  it("is for owners, and of one's own workspace", async () => {
    await expect(listAuditLog({ ctx: home.viewer })).rejects.toMatchObject({ code: "scope-missing" });
    const { lines } = await listAuditLog({ ctx: foreign.owner });
    expect(lines.map(({ subjectName }) => subjectName)).not.toContain("three");
    const held = contextOf(test.services, home.workspaceId, {
      kind: "token",
      id: made,
      scopes: ["manage"],
      serviceId: test.services.newId(),
    });
    await expect(listAuditLog({ ctx: held })).rejects.toMatchObject({ code: "scope-missing" });
  });
});
