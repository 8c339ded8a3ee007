import { JUDGING_POLICY, makeFinding } from "@headroom/core";
import type { ShareSubject } from "@headroom/contract";
import { afterAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { importGauges } from "../run/import/import-gauges.ts";
import type { GaugeSource } from "../run/import/import-gauges.ts";
import { getRun } from "../run/record/get.ts";
import { TEST_WEB_URL } from "../testing/index.ts";
import { getSharedComparedGauges, getSharedComparison } from "./get-comparison.ts";
import {
  getSharedGauges,
  getSharedHeatmap,
  getSharedLabels,
  getSharedRun,
  getSharedTimeline,
  getSharedWindow,
} from "./get-run.ts";
import type { ShareContext } from "./share-context.ts";
import { openShareWorld } from "../testing/share-world.ts";

const { world, foreignRun, runAt, opened, share } = await openShareWorld();
afterAll(() => world.close());

const pair = (): ShareSubject => ({ kind: "comparison", runIds: [runAt(1), runAt(0)] });

describe("a guest who opened a link", () => {
  it("sees the run's outcome, and neither what gates asked for nor the labels of its baseline", async () => {
    const label = makeFinding({ effect: "note", kind: "label", code: "missing", label: "POST /secret" });
    const runs = [{ id: runAt(1), number: 2 }];
    const step = { kind: "trend", metric: "p99", before: 120, after: 130, runs } as const;
    const trend = makeFinding({ ...step, effect: "fail", code: "default" });
    const elsewhere = makeFinding({ ...step, effect: "note", code: "branch" });
    const level = makeFinding({ effect: "note", kind: "reference", code: "level", runs });
    const copied = { kind: "run-state", code: "same-samples", runs } as const;
    const reasons = [{ code: "same-samples", number: 2, experiment: null } as const];
    const copy = makeFinding({ ...copied, effect: "unsure", reasons });
    const change = makeFinding({ effect: "fail", kind: "change", code: "regressed", metric: "p99" });
    const pool = makeFinding({ effect: "note", kind: "pool", code: "pool", after: 2, runs });
    const stays = makeFinding({
      effect: "fail",
      kind: "target",
      code: "missed",
      metric: "p99 <= 5 ms",
      runs,
      reasons: [{ code: "not-shown-by", number: 2 }],
    });
    const row = (isOwn: boolean) => ({
      id: world.test.services.newId(),
      workspaceId: world.home.workspaceId,
      runId: runAt(0),
      question: { reference: null, policy: JUDGING_POLICY },
      questionDigest: new Uint8Array(32).fill(isOwn ? 1 : 2),
      isOwn,
      outcome: "regressed",
      firstOutcome: "regressed",
      findings: [change, trend, copy, elsewhere, level, label, pool, stays],
      inputs: {},
      decidedAt: new Date(),
      firstAt: new Date(),
    });
    await world.inHome((tx) => tx.prisma.judgement.createMany({ data: [row(true), row(false)] as never }));
    const { judgements } = await getSharedRun({
      ctx: await opened(),
      input: { runId: runAt(0), webUrl: TEST_WEB_URL },
    });
    expect(judgements.asked).toEqual([]);
    expect(judgements.own?.findings.map(({ kind, words, runs: of }) => [kind, words, of]).slice(1)).toEqual([
      ["trend", "p99 has been worse for several runs: 120 ms before, 130 ms since then, +8.3%.", null],
      ["run-state", "The same samples as another run. They show nothing about this build.", null],
      [
        "pool",
        "Judged together with 1 other run of the same commit. It is look 2 at this commit, and each look takes more to settle than the one before.",
        null,
      ],
      [
        "target",
        "Another run of the same commit found it, so it stays. Another run of the same commit didn't show it.",
        null,
      ],
    ]);
    expect(JSON.stringify(judgements)).not.toMatch(/#2|not-shown-by/);
    expect(JSON.stringify(judgements)).not.toContain(runAt(1));
  });

  it("reads its runs without what is the workspace's own", async () => {
    const ctx = await opened();
    const input = { runId: runAt(0), webUrl: TEST_WEB_URL };
    const [shown, whole] = [
      await getSharedRun({ ctx, input }),
      await getRun({ ctx: world.home.owner, input }),
    ];
    expect(shown.answer.summary).toEqual(whole.answer.summary);
    expect(whole).toMatchObject({ notes: "for Ada", ciUrl: "https://ci.example/7" });
    const said = { configuration: { memory: "8 GB" }, changed: "more memory" };
    expect(whole).toMatchObject({ ...said, answer: { setup: said } });
    expect(shown).toMatchObject({ notes: null, ciUrl: null, parts: [] });
    const nothing = { configuration: {}, changed: null };
    expect([shown, shown.answer.setup]).toMatchObject([nothing, nothing]);
    expect(whole.answer.cost).toMatchObject({ price: "0.004 USD/s" });
    expect([shown.price, shown.answer.cost]).toEqual([null, null]);
    expect(Object.keys(shown).filter((name) => !SHOWN.has(name) && !HIDDEN.has(name))).toEqual([]);
    const timeline = await getSharedTimeline({ ctx, input: { runId: runAt(0), maxPoints: 100 } });
    expect(timeline.points.length).toBeGreaterThan(10);
  });

  it("sees what was measured beside its run", async () => {
    const input = { runId: runAt(0), webUrl: TEST_WEB_URL };
    const { answer } = await getSharedRun({ ctx: await opened(), input });
    const source: GaugeSource = {
      read: async (sink) => {
        sink.measure(sink.gauge("cpu", "%"), (Date.parse(answer.run.startedAt) + 1_000) * 1_000, 40);
        return { accepted: 1, refused: { count: 0, first: [] }, warnings: [] };
      },
    };
    const given = { ...input, parameters: {}, badLinesShare: 0.01, source };
    await importGauges({ ctx: world.ci, uploads: world.uploads, input: given });
    const { gauges } = await getSharedGauges({ ctx: await opened(), input: { runId: runAt(0) } });
    expect(gauges).toMatchObject([{ name: "cpu", unit: "%", points: [{ mean: 40 }] }]);

    const compared = await getSharedComparedGauges({
      ctx: await opened({ subject: pair() }),
      input: { reference: runAt(1) },
    });
    expect(compared.runs.map(({ id }) => id)).toEqual([runAt(1), runAt(0)]);
    expect(compared.gauges).toMatchObject([
      { name: "cpu", unit: "%", runs: [null, { points: [{ offsetSeconds: 1, mean: 40 }] }] },
    ]);
    const others = await opened({ subject: { kind: "comparison", runIds: [runAt(1), runAt(2)] } });
    expect(await getSharedComparedGauges({ ctx: others, input: { reference: runAt(1) } })).toMatchObject({
      gauges: [],
      total: 0,
    });
  });

  it("sees no other run: not one of the same experiment, not one next door, not one that is none", async () => {
    const ctx = await opened();
    const said: unknown[] = [];
    for (const runId of [runAt(1), runAt(2), foreignRun, world.test.services.newId(), "x", ""]) {
      for (const attempt of [
        getSharedRun({ ctx, input: { runId, webUrl: TEST_WEB_URL } }),
        getSharedTimeline({ ctx, input: { runId, maxPoints: 100 } }),
        getSharedWindow({ ctx, input: { runId } }),
        getSharedGauges({ ctx, input: { runId } }),
        getSharedLabels({ ctx, input: { runId } }),
        getSharedHeatmap({ ctx, input: { runId } }),
      ])
        said.push(
          await attempt.catch(({ code, message }: { code: string; message: string }) => [code, message]),
        );
    }
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(said[0]).toMatchObject(["not-found", expect.any(String)]);
  });

  it("sees the configuration of runs and what was changed if its creator chose so", async () => {
    const input = { runId: runAt(0), webUrl: TEST_WEB_URL };
    const said = { configuration: { memory: "8 GB" }, changed: "more memory" };
    const run = await getSharedRun({ ctx: await opened({ configuration: true }), input });
    expect([run, run.answer.setup]).toMatchObject([said, said]);
    expect(run).toMatchObject({ notes: null, price: null });
    const compared = async (configuration: boolean) => {
      const ctx = await opened({ subject: pair(), configuration });
      return getSharedComparison({
        ctx,
        input: { reference: runAt(1), labels: 0, webUrl: TEST_WEB_URL },
      });
    };
    const shown = await compared(true);
    expect(shown.runs[1]).toMatchObject(said);
    expect(shown.comparability[0]?.whatChanged?.words).toBe("more memory (memory not set → 8 GB)");
    const hidden = await compared(false);
    expect(hidden.comparability[0]).not.toHaveProperty("whatChanged");
    expect(JSON.stringify(hidden)).not.toMatch(/8 GB|more memory/);
    const subject = { kind: "peak-day", peakDayId: runAt(0) } as const;
    await expect(share({ subject, configuration: true })).rejects.toMatchObject({ field: "configuration" });
  });

  it("sees commits and branches if its creator chose so", async () => {
    const uploads = [
      await world.upload({ experiment: "Built", commit: "COMMITSECRET1", branch: "BRANCHSECRET1" }),
      await world.upload({ experiment: "Built", commit: "COMMITSECRET2", branch: "BRANCHSECRET2" }),
    ];
    const [runId = "", other = ""] = uploads.map(({ answer }) => answer.run.id);
    const seen = async (commits: boolean) => {
      const run = await opened({ subject: { kind: "run", runId }, commits });
      const both = await opened({ subject: { kind: "comparison", runIds: [other, runId] }, commits });
      const input = { reference: runId, labels: 10, webUrl: TEST_WEB_URL };
      return JSON.stringify([
        await getSharedRun({ ctx: run, input: { runId, webUrl: TEST_WEB_URL } }),
        await getSharedComparison({ ctx: both, input }),
      ]);
    };
    expect(await seen(false)).not.toMatch(/COMMITSECRET|BRANCHSECRET/);
    const shown = await seen(true);
    for (const word of ["COMMITSECRET1", "BRANCHSECRET1", "COMMITSECRET2", "BRANCHSECRET2"])
      expect(shown).toContain(word);
    const refused = { code: "parameter-unreadable", field: "commits" };
    const rounds = {
      kind: "rounds",
      service: "checkout",
      rounds: { by: "date", split: "2026-11-01" },
    } as const;
    await expect(share({ subject: rounds, commits: true })).rejects.toMatchObject(refused);
  });

  it("of a comparison sees its runs in their order", async () => {
    const ctx = await opened({ subject: pair() });
    const input = { reference: runAt(1), labels: 10, webUrl: TEST_WEB_URL };
    const compared = await getSharedComparison({ ctx, input });
    expect(compared.runs.map(({ id, notes }) => [id, notes])).toEqual([
      [runAt(1), null],
      [runAt(0), null],
    ]);
    expect([compared.costs, compared.runs.map(({ price }) => price)]).toEqual([[], [null, null]]);
  });

  it("of a comparison sees its runs over time, and no other run", async () => {
    const ctx = await opened({ subject: pair() });
    const read = (runId: string) => getSharedTimeline({ ctx, input: { runId, maxPoints: 100 } });
    for (const at of [0, 1]) expect((await read(runAt(at))).points.length).toBeGreaterThan(10);
    for (const other of [runAt(2), foreignRun])
      await expect(read(other)).rejects.toMatchObject({ code: "not-found" });
  });

  it("gets no baseline that the link does not show", async () => {
    const experimentId = await world.inHome(async (tx) => {
      const { experimentId: id } = await tx.prisma.run.findUniqueOrThrow({ where: { id: runAt(0) } });
      await tx.prisma.experiment.update({ where: { id }, data: { baselineRunId: runAt(0) } });
      return id;
    });
    const { answer } = await world.upload({ experiment: "Mix" });
    expect(answer.comparison?.baseline.id).toBe(runAt(0));
    const ctx = await opened({ subject: { kind: "run", runId: answer.run.id } });
    const shown = await getSharedRun({ ctx, input: { runId: answer.run.id, webUrl: TEST_WEB_URL } });
    expect(shown.answer.comparison).toBeNull();
    await world.inHome((tx) =>
      tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: null } }),
    );
  });

  it("is answered by no verb of members, for the runs of the link either", async () => {
    const ctx = await opened();
    expect(await everyVerbOfMembers(ctx)).toEqual([]);
  });
});

/** What guests see of a run, and what they don't. A new field is in neither list until someone decides. */
const SHOWN = new Set([
  "answer",
  "judgements",
  "number",
  "service",
  "experiment",
  "environment",
  "commit",
  "branch",
  "loadModel",
  "targetTexts",
  "steady",
  "steadyByHand",
  "setAside",
  "span",
  "publishedAt",
  "workload",
  "defined",
  "stated",
  "isBaseline",
  "origin",
  "gaugesTotal",
]);
const HIDDEN = new Set([
  "copyOf",
  "constantLoad",
  "isAcceptable",
  "notes",
  "configuration",
  "changed",
  "ciUrl",
  "parts",
  "editedAt",
  "price",
]);

/** Calls every exported function of the package that takes a context as a guest; returns the names of those that answer. */
async function everyVerbOfMembers(ctx: ShareContext): Promise<string[]> {
  const verbs: Record<string, unknown> = await import("../index.ts");
  const ofGuests = new Set([
    "getSharedRun",
    "getSharedTimeline",
    "getSharedGauges",
    "getSharedHeatmap",
    "getSharedLabels",
    "getSharedWindow",
    "getSharedComparison",
    "getSharedComparedGauges",
    "getSharedStatistics",
    "getSharedRounds",
    "getSharedGameday",
    "watchSharedPeakDay",
    "sharedPeakDay",
    "nameShared",
  ]);
  const answered: string[] = [];
  let asked = 0;
  for (const [name, verb] of Object.entries(verbs)) {
    if (typeof verb !== "function" || ofGuests.has(name) || !takesContext(verb)) continue;
    asked += 1;
    const refusal = await refusalOf(verb, ctx, READS_FIRST[name]);
    if (refusal !== "not-found") answered.push(`${name}: ${refusal}`);
  }
  expect(asked).toBeGreaterThan(40);
  return answered;
}

/** How every verb begins: `async function verb({ ctx, input …`, or `given` with both. */
function takesContext(verb: object): boolean {
  return /^async function \w+\((\{\s*ctx\b|given\))/.test(Function.prototype.toString.call(verb));
}

/** Input for the verbs that parse it before they check the scope. */
const READS_FIRST: Readonly<Record<string, object>> = {
  getMemberPowers: { personId: "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10" },
  removeMember: { personId: "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10" },
};

async function refusalOf(verb: object, ctx: ShareContext, own: object | undefined): Promise<string> {
  const runId = ctx.actor.runIds[0] ?? "";
  const input = {
    runId,
    runIds: [runId],
    subject: { kind: "run", runId },
    parameters: {},
    purpose: { kind: "upload" },
  };
  try {
    await Reflect.apply(verb as () => unknown, undefined, [
      { ctx, input: own ?? input, uploads: world.uploads },
    ]);
    return "answered";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

it("a guest's context is made by a link alone", () => {
  const actor = {
    kind: "share",
    id: "x",
    runIds: [],
    peakDayId: null,
    reportOf: null,
    roundsOf: null,
    gamedayId: null,
    showsConfiguration: false,
    showsCommits: false,
  } as const;
  const ctx = contextOf(world.test.services, world.home.workspaceId, actor);
  return expect(getRun({ ctx, input: { runId: runAt(0), webUrl: TEST_WEB_URL } })).rejects.toMatchObject({
    code: "not-found",
  });
});
