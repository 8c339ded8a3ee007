import { DAY_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../../context.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { Importing } from "../../testing/index.ts";
import { getRunReference } from "./get-reference.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const GOOD = "p99<=5s";
const MISSED = "p99<=1ms";

async function upload(experiment: string, more: object = {}): Promise<string> {
  return (await world.upload({ experiment, branch: "main", target: [GOOD], ...more })).answer.run.id;
}

const referenceOf = (runId: string, ctx = world.home.viewer) => getRunReference({ ctx, input: { runId } });

async function pin(runId: string): Promise<void> {
  const { experimentId } = await world.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: runId } }),
  );
  await setBaseline({ ctx: world.home.owner, input: { experimentId, runId } });
}

describe("the reference of a run", () => {
  it("is the last good run before it, not one that missed a target or is of another branch", async () => {
    const good = await upload("Last good");
    const missed = await upload("Last good", { target: [MISSED] });
    await upload("Last good", { branch: "topic" });
    const newest = await upload("Last good");
    expect(await referenceOf(newest)).toEqual({
      reference: { id: good, number: 1, chosen: "last-good", runs: 1, judged: "run" },
      previous: { id: missed, number: 2 },
      next: null,
      gate: null,
      why: null,
      hasOthers: true,
    });
  });

  it("is the pinned baseline, also where it was pinned after the upload or is newer", async () => {
    const first = await upload("Pinned");
    const second = await upload("Pinned");
    const third = await upload("Pinned", { target: [MISSED] });
    await pin(third);
    const reference = { id: third, number: 3, chosen: "pinned" };
    expect(await referenceOf(first)).toMatchObject({ reference });
    expect(await referenceOf(second)).toMatchObject({ reference });
  });

  it("is beside the run that ran before it, also if that was uploaded so late that it is placed after it", async () => {
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MILLIS).toISOString();
    const start = async (runId: string, daysAgo: number) =>
      world.inHome((tx) => tx.prisma.run.update({ where: { id: runId }, data: { startedAt: at(daysAgo) } }));
    const [before, after] = [
      await upload("Late", { target: [MISSED] }),
      await upload("Late", { target: [MISSED] }),
    ];
    await start(before, 33);
    await start(after, 8);
    expect(await referenceOf(after)).toMatchObject({ previous: { id: before, number: 1 }, next: null });
    expect(await referenceOf(before)).toMatchObject({ previous: null, next: { id: after, number: 2 } });
  });

  it("doesn't exist for the baseline itself, or for the only run", async () => {
    const first = await upload("Alone", { branch: "main" });
    const nothing = { reference: null, previous: null, next: null, gate: null };
    expect(await referenceOf(first)).toEqual({
      ...nothing,
      why: expect.stringContaining("There is no earlier run of main"),
      hasOthers: false,
    });
    const second = await upload("Alone");
    await pin(first);
    expect(await referenceOf(first)).toEqual({
      ...nothing,
      next: { id: second, number: 2 },
      why: "This run is the baseline of its experiment.",
      hasOthers: true,
    });
  });

  it("of a simulated run is the last simulated one that is good, and never a real one", async () => {
    const simulated = { simulated: "true" };
    const good = await upload("Simulated", simulated);
    await upload("Simulated", { ...simulated, target: [MISSED] });
    await upload("Simulated");
    const newest = await upload("Simulated", simulated);
    expect(await referenceOf(newest)).toMatchObject({ reference: { id: good, number: 1 } });
  });

  it("says why no run suits, where there are others to choose from", async () => {
    const missed = await upload("None good", { target: [MISSED] });
    expect(await referenceOf(await upload("None good"))).toEqual({
      reference: null,
      previous: { id: missed, number: 1 },
      next: null,
      gate: null,
      why: expect.stringMatching(/^No earlier run of main.* is good\. Run #1: It missed a target\.$/),
      hasOthers: true,
    });
  });

  it("is for those who may read the run", async () => {
    const runId = await upload("Private");
    const notFound = { code: "not-found" };
    await expect(referenceOf(runId, world.foreign.owner)).rejects.toMatchObject(notFound);
    await expect(referenceOf(world.test.services.newId())).rejects.toMatchObject(notFound);
    await expect(referenceOf("x")).rejects.toMatchObject(notFound);
    const { serviceId } = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: runId } }),
    );
    const token = (scopes: ("read" | "ingest")[], limitedTo: string) =>
      contextOf(world.test.services, world.home.workspaceId, {
        kind: "token",
        id: world.test.services.newId(),
        scopes,
        serviceId: limitedTo,
      });
    await expect(referenceOf(runId, token(["read"], world.test.services.newId()))).rejects.toMatchObject(
      notFound,
    );
    await expect(referenceOf(runId, token(["ingest"], serviceId))).rejects.toMatchObject({
      code: "scope-missing",
    });
    expect(await referenceOf(runId, token(["read"], serviceId))).toMatchObject({ hasOthers: false });
  });
});
