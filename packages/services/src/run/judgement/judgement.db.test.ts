import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunVerdictAnswer } from "@headroom/contract";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { totalsSource } from "../../testing/judged/making.ts";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { deleteRun } from "../edit/delete.ts";
import { getRunJudgement } from "../read/get-judgement.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const ask = (runId: string, parameters: object = {}, ctx = world.home.viewer) =>
  getRunVerdict({ ctx, input: { runId, parameters, webUrl } });
const judgementOf = async (runId: string, parameters: object = {}) => {
  const { judgement } = await ask(runId, parameters);
  if (judgement === null) throw new Error("it isn't judged yet");
  return judgement;
};
const rowOf = (id: string) => world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
const experimentOf = async (runId: string) => {
  const { experimentId: id } = await rowOf(runId);
  return world.inHome((tx) => tx.prisma.experiment.findUniqueOrThrow({ where: { id } }));
};
const HELD = { target: "p99 <= 5 s", branch: "main" };

describe("what a run shows", () => {
  it("isn't known before its labels are compared, and then is the same everywhere", async () => {
    await runs.history("Slower", HELD);
    const slow = await runs.run("Slower", 7, 1.6, HELD);
    expect(await rowOf(slow)).toMatchObject({ verdict: "met", outcome: null });
    expect((await experimentOf(slow)).latestOutcome).toBeNull();
    await runs.tell(slow);
    const { judgement, verdict, baseline } = await ask(slow);
    expect(verdict).toBe("met");
    expect(judgement).toMatchObject({ outcome: "regressed", isOwn: true, reason: null, changed: null });
    expect(judgement?.findings[0]).toMatchObject({ effect: "fail", kind: "change", code: "regressed" });
    expect(judgement?.first.outcome).toBe("regressed");
    expect(baseline?.chosen).toBe("last-good");
    expect(await rowOf(slow)).toMatchObject({ outcome: "regressed" });
    expect((await experimentOf(slow)).latestOutcome).toBe("regressed");
  });

  it("is known immediately where a target is missed", async () => {
    const missed = await runs.run("Missed", 1, 1, { target: "p99 <= 1 ms" });
    expect(await rowOf(missed)).toMatchObject({ verdict: "missed", outcome: "misses" });
    await runs.tell(missed);
    expect((await judgementOf(missed)).outcome).toBe("misses");
  });

  it("holds by its targets where there is nothing to compare with, and isn't judged without any", async () => {
    const [held, bare] = [await runs.run("First", 1, 1, HELD), await runs.run("Bare", 1)];
    for (const id of [held, bare]) await runs.tell(id);
    expect(await judgementOf(held)).toMatchObject({ outcome: "holds", reason: null });
    expect(await judgementOf(bare)).toMatchObject({ outcome: "not-judged", reason: "nothing-to-judge-by" });
  });

  it("holds though it differs, as long as too few runs show how much such runs vary", async () => {
    await runs.tell(await runs.run("Young", 1, 1, HELD));
    const second = await runs.run("Young", 2, 1.6, HELD);
    await runs.tell(second);
    const { outcome, findings } = await judgementOf(second);
    expect(outcome).toBe("holds");
    expect(findings.map(({ words }) => words)).toContain(
      "Too few runs to compare: no earlier run shows how much such runs vary, and it takes 3.",
    );
    expect(findings.some(({ code, effect }) => code === "differs" && effect === "note")).toBe(true);
  });

  it("is what its targets say, from one run with only the tool's own figures to the next", async () => {
    const quoted = async (name: string, more: object) => {
      const source = totalsSource(name, { p50: 41_000, p99: 160_000 });
      const { id } = (await world.upload({ experiment: "Quoted", ...more }, source)).answer.run;
      await runs.tell(id);
      return id;
    };
    const first = await quoted("first", { target: ["p99 <= 200 ms"] });
    const second = await quoted("second", {});
    expect((await ask(second)).baseline?.id).toBe(first);
    const { outcome, findings } = await judgementOf(second);
    expect(outcome).toBe("holds");
    expect(findings.map(({ words }) => words).join(" ")).toContain(
      "Not compared, so only the targets count. Both runs have only the tool's own figures",
    );
    expect(await judgementOf(second, { targets: "ignore" })).toMatchObject({ outcome: "not-judged" });
    expect(await judgementOf(second, { baseline: first })).toMatchObject({ outcome: "unsure" });
  });

  it("is decided on every branch", async () => {
    await runs.history("Branches", HELD);
    const topic = await runs.run("Branches", 7, 1.6, { ...HELD, branch: "topic" });
    await runs.tell(topic);
    expect(await rowOf(topic)).toMatchObject({ outcome: "regressed" });
  });
});

describe("a gate with options of its own", () => {
  it("gets a judgement of its own, which stays, and changes nothing that the run shows", async () => {
    await runs.history("Gated", HELD);
    const slow = await runs.run("Gated", 7, 1.6, HELD);
    await runs.tell(slow);
    const own = await judgementOf(slow);
    const lenient = await judgementOf(slow, { minChange: "500", targets: "ignore" });
    expect(lenient).toMatchObject({
      outcome: "no-change",
      isOwn: false,
      policy: { minChange: 5, targets: false },
    });
    expect((await judgementOf(slow, { minChange: "500", targets: "ignore" })).id).toBe(lenient.id);
    expect(await judgementOf(slow)).toEqual(own);
    expect(await rowOf(slow)).toMatchObject({ outcome: "regressed" });
  });

  it("is shown with all of its findings to those who follow its link", async () => {
    const id = await runs.run("Linked", 1, 1, HELD);
    const other = await runs.run("Linked", 2, 1, HELD);
    await runs.tell(id);
    await runs.tell(other);
    const strict = await judgementOf(id, { targets: "ignore", detect: "5" });
    const read = (runId: string, judgementId: string, ctx = world.home.viewer) =>
      getRunJudgement({ ctx, input: { runId, judgementId } });
    expect(await read(id, strict.id)).toEqual(strict);
    for (const [runId, judgementId] of [
      [other, strict.id],
      [id, id],
      [id, "none"],
    ] as const)
      expect(await read(runId, judgementId)).toBeNull();
    await expect(read(id, strict.id, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is unsure where the comparison that it asks for can't be made", async () => {
    const only = await runs.run("Alone", 1, 1, HELD);
    await runs.tell(only);
    await runs.tell(await runs.run("Alone", 2, 1, HELD));
    expect(await judgementOf(only, { commit: "abcdef1" })).toMatchObject({ outcome: "unsure" });
  });

  it("isn't answered in another workspace", async () => {
    const id = await runs.run("Walls", 1);
    await runs.tell(id);
    await expect(ask(id, {}, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    const foreign = world.test.db.inWorkspace(world.foreign.workspaceId, (tx) => tx.prisma.judgement.count());
    expect(await foreign).toBe(0);
  });
});

describe("a judgement is made again", () => {
  const settleAll = async (ids: readonly string[]) => {
    for (const id of ids) await runs.settle(id);
  };

  it("when another baseline is set, says why, keeps the first answer, and sends nothing", async () => {
    const ids = await runs.history("Pinned", HELD);
    const slow = await runs.run("Pinned", 7, 1.6, HELD);
    await runs.tell(slow);
    const before = await judgementOf(slow);
    const { id: experimentId } = await experimentOf(slow);
    const sent = await runs.sent();
    await setBaseline({ ctx: world.home.owner, input: { experimentId, runId: slow } });
    await settleAll([...ids, slow]);
    const after = await judgementOf(slow);
    expect([before.outcome, after.outcome]).toEqual(["regressed", "holds"]);
    expect(after).toMatchObject({
      id: before.id,
      first: before.first,
      changed: { by: ["baseline", "comparison"] },
    });
    expect(await runs.sent()).toHaveLength(sent.length);
  });

  it("when the run that it was compared with is deleted", async () => {
    const first = await runs.run("Deleted", 1, 1, HELD);
    await runs.tell(first);
    const second = await runs.run("Deleted", 2, 1, HELD);
    await runs.tell(second);
    expect((await ask(second)).baseline?.id).toBe(first);
    await deleteRun({ ctx: world.home.owner, input: { runId: first } });
    await runs.settle(second);
    const { baseline, judgement }: RunVerdictAnswer = await ask(second);
    expect(baseline).toBeNull();
    expect(judgement?.outcome).toBe("holds");
  });
});
