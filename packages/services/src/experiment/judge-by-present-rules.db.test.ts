import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RULES_VERSION } from "@headroom/core";
import { acceptChange } from "../trend/accept-change.ts";
import { undoAcceptChange } from "../trend/undo-accept-change.ts";
import { decideRecentAgain } from "../run/edit/decide-again.ts";
import { getRunVerdict } from "../run/judgement/get-verdict.ts";
import { getRun } from "../run/record/get.ts";
import { dueJobsOf, forgetJobsOf, Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { judgeByPresentRules } from "./judge-by-present-rules.ts";
import { workJudgeExperiment } from "./work-judge-experiment.ts";

let world: Importing;
let runIds: string[];
let experimentId: string;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  const uploaded = [];
  for (let run = 0; run < 3; run++)
    uploaded.push(await world.upload({ experiment: "Mix", target: ["p99 <= 1 s"] }));
  runIds = uploaded.map(({ answer }) => answer.run.id);
  await world.decideAll();
  experimentId = (await rowOf(runIds[0] ?? "")).experimentId;
});
afterAll(() => world.close());

const rowOf = (id: string) => world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
const detailOf = (runId: string) => getRun({ ctx: world.home.viewer, input: { runId, webUrl } });
const verdictOf = (runId: string) =>
  getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters: {}, webUrl } });
const again = (ctx = world.home.owner, id: string | null = experimentId) =>
  judgeByPresentRules({ ctx, input: { experimentId: id } });
const audited = (action: string) =>
  world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action } }));

/** As an earlier version left the run: its rules gave another verdict, and another outcome. */
const judgedEarlier = (id: string) =>
  world.inHome(async (tx) => {
    await tx.query(
      "update run set rules_version = $2, verdict = 'missed', outcome = 'misses' where id = $1",
      [id, RULES_VERSION - 1],
    );
    await tx.query("update run_verdict set verdict = 'missed' where run_id = $1", [id]);
    await tx.query(
      `update judgement set outcome = 'misses', first_outcome = 'misses',
         inputs = inputs || jsonb_build_object('rules', $2::text) where run_id = $1`,
      [id, String(RULES_VERSION - 1)],
    );
  });

function work() {
  const job = world.job({ experimentId, by: "rules", after: null });
  return workJudgeExperiment({ services: world.test.services, job, webUrl });
}

describe("runs that earlier rules judged", () => {
  it("stay as they are, and say so", async () => {
    const [old = "", present = ""] = runIds;
    await judgedEarlier(old);
    expect((await detailOf(old)).judgements.byEarlierRules).toBe(true);
    expect((await detailOf(present)).judgements.byEarlierRules).toBe(false);
    const { judgement, verdict } = await verdictOf(old);
    expect({ verdict, ...judgement }).toMatchObject({ verdict: "missed", outcome: "misses" });
  });

  it("are judged by the present ones on request, targets and outcome, and their first answer stays", async () => {
    const [old = "", present = ""] = runIds;
    await forgetJobsOf(world.test);
    expect(await again()).toEqual({ runs: 1, rulesVersion: RULES_VERSION });
    expect(await dueJobsOf(world.test)).toMatchObject([
      { key: expect.stringContaining(experimentId), priority: 10 },
    ]);
    const { editedAt, targetSetId } = await rowOf(old);
    const untouched = await rowOf(present);
    await work();
    await world.decide(old);
    expect(await rowOf(old)).toMatchObject({
      editedAt,
      targetSetId,
      rulesVersion: RULES_VERSION,
      verdict: "met",
      outcome: "holds",
    });
    const { judgement } = await verdictOf(old);
    expect(judgement).toMatchObject({
      outcome: "holds",
      rulesVersion: RULES_VERSION,
      first: { outcome: "misses" },
      changed: { by: ["rules"] },
    });
    expect((await detailOf(old)).judgements.byEarlierRules).toBe(false);
    expect(await rowOf(present)).toEqual(untouched);
    expect(await again()).toEqual({ runs: 0, rulesVersion: RULES_VERSION });
    expect(await audited("experiment.judge-again")).toMatchObject([
      { subjectId: experimentId, detail: { runs: 1, rulesVersion: RULES_VERSION } },
    ]);
  });

  it("include those from before versions were kept, in every experiment", async () => {
    const other = (await world.upload({ experiment: "Other" })).answer.run.id;
    await world.inHome((tx) =>
      tx.query("update run set rules_version = null where id = any($1::uuid[])", [[other, runIds[2] ?? ""]]),
    );
    expect(await again()).toMatchObject({ runs: 1 });
    expect(await again(world.home.owner, null)).toMatchObject({ runs: 2 });
    expect(await audited("workspace.judge-again")).toMatchObject([
      { subjectKind: "workspace", subjectId: world.home.workspaceId, detail: { runs: 2 } },
    ]);
  });

  it("are no viewer's to judge again, and not next door's", async () => {
    await expect(again(world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(again(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    expect(await again(world.foreign.owner, null)).toMatchObject({ runs: 0 });
  });
});

it("what somebody notes about a change of the trend is part of no judgement", async () => {
  const [, runId = ""] = runIds;
  const inputs = async () => {
    await world.inHome((tx) => decideRecentAgain(tx, experimentId).then(() => undefined));
    await world.decideAll();
    return (await world.inHome((tx) => tx.prisma.judgement.findFirstOrThrow({ where: { runId } }))).inputs;
  };
  const before = await inputs();
  const body = { runId, metric: "p99", direction: "rise", before: 1, after: 2, reason: "expected" };
  const { id, run } = await acceptChange({ ctx: world.home.owner, input: { experimentId, body } });
  expect(run).toBe(null);
  expect(await inputs()).toEqual(before);
  const undone = { experimentId, noteId: id, acceptedRunId: null };
  await undoAcceptChange({ ctx: world.home.owner, input: undone });
  expect(await inputs()).toEqual(before);
});
