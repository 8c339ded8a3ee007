import { afterAll, beforeAll, expect, it } from "vitest";
import { headroom } from "@headroom/cli/testing";
import { runAnswer } from "@headroom/contract";
import { createToken } from "@headroom/services";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
let manage: string;
let id: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "release", scopes: ["manage" as const] };
  manage = (await createToken({ ctx: world.home.owner, input })).secret;
  const uploaded = await world.app.inject({
    method: "POST",
    url: "/v1/runs?service=Shop&experiment=Mix",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: jtl({ rows: 600 }),
  });
  ({ id } = runAnswer.parse(uploaded.json()).run);
});
afterAll(() => world.close());

const reason = "The new index is worth it.";
const accept = (args: readonly string[], token = manage) =>
  headroom(["accept", ...args], { env: { HEADROOM_URL: world.address, HEADROOM_TOKEN: token } });

async function read() {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  return runAnswer.parse((await world.app.inject({ url: `/v1/runs/${id}`, headers })).json());
}

it("headroom accept accepts a run that got worse, and undoes it", async () => {
  await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.runNotice.updateMany({ where: { runId: id }, data: { outcome: "regressed" } }),
  );
  const { url } = (await read()).run;
  const accepted = await accept([url, "--reason", reason]);
  expect([accepted.code, accepted.stdout]).toEqual([0, "Accepted. Later runs are compared with this one.\n"]);
  expect((await read()).accepted).toMatchObject({ reason, by: null });
  const undone = await accept([id, "--undo", "--json"]);
  expect([undone.code, undone.stdout]).toEqual([0, '{"accepted":null}\n']);
  expect((await read()).accepted).toBeNull();
});

it("headroom accept needs the scope manage, a run of the workspace, and one of --reason and --undo", async () => {
  expect((await accept([id, "--reason", reason], world.home.readToken)).code).toBe(3);
  expect((await accept([id, "--reason", reason], world.foreign.readToken)).code).toBe(3);
  expect((await accept([id])).code).toBe(2);
  expect((await accept([id, "--undo", "--reason", reason])).code).toBe(2);
  expect((await accept(["nonsense", "--undo"])).code).toBe(2);
});
