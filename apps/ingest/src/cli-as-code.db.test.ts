import { afterAll, beforeAll, expect, it } from "vitest";
import { createToken, listAuditLog } from "@headroom/services";
import { CiMachine } from "./testing/ci-machine.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const STATED = `version: 1
service: Checkout
experiments:
  Checkout mix:
    owner: Payments
    workload: { durationSeconds: 60, ratePerGenerator: 100, generators: 1 }
    targets:
      - p99 <= 5 s
`;

let world: TestApp;
let machine: CiMachine;
beforeAll(async () => {
  world = await createTestApp();
  machine = new CiMachine();
  machine.write("results.jtl", jtl({ rows: 6_000 }));
});
afterAll(async () => {
  machine.close();
  await world.close();
});

const upload = (token: string, stated: string, branch = "main") => {
  machine.write("headroom.yaml", stated);
  const line = `headroom upload results.jtl --config headroom.yaml --branch ${branch} --json --again`;
  return machine.run(line, { HEADROOM_URL: world.address, HEADROOM_TOKEN: token });
};

const stored = () =>
  world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.experiment.findFirst({ where: { slug: "checkout-mix" } }),
  );

it("an upload makes the experiment what headroom.yaml says, as far as its token may", async () => {
  const input = { name: "manager", scopes: ["ingest" as const, "manage" as const] };
  const manager = await createToken({ ctx: world.home.owner, input });
  const made = await upload(manager.secret, STATED);
  expect(JSON.parse(made.stdout)).toMatchObject({ verdict: "met", targets: [{ text: "p99 <= 5 s" }] });
  expect(await stored()).toMatchObject({ owner: "Payments", ratePerGenerator: 100, version: 1 });

  const changed = STATED.replace("generators: 1", "generators: 2").replace("5 s", "10 ms");
  const limited = await upload(world.home.ingestToken, changed);
  expect(limited.stderr).toContain(
    "Only the targets were applied. Use a token with the scope manage to apply owner, durationSeconds,",
  );
  expect(JSON.parse(limited.stdout)).toMatchObject({ verdict: "missed" });
  expect(await stored()).toMatchObject({ generators: 1 });

  await upload(manager.secret, changed);
  expect(await stored()).toMatchObject({ generators: 2, version: 2 });
  const log = await listAuditLog({ ctx: world.home.owner });
  const actions = JSON.stringify(log);
  for (const action of ["experiment.create", "experiment.update", "target-set.create"])
    expect(actions).toContain(action);

  const suggested = await upload(manager.secret, STATED, "faster");
  expect(suggested.stderr).toContain("faster isn't the experiment's default branch");
  expect(JSON.parse(suggested.stdout)).toMatchObject({ targets: [{ text: "p99 <= 5 s" }] });
  expect(await stored()).toMatchObject({ generators: 2, version: 2, stated: { file: "headroom.yaml" } });

  const refused = await upload(manager.secret, STATED.replace("owner", "ownr"));
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('headroom.yaml:5:5: Unknown key "ownr".'),
  ]);
});
