import { afterAll, beforeAll, expect, it } from "vitest";
import type { LevelChange } from "@headroom/core";
import { acceptRun } from "../run/edit/accept.ts";
import { getRun } from "../run/record/get.ts";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import type { Importing } from "../testing/index.ts";
import { acceptChange } from "./accept-change.ts";
import { getTrend } from "./get.ts";
import { undoAcceptChange } from "./undo-accept-change.ts";

let runs: NotedRuns;
let world: Importing;
let experimentId = "";
let newest = "";
let change: LevelChange;
const GOOD = 12;
const SLOW = 6;
const SLOWER = 1.1;
const reason = "The new index.";

beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
  for (let seed = 1; seed <= GOOD + SLOW; seed++) {
    newest = await runs.run("Nights", seed, seed <= GOOD ? 1 : SLOWER, { branch: "main" });
    await runs.settle(newest);
  }
  const { experiment } = await getRun({ ctx: world.home.viewer, input: { runId: newest, webUrl } });
  experimentId = experiment.id;
  const [first] = await changesOf(newest);
  if (first === undefined) throw new Error("the last run shows no change");
  change = first;
});
afterAll(() => world.close());

async function changesOf(runId: string): Promise<LevelChange[]> {
  const { changes } = await world.inHome((tx) =>
    tx.prisma.judgement.findFirstOrThrow({ where: { runId, isOwn: true } }),
  );
  return changes as unknown as LevelChange[];
}

async function shown() {
  const { changes } = await getTrend({
    ctx: world.home.viewer,
    input: { experimentId, metric: change.metric },
  });
  return changes.find(({ runNumber }) => runNumber === GOOD + 1);
}

const accept = () =>
  acceptChange({
    ctx: world.home.owner,
    input: {
      experimentId,
      body: {
        runId: change.run?.id,
        metric: change.metric,
        direction: change.after > change.before ? "rise" : "fall",
        before: change.before,
        after: change.after,
        reason,
      },
    },
  });

const states = async () => (await changesOf(newest)).map(({ state }) => state);

it("an open change for the worse is accepted with the newest run of its level, and undone with it", async () => {
  expect(await states()).toContain("worse");
  const { id, run, why } = await accept();
  expect({ run, why }).toEqual({ run: { id: newest, number: GOOD + SLOW }, why: null });
  expect(await shown()).toMatchObject({ accepted: { noteId: id, reason, by: "Owner", run: { id: newest } } });
  await undoAcceptChange({
    ctx: world.home.owner,
    input: { experimentId, noteId: id, acceptedRunId: newest },
  });
  expect(await shown()).toMatchObject({ accepted: null });
});

it("a run that is accepted on its own page accepts the change that it is at the new level of", async () => {
  await acceptRun({ ctx: world.home.owner, input: { runId: newest, body: { reason } } });
  expect(await shown()).toMatchObject({
    accepted: { noteId: null, reason, by: "Owner", run: { number: GOOD + SLOW } },
  });
  await undoAcceptChange({
    ctx: world.home.owner,
    input: { experimentId, noteId: null, acceptedRunId: newest },
  });
  expect(await shown()).toMatchObject({ accepted: null });
});

it("where runs are compared with a set baseline, it is a note, and says why", async () => {
  await world.inHome((tx) =>
    tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: newest } }),
  );
  const { run, why } = await accept();
  expect({ run, why }).toEqual({ run: null, why: "Runs of this experiment are compared with its baseline." });
});
