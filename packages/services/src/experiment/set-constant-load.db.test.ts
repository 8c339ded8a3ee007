import { afterAll, beforeAll, expect, it } from "vitest";
import { workJudgeRecent } from "../run/judge/work-judge-recent.ts";
import { readRunDetail } from "../run/record/read-run-detail.ts";
import { getRunVerdict } from "../run/judgement/get-verdict.ts";
import { NotedRuns, sampleSource, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { listExperiments } from "./list.ts";
import { setConstantLoad } from "./set-constant-load.ts";

let runs: NotedRuns;
beforeAll(async () => {
  runs = await NotedRuns.open();
});
afterAll(() => runs.importing.close());

/** Latency that becomes five times as high, steadily, and nothing that shows the load. */
async function leak(): Promise<string> {
  const world = runs.importing;
  const samples = runs.samples(1).map((one, at, all) => {
    const latencyMicros = Math.round(one.latencyMicros * (1 + (4 * at) / all.length));
    return {
      ...one,
      latencyMicros,
      completedAtMicros: one.completedAtMicros - one.latencyMicros + latencyMicros,
    };
  });
  const source = sampleSource(samples, { loadModel: "unknown" });
  const id = (await world.upload({ experiment: "Leak", target: "p95 <= 10 s" }, source)).answer.run.id;
  await runs.settle(id);
  return id;
}

async function shown(runId: string) {
  const ctx = runs.importing.home.viewer;
  const { judgement } = await getRunVerdict({ ctx, input: { runId, parameters: {}, webUrl } });
  const detail = await runs.importing.inHome((tx) => readRunDetail(tx, { runId, webUrl }));
  const rise = judgement?.findings.find(({ kind }) => kind === "rise");
  return {
    outcome: judgement?.outcome,
    next: judgement?.next?.action ?? null,
    rise: rise === undefined ? null : [rise.effect, rise.code],
    constantLoad: detail?.constantLoad,
  };
}

async function say(experimentId: string, runId: string, constant: boolean | null): Promise<void> {
  const world = runs.importing;
  await setConstantLoad({ ctx: world.home.owner, input: { experimentId, constant } });
  const payload = { workspaceId: world.home.workspaceId, experimentId };
  const job = { payload, last: true, signal: new AbortController().signal };
  await workJudgeRecent({ services: world.test.services, job, webUrl });
  await runs.settle(runId);
}

it("asks once whether the load was constant, keeps the answer with the experiment, and judges its runs again", async () => {
  const world = runs.importing;
  const id = await leak();
  const { experimentId } = await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
  const asked = {
    outcome: "unsure",
    next: "tell-load",
    rise: ["unsure", "unknown-load"],
    constantLoad: { answer: null },
  };
  expect(await shown(id)).toEqual(asked);

  await say(experimentId, id, true);
  expect(await shown(id)).toEqual({
    outcome: "holds",
    next: null,
    rise: ["note", "requests"],
    constantLoad: { answer: true },
  });
  const { experiments } = await listExperiments({
    ctx: world.home.viewer,
    input: { parameters: {}, webUrl },
  });
  expect(experiments.map(({ constantLoad }) => constantLoad)).toEqual([true]);

  await say(experimentId, id, false);
  expect(await shown(id)).toMatchObject({ outcome: "unsure", rise: null, constantLoad: { answer: false } });
  await say(experimentId, id, null);
  expect(await shown(id)).toEqual(asked);

  const audit = await world.inHome((tx) =>
    tx.prisma.auditEntry.findMany({
      where: { action: "experiment.set-constant-load" },
      orderBy: { at: "asc" },
    }),
  );
  expect(audit.map(({ detail }) => detail)).toEqual([
    { constant: true, before: null },
    { constant: false, before: true },
    { constant: null, before: false },
  ]);
});

it("is for editors of the workspace", async () => {
  const id = await leak();
  const { experimentId } = await runs.importing.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id } }),
  );
  const input = { experimentId, constant: true };
  const { home, foreign } = runs.importing;
  await expect(setConstantLoad({ ctx: home.viewer, input })).rejects.toMatchObject({ code: "scope-missing" });
  await expect(setConstantLoad({ ctx: foreign.owner, input })).rejects.toMatchObject({ code: "not-found" });
});
