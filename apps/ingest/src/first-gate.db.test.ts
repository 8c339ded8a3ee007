import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkToken } from "@headroom/services";
import { provisionWorkspace, workspaceOfSlug } from "./provision-workspace.ts";
import type { Provisioned } from "./provision-workspace.ts";
import { CiMachine } from "./testing/ci-machine.ts";
import { blocksOf } from "./testing/ci-page.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const LOCAL = "http://127.0.0.1:4001";

let world: TestApp;
let machine: CiMachine;
let fresh: Provisioned;
beforeAll(async () => {
  world = await createTestApp();
  machine = new CiMachine();
  machine.write("results.jtl", jtl({ rows: 600 }));
  const tokens = { ingestToken: null, readToken: null, manageToken: null };
  fresh = await provisionWorkspace(world.test.services, workspaceOfSlug("fresh"), tokens);
});
afterAll(async () => {
  machine.close();
  await world.close();
});

describe("the commands of the docs, in a new workspace with the tokens of its setup,", () => {
  it("gate the first build", async () => {
    const [gate = ""] = blocksOf("Gate a build");
    const { code, stdout, stderr } = await machine.run(gate, {
      HEADROOM_URL: world.address,
      HEADROOM_TOKEN: fresh.ingestToken,
    });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(stdout).toMatch(/^Passed: it holds\. Checkout \/ Checkout mix, run #1/);
  });

  it("create a token for one service, which can gate that service's first build and no other's", async () => {
    const [create = ""] = blocksOf("Tokens", "http-api.md");
    const made = await machine.run(create.replace(LOCAL, world.address), { MANAGE_TOKEN: fresh.manageToken });
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^\{"id":"[^"]+","secret":"hr_/)]);
    const { secret } = JSON.parse(made.stdout) as { secret: string };
    const { actor } = await checkToken({ services: world.test.services, input: { secret } });
    expect(actor).toMatchObject({ scopes: ["ingest", "read"], serviceId: expect.any(String) });
    const gate = async (service: string) => {
      const line = `headroom upload results.jtl --service "${service}" --experiment Mix --target 'p99 <= 1 s' --gate`;
      return machine.run(line, { HEADROOM_URL: world.address, HEADROOM_TOKEN: secret });
    };
    expect((await gate("Shop")).code).toBe(0);
    expect(await gate("Checkout")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("scope-missing"),
    });
  });
});
