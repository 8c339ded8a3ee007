import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, Importing } from "@headroom/services/testing";
import { isPersonal, LEFT_OUT, NAMED, OWN } from "./testing/isolation-inputs.ts";
import type { Ids } from "./testing/isolation-inputs.ts";
import { makeOneOfEverything } from "./testing/make-one-of-everything.ts";
import { stubEnv } from "./testing/stub-env.ts";

stubEnv();
const { appRouter, createCaller } = await import("./app-router.ts");

/** Changes that leave no entry in the audit log, and why. */
const WITHOUT_ENTRY: Record<string, string> = {
  "catalog.openHome": "notes when a member last looked, which only they see",
  "run.fileTicket": "lets a member read a file that they may read anyway",
  "upload.ticket": "changes nothing; the upload has an entry",
};

/** Changes of something that takes more to be there, and the test that demands their entry. */
const ELSEWHERE: Record<string, string> = {
  "demo.load": "apps/ingest/src/demo/load-demo.db.test.ts",
  "demo.remove": "apps/ingest/src/demo/load-demo.db.test.ts",
  "experiment.judgeByRules": "packages/services/src/experiment/judge-by-present-rules.db.test.ts",
  "readiness.acceptRemoval": "packages/services/src/readiness/removed.db.test.ts",
  "run.accept": "packages/services/src/run/edit/accept.db.test.ts",
  "run.undoAccept": "packages/services/src/run/edit/accept.db.test.ts",
  "run.parseAgain": "apps/ingest/src/kept-files/kept-files.db.test.ts",
  "settings.createCiIdentity": "packages/services/src/ci-identity/ci-identity.db.test.ts",
  "settings.delete": "packages/services/src/workspace/delete.db.test.ts",
};

let member = "";

/** The other one becomes the baseline. */
const ofOtherRun = ({ runs: [, runId] }: Ids) => ({ runId });
/** Tests of a channel have to be some seconds apart. */
const later = () => world.home.owner.clock().getTime() + 60_000;

/** What differs from the inputs that are tried with another workspace's ids. */
const OWN_INPUTS: Record<string, (ids: Ids) => object> = {
  "experiment.update": () => ({ targetsVersion: 1, targets: ["p99 <= 2 ms"] }),
  "experiment.delete": () => ({ confirmation: "taken over" }),
  "mapping.mapSender": () => ({ sender: "ghost" }),
  "readiness.acceptRisk": () => ({
    target: "p99 <= 2 ms",
    until: new Date(later() + 86_400_000).toISOString(),
  }),
  "run.setAside": ofOtherRun,
  "run.undoSetAside": ofOtherRun,
  "settings.update": () => ({ keepRawFiles: true }),
  "settings.updateMember": () => ({ personId: member, role: "editor" }),
  "settings.removeMember": () => ({ personId: member }),
  "slo.setAlert": () => ({ emails: ["ops@home.example"] }),
  "slo.update": () => ({ name: "Faster" }),
};

/** In this order at the end, because nothing is left to change afterwards. */
const LAST = [
  "experiment.setBaseline",
  "experiment.judgeRuns",
  "gameday.update",
  "gameday.close",
  "gameday.delete",
  "notification.delete",
  "peakDay.deleteCurve",
  "peakDay.delete",
  "slo.delete",
  "settings.rotateToken",
  "settings.endPreviousSecrets",
  "settings.revokeToken",
  "settings.removeMember",
  "run.delete",
  "experiment.delete",
];

let world: Importing;
let ids: Ids;
beforeAll(async () => {
  world = await Importing.open();
  ids = await makeOneOfEverything(world, createCaller);
  const { home, test } = world;
  ({ personId: member } = await addMember(test.services, home, { email: "m@home.example", role: "viewer" }));
  const { workspaceId } = home;
  const at = home.owner.clock();
  await world.inHome(async ({ prisma }) => {
    const { id: serviceDayId } = await prisma.serviceDay.findFirstOrThrow({
      where: { peakDayId: ids.peakDay },
    });
    await prisma.serviceDayAlert.create({ data: { workspaceId, serviceDayId, state: "errors" } });
    const fired = { workspaceId, sloId: ids.slo, emails: ["ops@home.example"], state: "spent", stateAt: at };
    await prisma.sloAlert.create({ data: fired });
    const heard = { slug: "ghost", name: "Ghost", firstAt: at, seenAt: at, metrics: [] };
    await prisma.delivery.update({ where: { id: ids.delivery }, data: { state: "given-up", nextAt: null } });
    await prisma.unmappedSender.create({ data: { workspaceId, ...heard } });
  });
});
afterAll(() => world.close());

const isChange = (procedure: object) => Object(Reflect.get(procedure, "_def")).type === "mutation";
const CHANGES = Object.entries(appRouter._def.procedures)
  .filter(([name, procedure]) => isChange(procedure) && !isPersonal(name))
  .map(([name]) => name);
const inOrder = [...CHANGES.filter((name) => !LAST.includes(name)), ...LAST];
const checked = inOrder.filter((name) => !(name in WITHOUT_ENTRY) && !(name in ELSEWHERE));

const entries = () => world.inHome(({ prisma }) => prisma.auditEntry.count());

async function change(procedure: string) {
  const inputOf = { ...NAMED, ...LEFT_OUT }[procedure];
  const input = inputOf === undefined ? OWN[procedure] : inputOf(ids);
  const own = OWN_INPUTS[procedure]?.(ids);
  let called: unknown = createCaller({ ctx: { ...world.home.owner, clock: () => new Date(later()) } });
  for (const part of procedure.split(".")) called = Reflect.get(called as object, part);
  await (called as (input: unknown) => Promise<unknown>)(own ? { ...(input as object), ...own } : input);
}

describe("the audit log", () => {
  it("is asked about every change that there is", () => {
    expect(CHANGES.toSorted()).toEqual([...new Set(inOrder)].toSorted());
    for (const name of [...Object.keys(WITHOUT_ENTRY), ...Object.keys(ELSEWHERE)])
      expect(CHANGES).toContain(name);
    for (const file of Object.values(ELSEWHERE))
      expect(existsSync(join(import.meta.dirname, "../../../..", file)), file).toBe(true);
  });

  it.each(Object.keys(WITHOUT_ENTRY))("has no entry of %s, as is said", async (procedure) => {
    const before = await entries();
    await change(procedure);
    expect(await entries()).toBe(before);
  });

  it.each(checked)("has an entry of %s", async (procedure) => {
    const before = await entries();
    await change(procedure);
    expect(await entries()).toBeGreaterThan(before);
  });
});
