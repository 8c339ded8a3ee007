import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, TEST_WEB_URL } from "../testing/index.ts";
import { getExperiment } from "./get.ts";
import { judgeExperimentAgain } from "./judge-again.ts";
import { workJudgeExperiment } from "./work-judge-experiment.ts";
import { updateExperiment } from "./update.ts";

let world: Importing;
let experimentId: string;
let runIds: string[];
beforeAll(async () => {
  world = await Importing.open();
  const uploaded = [];
  for (let run = 0; run < 3; run++)
    uploaded.push(await world.upload({ experiment: "Mix", target: ["p99 <= 1 s"] }));
  // In the job's order: IDs from the same millisecond have no order of their own.
  runIds = uploaded.map(({ answer }) => answer.run.id).toSorted();
  const experiment = await world.inHome((tx) => tx.prisma.experiment.findFirstOrThrow({}));
  experimentId = experiment.id;
});
afterAll(() => world.close());

const setTargets = (targetsVersion: number, targets: string[]) =>
  updateExperiment({
    ctx: world.home.owner,
    input: { experimentId, version: 1, targetsVersion, name: "Mix", targets },
  });
const again = (ctx = world.home.owner) => judgeExperimentAgain({ ctx, input: { experimentId } });
const others = async () =>
  (await getExperiment({ ctx: world.home.viewer, input: { experimentId } })).judgedByOthers;
const verdicts = async () =>
  (await world.inHome((tx) => tx.prisma.run.findMany({ orderBy: { id: "asc" } }))).map(
    ({ verdict }) => verdict,
  );
const audited = (action: string) =>
  world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action } }));

function work(after: string | null = null, { last = false, atOnce = 100 } = {}) {
  const payload = { workspaceId: world.home.workspaceId, experimentId, by: "targets", after };
  const job = { payload, last, signal: new AbortController().signal };
  return workJudgeExperiment({ services: world.test.services, job, webUrl: TEST_WEB_URL, atOnce });
}

describe("all runs of an experiment judged again", () => {
  it("says how many there are, leaves an audit entry and judges those alone", async () => {
    expect(await again()).toEqual({ runs: 0, targetsVersion: 1 });
    await setTargets(1, ["p99 <= 1 us"]);
    expect(await others()).toBe(3);
    expect(await again()).toEqual({ runs: 3, targetsVersion: 2 });
    expect(await audited("experiment.judge-again")).toMatchObject([
      { subjectId: experimentId, actorId: world.home.ownerId, detail: { runs: 3, targetsVersion: 2 } },
    ]);
    await work();
    expect(await verdicts()).toEqual(["missed", "missed", "missed"]);
    expect(await others()).toBe(0);
    await work();
    expect(await audited("run.judge-again")).toHaveLength(3);
  });

  it("goes on behind the last one in another job", async () => {
    await setTargets(2, ["p99 <= 1 s"]);
    await work(null, { atOnce: 2 });
    expect(await verdicts()).toEqual(["met", "met", "missed"]);
    await work(runIds[1] ?? "", { atOnce: 2 });
    expect(await verdicts()).toEqual(["met", "met", "met"]);
  });

  it("counts no run that came while there were no targets as judged by others", async () => {
    await setTargets(3, []);
    await world.upload({ experiment: "Mix" });
    expect(await others()).toBe(3);
    expect(await again()).toEqual({ runs: 3, targetsVersion: 4 });
    await work();
    expect(await verdicts()).toEqual([null, null, null, null]);
    expect(await others()).toBe(0);
  });

  it("is refused to a viewer, and not found next door", async () => {
    await expect(again(world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(again(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
  });
});
