import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../context.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";
import { getRun } from "../record/get.ts";
import { acceptRun, undoAccept } from "./accept.ts";
import { setRunAside } from "./set-aside.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const reason = "The new index is worth it.";
const main = { branch: "main" };
const topic = { branch: "topic" };
const owner = () => world.home.owner;
const viewer = () => world.home.viewer;
const accept = (runId: string, ctx = owner()) => acceptRun({ ctx, input: { runId, body: { reason } } });
const undo = (runId: string, ctx = owner()) => undoAccept({ ctx, input: { runId } });
const detailOf = (runId: string) => getRun({ ctx: viewer(), input: { runId, webUrl } });
const audited = async (action: string) =>
  (await world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action } }))).map(
    ({ detail }) => detail,
  );
async function judged(runId: string) {
  const { baseline, judgement } = await getRunVerdict({
    ctx: viewer(),
    input: { runId, parameters: {}, webUrl },
  });
  return { baseline: baseline?.id, outcome: judgement?.outcome };
}
async function slower(
  experiment: string,
  seed: number,
  more: Record<string, string> = main,
): Promise<string> {
  const runId = await runs.run(experiment, seed, 1.6, more);
  await runs.settle(runId);
  return runId;
}
const asksToAccept = async (runId: string) =>
  (await detailOf(runId)).judgements.own?.findings.some(({ kind }) => kind === "accept");

describe("a run whose change is accepted", () => {
  it("keeps its judgement, and is what later runs are compared with, until that is undone", async () => {
    const before = (await runs.history("Accepted", main)).at(-1) ?? "";
    const first = await slower("Accepted", 7);
    const second = await slower("Accepted", 8);
    const both = async () => [await judged(first), await judged(second)];
    const regressed = { baseline: before, outcome: "regressed" };
    expect(await both()).toEqual([regressed, regressed]);
    expect(await detailOf(first)).toMatchObject({ isAcceptable: true, answer: { accepted: null } });
    expect(await asksToAccept(first)).toBe(true);

    expect(await accept(first)).toMatchObject({ accepted: { reason, by: "Owner" } });
    await world.decideAll();
    expect(await both()).toEqual([regressed, { baseline: first, outcome: "no-change" }]);
    expect(await detailOf(first)).toMatchObject({
      isAcceptable: false,
      answer: { accepted: { reason, by: "Owner" } },
    });
    expect(await asksToAccept(first)).toBe(false);
    expect(await runs.sent()).toEqual([]);

    expect(await undo(first)).toEqual({ accepted: null });
    await world.decideAll();
    expect(await both()).toEqual([regressed, regressed]);
    expect(await audited("run.accept")).toMatchObject([{ number: 7, reason }]);
    expect(await audited("run.undo-accept")).toMatchObject([{ number: 7 }]);
  });

  it("is the level of other branches from then on, although their own runs regressed before", async () => {
    const before = (await runs.history("Branches", main)).at(-1) ?? "";
    const early = await slower("Branches", 7, topic);
    const onMain = await slower("Branches", 8);
    const late = await slower("Branches", 9, topic);
    expect(await judged(late)).toEqual({ baseline: before, outcome: "regressed" });
    await accept(onMain);
    await world.decideAll();
    expect(await judged(early)).toEqual({ baseline: before, outcome: "regressed" });
    expect(await judged(late)).toEqual({ baseline: onMain, outcome: "no-change" });
  });

  it("of a branch that isn't the default one is the level of that branch only, and not while it is set aside", async () => {
    const before = (await runs.history("Topic", main)).at(-1) ?? "";
    const first = await slower("Topic", 7, topic);
    await accept(first);
    const next = await runs.run("Topic", 8, 1.6, topic);
    const other = await runs.run("Topic", 9, 1.6, { branch: "other" });
    expect((await judged(next)).baseline).toBe(first);
    expect((await judged(other)).baseline).toBe(before);
    await setRunAside({ ctx: owner(), input: { runId: first, body: { reason } } });
    expect((await judged(next)).baseline).toBe(before);
  });
});

describe("accepting a change", () => {
  it("is refused where it would change nothing, and says why", async () => {
    const ids = await runs.history("Refused", main);
    const first = await slower("Refused", 7);
    const refusal = (runId: string) =>
      accept(runId).then(
        () => null,
        ({ code, message }) => [String(code), String(message)],
      );
    expect(await refusal(ids[2] ?? "")).toEqual(["conflict", expect.stringContaining("nothing to accept")]);
    const undecided = await runs.run("Refused", 8, 1.6, main);
    expect(await refusal(undecided)).toEqual(["conflict", expect.stringContaining("isn't known yet")]);
    const simulated = await runs.run("Refused", 9, 1.6, { ...main, simulated: "true" });
    await runs.settle(undecided);
    await runs.settle(simulated);
    expect(await refusal(simulated)).toEqual(["conflict", expect.stringContaining("simulator")]);
    await setRunAside({ ctx: owner(), input: { runId: undecided, body: { reason } } });
    expect(await refusal(undecided)).toEqual(["conflict", "The run is set aside."]);
    const experimentId = (await detailOf(first)).experiment.id;
    await setBaseline({ ctx: owner(), input: { experimentId, runId: ids[0] ?? "" } });
    expect(await refusal(first)).toEqual(["conflict", expect.stringContaining("compared with its baseline")]);
  });

  it("needs a reason, and takes another one", async () => {
    await runs.history("Reasons", main);
    const runId = await slower("Reasons", 7);
    for (const bad of ["", " ", "x".repeat(501), undefined]) {
      const input = { runId, body: { reason: bad } };
      await expect(acceptRun({ ctx: owner(), input })).rejects.toMatchObject({
        code: expect.stringMatching(/^parameter-/),
      });
    }
    await accept(runId);
    const again = await acceptRun({ ctx: owner(), input: { runId, body: { reason: "Another." } } });
    expect(again.accepted?.reason).toBe("Another.");
    const known = (await audited("run.accept")).length;
    await acceptRun({ ctx: owner(), input: { runId, body: { reason: "Another." } } });
    expect(await audited("run.accept")).toHaveLength(known);
    await undo(runId);
    expect(await undo(runId)).toEqual({ accepted: null });
  });

  it("is for editors of this workspace", async () => {
    const [runId = ""] = await runs.history("Allowed", main);
    const tried = (ctx: Context) =>
      Promise.all(
        [accept(runId, ctx), undo(runId, ctx)].map((one) =>
          one.then(
            () => "done",
            ({ code }) => String(code),
          ),
        ),
      );
    expect(await tried(viewer())).toEqual(["scope-missing", "scope-missing"]);
    expect(await tried(world.ci)).toEqual(["scope-missing", "scope-missing"]);
    expect(await tried(world.foreign.owner)).toEqual(["not-found", "not-found"]);
  });

  it("may have a label under another name, or lack one, on any branch", async () => {
    const rare = (seed: number, label: string | null) =>
      runs.samples(seed).map((one, at) => (at % 120 === 7 && label !== null ? { ...one, label } : one));
    const upload = async (experiment: string, seed: number, label: string | null, branch = main) => {
      const runId = await runs.upload(experiment, rare(seed, label), branch);
      await runs.settle(runId);
      return runId;
    };
    for (const [experiment, after, branch] of [
      ["Renamed", "POST /payments", main],
      ["Gone", null, topic],
    ] as const) {
      for (let seed = 1; seed <= 4; seed++) await upload(experiment, seed, "POST /pay");
      const changed = await upload(experiment, 5, after, branch);
      const again = await upload(experiment, 6, after, branch);
      // Neither is what the other is compared with.
      for (const one of [changed, again]) {
        expect(await judged(one)).toMatchObject({ outcome: "unsure" });
        expect(await asksToAccept(one)).toBe(true);
      }
      await accept(changed);
      await world.decideAll();
      expect(await judged(again)).toEqual({ baseline: changed, outcome: "no-change" });
    }
  });
});
