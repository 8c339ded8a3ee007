import { afterAll, beforeAll, expect, it } from "vitest";
import { getComparisonAnswer } from "../judgement/get-comparison-answer.ts";
import { getExperiment } from "../../experiment/get.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { Importing, TEST_WEB_URL } from "../../testing/importing.ts";
import { batchOf, LiveClient } from "../../testing/live.ts";
import { sampleSource, steadySamples } from "../../testing/sample-source.ts";
import { getTrend } from "../../trend/get.ts";
import { getRun } from "../record/get.ts";
import { workJudgeAwaiting } from "./work-judge-awaiting.ts";

let importing: Importing;
let client: LiveClient;
let experimentId: string;
let baselineId: string;
const START = 1_700_000_000;
const target = ["throughput >= baseline - 10%"];
const samples = (perSecond: number) => steadySamples({ seconds: 60, perSecond, startSeconds: START });
const batch = (writer: string, perSecond: number, sequence = 1) =>
  batchOf(perSecond === 0 ? [] : samples(perSecond), { writer, sequence });

/** A baseline of 4 requests a second that has finished. */
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
  baselineId = await client.open({ origin: START, run: "night" });
  await client.send(baselineId, batch("a", 4));
  await client.finish(baselineId);
  const run = await importing.inHome(({ prisma }) =>
    prisma.run.findUniqueOrThrow({ where: { id: baselineId } }),
  );
  experimentId = run.experimentId;
  await setBaseline({ ctx: owner(), input: { experimentId, runId: baselineId } });
});
afterAll(() => importing.close());

const owner = () => importing.home.owner;
const experiment = () => getExperiment({ ctx: owner(), input: { experimentId } });

/** Another writer begins in the run that is the baseline. */
async function reopen(writer: string): Promise<void> {
  await client.open({ origin: START, run: "night" });
  await client.send(baselineId, batch(writer, 4));
}

async function upload(perSecond: number): Promise<string> {
  const parameters = { service: "Checkout", experiment: "Live", target };
  return (await importing.upload(parameters, sampleSource(samples(perSecond)))).answer.run.id;
}

const judged = async (runId: string) => {
  const { answer } = await getRun({ ctx: owner(), input: { runId, webUrl: TEST_WEB_URL } });
  const { comparison, verdict, targets } = answer;
  return { verdict, reason: targets[0]?.reason, comparison };
};
const comparabilityOf = async (runId: string) => {
  const parameters = { runs: `${baselineId},${runId}` };
  return (await getComparisonAnswer({ ctx: owner(), input: { parameters, webUrl: TEST_WEB_URL } }))
    .comparability[0];
};
const work = () =>
  workJudgeAwaiting({
    services: importing.test.services,
    job: {
      payload: { workspaceId: importing.home.workspaceId, experimentId },
      last: false,
      signal: new AbortController().signal,
    },
    webUrl: TEST_WEB_URL,
  });
it("a baseline that is in progress again isn't compared with, and decides no verdict", async () => {
  expect((await experiment()).baseline).toMatchObject({ id: baselineId, isReceiving: false });
  await reopen("b");
  expect((await experiment()).baseline).toMatchObject({ id: baselineId, isReceiving: true });

  const runId = await upload(4);
  expect(await judged(runId)).toMatchObject({
    verdict: "unsure",
    reason: "The baseline run is in progress again. This target is judged as soon as it has finished.",
    comparison: {
      baseline: { id: baselineId, receiving: true },
      throughput: { baseline: null, value: expect.closeTo(4, 0), change: null, times: null },
      verdict: { verdict: "not-comparable" },
      trend: [],
    },
  });
  expect(await comparabilityOf(runId)).toMatchObject({
    comparable: false,
    differences: expect.arrayContaining([
      { kind: "status", severity: "veto", words: "The reference is still in progress." },
    ]),
  });
  expect((await getTrend({ ctx: owner(), input: { experimentId } })).baseline).toBeNull();
  // Nothing to judge yet: the job that the run added finds the baseline in progress.
  await work();
  expect((await judged(runId)).verdict).toBe("unsure");

  // With both writers, the baseline had twice the throughput of the run.
  await client.finish(baselineId);
  await work();
  const after = await judged(runId);
  expect(after).toMatchObject({
    verdict: "missed",
    comparison: { throughput: { change: expect.closeTo(-0.5, 1) } },
  });
  expect(after.comparison?.baseline).not.toHaveProperty("receiving");
  expect((await comparabilityOf(runId))?.comparable).toBe(true);
});

it("runs that waited are judged again without a baseline if it is removed, and others aren't", async () => {
  const judgedBefore = await upload(8);
  const [stays] = [await judged(judgedBefore)];
  await reopen("c");
  const runId = await upload(8);
  expect((await judged(runId)).verdict).toBe("unsure");
  await setBaseline({ ctx: owner(), input: { experimentId, runId: null } });
  await work();
  expect(await judged(runId)).toMatchObject({ verdict: "no-baseline", comparison: null });
  expect(await judged(judgedBefore)).toEqual(stays);
});
