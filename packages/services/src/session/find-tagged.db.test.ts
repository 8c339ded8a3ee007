import { afterAll, beforeAll, expect, it } from "vitest";
import { createSignInLink } from "../sign-in-link/create.ts";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkSession } from "./check.ts";
import { findTaggedWorkspace } from "./find-workspace.ts";
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

async function find(except: string) {
  const input = { personId: home.ownerId, validMinutes: 15 };
  const { path } = await createSignInLink({ ctx: home.owner, input });
  const link = new URL(path, "http://localhost").searchParams.get("link") ?? "";
  const { secret } = await openSessionByLink({ services: test.services, input: { link } });
  const session = await checkSession({ services: test.services, input: { secret } });
  const asked = { tags: ["story: ramps"], except };
  return findTaggedWorkspace({ services: test.services, session, input: asked });
}

const tag = (workspaceId: string) =>
  test.db.inWorkspace(workspaceId, async (tx) => {
    await tx.query(
      `insert into service (id, workspace_id, slug, name, provisional) values (gen_random_uuid(), $1, 'demo', 'Demo', false)`,
      [workspaceId],
    );
    await tx.query(
      `insert into experiment (id, workspace_id, service_id, slug, name, tags)
       select gen_random_uuid(), workspace_id, id, 'ramp', 'Ramp', '{"story: ramps"}' from service where slug = 'demo'`,
      [],
    );
  });

it("finds the demo among the workspaces that the person may see, and not the one they are in", async () => {
  const elsewhere = "00000000-0000-7000-8000-000000000000";
  await tag(foreign.workspaceId);
  expect(await find(elsewhere)).toBeNull();
  await tag(home.workspaceId);
  expect(await find(elsewhere)).toMatchObject({ workspaceId: home.workspaceId });
  expect(await find(home.workspaceId)).toBeNull();
});
