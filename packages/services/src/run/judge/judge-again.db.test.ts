import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateExperiment } from "../../experiment/update.ts";
import { Importing, TEST_WEB_URL } from "../../testing/index.ts";
import { getRun } from "../record/get.ts";
import { judgeRunAgain } from "./judge-again.ts";

let world: Importing;
let runId: string;
let experimentId: string;
beforeAll(async () => {
  world = await Importing.open();
  const { answer } = await world.upload({ experiment: "Mix", target: ["p99 <= 1 s"] });
  runId = answer.run.id;
  const experiment = await world.inHome((tx) => tx.prisma.experiment.findFirstOrThrow({}));
  experimentId = experiment.id;
});
afterAll(() => world.close());

const again = (ctx = world.home.owner, id = runId) =>
  judgeRunAgain({ ctx, input: { runId: id, webUrl: TEST_WEB_URL } });

describe("a run judged again", () => {
  it("keeps its targets until it is, and then has the present ones", async () => {
    await updateExperiment({
      ctx: world.home.owner,
      input: { experimentId, version: 1, targetsVersion: 1, name: "Mix", targets: ["p99 <= 1 us"] },
    });
    const get = () => getRun({ ctx: world.home.viewer, input: { runId, webUrl: TEST_WEB_URL } });
    expect((await get()).answer.verdict).toBe("met");
    expect(await again()).toEqual({ before: "met", verdict: "missed", targetsVersion: 2 });
    const { answer, targetTexts } = await get();
    expect([answer.verdict, targetTexts]).toEqual(["missed", ["p99 <= 1 us"]]);
    const audit = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "run.judge-again" } }),
    );
    expect(audit).toMatchObject([
      { subjectId: runId, actorId: world.home.ownerId, detail: { before: "met", verdict: "missed" } },
    ]);
  });

  it("has no verdict once there are no targets", async () => {
    await updateExperiment({
      ctx: world.home.owner,
      input: { experimentId, version: 1, targetsVersion: 2, name: "Mix", targets: [] },
    });
    expect(await again()).toEqual({ before: "missed", verdict: null, targetsVersion: 3 });
  });

  it("is refused to a viewer, and not found next door", async () => {
    await expect(again(world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(again(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(again(world.home.owner, "no id")).rejects.toMatchObject({ code: "not-found" });
  });
});
