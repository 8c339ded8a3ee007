import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServices } from "../testing/index.ts";
import type { TestServices } from "../testing/index.ts";
import { createWorkspace } from "./create.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

const owner = { email: "owner@shop.example", name: "Owner" };

describe("making a workspace", () => {
  it("gives it its owner and leaves its audit entry", async () => {
    const { workspaceId, ownerId } = await createWorkspace({
      services: test.services,
      input: { slug: "shop", name: "Shop", owner },
    });
    expect(await test.db.lookup.membershipsOf(ownerId)).toMatchObject([{ workspaceId, role: "owner" }]);
    const audit = await test.db.inWorkspace(workspaceId, (tx) => tx.prisma.auditEntry.findMany());
    expect(audit).toMatchObject([
      { action: "workspace.create", actorKind: "system", subjectId: workspaceId },
    ]);
  });

  it("makes no second one of the same name, and takes the person who is there", async () => {
    const input = { slug: "twice", name: "Twice", owner };
    const { ownerId } = await createWorkspace({ services: test.services, input });
    await expect(createWorkspace({ services: test.services, input })).rejects.toMatchObject({
      code: "conflict",
    });
    const other = await createWorkspace({
      services: test.services,
      input: { slug: "other", name: "Other", owner: { ...owner, email: "OWNER@shop.example" } },
    });
    expect(other.ownerId).toBe(ownerId);
  });
});
