import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Importing,
  sampleSource,
  steadySamples,
  TEST_IMPORT_LIMITS,
  TEST_WEB_URL as webUrl,
} from "../../testing/index.ts";
import type { KeptFileKeeper } from "../import/keep-file.ts";
import type { UploadSource } from "../record/upload-source.ts";
import { getRun } from "../record/get.ts";
import { judgeRunAgain } from "../judge/judge-again.ts";
import { workReparse } from "./work-reparse.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
import { setErrorsBy } from "./set-errors-by.ts";

const SOON = { timeout: 60_000 };

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await updateWorkspaceSettings({ ctx: world.home.owner, input: { keepRawFiles: true } });
});
afterAll(() => world.close());

const samples = steadySamples({ seconds: 60, perSecond: 20 });

/** Every third request is answered with the code 500, and the tool calls it a success. */
function source(): UploadSource {
  const isBad = (at: number) => at % 3 === 0;
  const read = (byCode: boolean) =>
    sampleSource(
      samples.map((one, at) => ({ ...one, failed: byCode && isBad(at) })),
      {},
      (sink) => {
        const label = sink.label("500", "status");
        for (const [at, { completedAtMicros, latencyMicros }] of samples.entries())
          if (isBad(at)) sink.add(label, completedAtMicros, latencyMicros, false, 1, 0);
      },
    );
  const asSent = read(false);
  return { ...asSent, read: (intake) => read(intake.errorsBy === "code").read(intake) };
}

const keeper: KeptFileKeeper = {
  start: () => undefined,
  skip: () => undefined,
  finish: async () => ({ bytes: 5, encoding: "zstd", files: [{ name: "the file", bytes: 10 }] }),
  abandon: async () => undefined,
};

async function upload(experiment: string, more: object = {}, kept = true): Promise<string> {
  const parameters = { experiment, target: ["errors <= 1%", "p95 <= 5 s"], ...more };
  const { answer } = await world.upload(parameters, source(), kept ? { keptFile: keeper } : {});
  return answer.run.id;
}

async function of(runId: string) {
  const { answer, experiment } = await getRun({ ctx: world.home.owner, input: { runId, webUrl } });
  const { codes, summary, targets } = answer;
  return {
    experimentId: experiment.id,
    errors: summary.errors,
    verdicts: targets.map(({ verdict }) => verdict),
    isOpen: codes?.isOpen,
    countedBy: codes?.countedBy,
  };
}

/** What the jobs do. */
async function parseAgain(runId: string): Promise<void> {
  const queued = await world.inHome((tx) =>
    tx.prisma.reparse.findFirstOrThrow({ where: { runId, state: "queued" } }),
  );
  await workReparse({
    services: world.test.services,
    uploads: world.uploads,
    job: world.job({ reparseId: queued.id }),
    openFile: async () => ({ source: source(), close: () => undefined }),
    limits: TEST_IMPORT_LIMITS,
    webUrl,
  });
}

describe("what errors are counted by", SOON, () => {
  it("is the tool's word until somebody says, which is unsure", async () => {
    expect(await of(await upload("unsaid"))).toMatchObject({
      errors: 0,
      verdicts: ["unsure", "unsure"],
      isOpen: true,
      countedBy: "tool",
    });
  });

  it("is what the upload says", async () => {
    expect(await of(await upload("said", { "errors-by": "tool" }))).toMatchObject({
      errors: 0,
      verdicts: ["met", "met"],
      isOpen: false,
    });
    expect(await of(await upload("said", { "errors-by": "code" }))).toMatchObject({
      errors: 400,
      verdicts: ["missed", "met"],
      isOpen: false,
      countedBy: "code",
    });
  });

  it("is kept with the experiment: stored runs are counted again from their files, and later ones follow", async () => {
    const runId = await upload("kept");
    const { experimentId } = await of(runId);
    const ctx = world.home.owner;
    expect(await setErrorsBy({ ctx, input: { experimentId, errorsBy: "code" } })).toEqual({
      countedAgain: 1,
    });
    await parseAgain(runId);
    expect(await of(runId)).toMatchObject({ errors: 400, verdicts: ["missed", "met"], countedBy: "code" });
    expect(await of(await upload("kept"))).toMatchObject({ errors: 400, countedBy: "code" });
    const audit = await world.inHome((tx) =>
      tx.prisma.auditEntry.findFirst({ where: { action: "experiment.errors-by", subjectId: experimentId } }),
    );
    expect(audit?.detail).toEqual({ errorsBy: "code", before: null });
    expect(await setErrorsBy({ ctx, input: { experimentId, errorsBy: "code" } })).toEqual({
      countedAgain: 0,
    });
  });

  it("settles a run without reading it again if the tool is right", async () => {
    const runId = await upload("right");
    const { experimentId } = await of(runId);
    const ctx = world.home.owner;
    expect(await setErrorsBy({ ctx, input: { experimentId, errorsBy: "tool" } })).toEqual({
      countedAgain: 0,
    });
    await judgeRunAgain({ ctx, input: { runId, webUrl } });
    expect(await of(runId)).toMatchObject({ errors: 0, verdicts: ["met", "met"], isOpen: false });
  });

  it("leaves a run unsure whose file wasn't kept", async () => {
    const runId = await upload("lost", {}, false);
    const { experimentId } = await of(runId);
    const ctx = world.home.owner;
    expect(await setErrorsBy({ ctx, input: { experimentId, errorsBy: "code" } })).toEqual({
      countedAgain: 0,
    });
    await judgeRunAgain({ ctx, input: { runId, webUrl } });
    expect(await of(runId)).toMatchObject({
      errors: 0,
      verdicts: ["unsure", "unsure"],
      isOpen: true,
      countedBy: "tool",
    });
  });

  it("is for editors to say, of their own experiments", async () => {
    const { experimentId } = await of(await upload("refused"));
    const say = (ctx: Parameters<typeof setErrorsBy>[0]["ctx"], id = experimentId) =>
      setErrorsBy({ ctx, input: { experimentId: id, errorsBy: "tool" } });
    await expect(say(world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(say(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(say(world.home.owner, world.home.workspaceId)).rejects.toMatchObject({ code: "not-found" });
  });
});
