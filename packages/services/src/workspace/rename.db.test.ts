import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { renameWorkspace } from "./rename.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const nameOf = ({ workspaceId }: Tenant) =>
  test.db.inWorkspace(workspaceId, async (tx) => {
    const found = await tx.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    return found.name;
  });

describe("renaming a workspace", () => {
  it("changes its name, keeps the address, and is written down once", async () => {
    for (const _ of [1, 2]) await renameWorkspace({ ctx: home.owner, input: { name: "  Shop & Co\0 " } });
    expect(await nameOf(home)).toBe("Shop & Co");
    const audited = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "workspace.rename" } }),
    );
    expect(audited).toMatchObject([{ detail: { before: "home", name: "Shop & Co" }, actorId: home.ownerId }]);
  });

  it("is for its owners, and leaves the neighbours alone", async () => {
    const refused = renameWorkspace({ ctx: home.viewer, input: { name: "Mine" } });
    await expect(refused).rejects.toMatchObject({ code: "scope-missing" });
    expect(await nameOf(foreign)).toBe("foreign");
  });

  it("takes a name of 1 to 100 characters", async () => {
    for (const name of ["", "   ", "x".repeat(101)]) {
      const attempt = renameWorkspace({ ctx: home.owner, input: { name } });
      await expect(attempt).rejects.toMatchObject({ code: "parameter-unreadable", field: "name" });
    }
  });
});
