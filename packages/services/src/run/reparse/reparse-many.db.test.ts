import { afterAll, beforeAll, expect, it } from "vitest";
import { createChannel } from "../../notification/create-channel.ts";
import { NOTIFY_OF_RUN } from "../../notification/queue-run-notice.ts";
import {
  dueJobsOf,
  forgetJobsOf,
  Importing,
  sampleSource,
  steadySamples,
  TEST_IMPORT_LIMITS,
  TEST_SECRET as secret,
  TEST_WEB_URL as webUrl,
} from "../../testing/index.ts";
import type { KeptFileKeeper } from "../import/keep-file.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
import { reparseRun } from "./reparse.ts";
import { workReparse } from "./work-reparse.ts";

const RUNS = 12;

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  const ctx = world.home.owner;
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: true } });
  const body = {
    name: "All",
    kind: "webhook",
    url: "https://hooks.example/a",
    events: ["run.finished", "run.regressed", "run.recovered"],
  };
  await createChannel({ ctx, webhooks: { secret, allowPrivate: false }, input: { body } });
});
afterAll(() => world.close());

const source = (at: number) => {
  const startSeconds = world.test.services.clock().getTime() / 1_000 - 3_600 + at * 30;
  return sampleSource(steadySamples({ seconds: 10, perSecond: 4, startSeconds }));
};

const keeper: KeptFileKeeper = {
  start: () => undefined,
  skip: () => undefined,
  finish: async () => ({ bytes: 5, encoding: "zstd", files: [{ name: "the file", bytes: 10 }] }),
  abandon: async () => undefined,
};

const upload = async (at: number) => {
  const { answer } = await world.upload(
    { experiment: "Mix", target: "p99 <= 5 s", branch: "main" },
    source(at),
    { keptFile: keeper },
  );
  return answer.run.id;
};

async function parseAgain(runId: string, at: number): Promise<void> {
  const { job } = await reparseRun({ ctx: world.home.owner, input: { runId, webUrl, hasStore: true } });
  await workReparse({
    services: world.test.services,
    uploads: world.uploads,
    job: world.job({ reparseId: job.id }),
    openFile: async () => ({ source: source(at), close: () => undefined }),
    limits: TEST_IMPORT_LIMITS,
    webUrl,
  });
}

const judgements = () => world.inHome((tx) => tx.prisma.judgement.findMany({ orderBy: { runId: "asc" } }));
const messages = () => world.inHome((tx) => tx.prisma.delivery.count());

it(`${RUNS} runs that are parsed again are decided after a new one, with the same outcome, and nobody hears of it`, async () => {
  const ids: string[] = [];
  for (let at = 0; at < RUNS; at++) ids.push(await upload(at));
  await world.decideAll();
  const [before, sent] = [await judgements(), await messages()];
  expect([before.length, sent]).toEqual([RUNS, RUNS]);
  await forgetJobsOf(world.test);

  for (const [at, id] of ids.entries()) await parseAgain(id, at);
  const fresh = await upload(RUNS);
  const due = (await dueJobsOf(world.test)).filter(({ key }) => key.includes(`${NOTIFY_OF_RUN} `));
  expect(due).toHaveLength(RUNS + 1);
  expect(due[0]?.key).toContain(fresh);
  await world.decide(fresh);
  expect(await messages()).toBe(sent + 1);

  await world.decideAll();
  const after = (await judgements()).filter(({ runId }) => runId !== fresh);
  expect(await messages()).toBe(sent + 1);
  const told = ({
    id,
    runId,
    outcome,
    findings,
    firstOutcome,
    firstAt,
    changedAt,
  }: (typeof after)[number]) => ({ id, runId, outcome, findings, firstOutcome, firstAt, changedAt });
  expect(after.map(told)).toEqual(before.map(told));
});
