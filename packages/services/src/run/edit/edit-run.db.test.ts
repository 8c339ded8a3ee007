import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contextOf } from "../../context.ts";
import type { Context } from "../../context.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../../testing/index.ts";
import { createComment } from "../comment/create.ts";
import { deleteComment } from "../comment/delete.ts";
import { listComments } from "../comment/list.ts";
import { resolveComment } from "../comment/resolve.ts";
import { updateComment } from "../comment/update.ts";
import { deleteRun } from "./delete.ts";
import { getRun } from "../record/get.ts";
import { getRunWindow } from "../read/get-window.ts";
import { listDeletedRuns } from "./list-deleted.ts";
import { restoreRun } from "./restore.ts";
import { setSteady } from "../judge/set-steady.ts";
import { editRun, editRunFrom } from "../judge/edit-run.ts";

let importing: Importing;
let runId: string;
let other: Context;
beforeAll(async () => {
  importing = await Importing.open();
  const { services } = importing.test;
  const person = await services.db.lookup.ensurePerson({
    id: services.newId(),
    email: "x@y.example",
    name: "X",
  });
  await importing.inHome((tx) =>
    tx.prisma.membership.create({
      data: { workspaceId: importing.home.workspaceId, personId: person, role: "editor" },
    }),
  );
  other = contextOf(services, importing.home.workspaceId, { kind: "person", id: person, role: "editor" });
});
afterAll(() => importing.close());

let runs = 0;
beforeEach(async () => {
  const parameters = { experiment: `Edited ${(runs += 1)}`, target: ["p99 <= 130 ms"], run: "build-7" };
  ({ runId } = await upload(parameters));
});

/** Two minutes; the first half takes longer. */
async function upload(parameters: object): Promise<{ runId: string }> {
  const samples = steadySamples({ seconds: 120, perSecond: 50 }).map((sample, at) =>
    at < 3_000 ? { ...sample, latencyMicros: sample.latencyMicros + 40_000 } : sample,
  );
  const { answer } = await importing.upload(parameters, sampleSource(samples));
  return { runId: answer.run.id };
}

const owner = () => importing.home.owner;
const get = (ctx = owner()) => getRun({ ctx, input: { runId, webUrl: TEST_WEB_URL } });
const audited = (action: string) =>
  importing.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action, subjectId: runId } }));

/** What a viewer and an owner of another workspace are told. */
async function refusals(verb: (ctx: Context) => Promise<unknown>): Promise<unknown[]> {
  const strangers = [importing.home.viewer, importing.foreign.owner];
  return Promise.all(
    strangers.map((ctx) =>
      verb(ctx).then(
        () => "done",
        (error: unknown) => Reflect.get(Object(error), "code"),
      ),
    ),
  );
}
const REFUSED = ["scope-missing", "not-found"];

describe("a steady phase set by hand", () => {
  const window = { fromSeconds: 70, toSeconds: 110 };
  const set = (ctx: Context, given: typeof window | null = window) =>
    setSteady({ ctx, input: { runId, window: given, webUrl: TEST_WEB_URL } });

  it("is what the run is judged in, says so, and can be given up again", async () => {
    const found = await get();
    await set(owner(), { fromSeconds: 0, toSeconds: 60 });
    expect((await get()).answer.verdict).toBe("missed");
    const { verdict } = await set(owner());
    expect(verdict).toBe("met");
    const byHand = await get();
    expect(byHand.answer.verdict).toBe("met");
    expect(byHand.steady).toMatchObject({ ...window, method: "hand" });
    expect(byHand.steadyByHand).toMatchObject({ by: "Owner" });
    expect(byHand.answer.proof.overrides).toEqual(["The steady phase was set by hand."]);
    expect(byHand.answer.targets[0]?.window).toMatchObject({
      kind: "steady",
      from: byHand.answer.steady?.from,
    });
    const shown = await getRunWindow({ ctx: owner(), input: { runId } });
    expect(shown.summary).toEqual(byHand.answer.steady?.summary);
    expect(await audited("run.set-steady")).toHaveLength(2);
    await set(owner(), null);
    const again = await get();
    expect(again.steady).toEqual(found.steady);
    expect(again.steadyByHand).toBeNull();
  });

  it("lies inside of the run, in whole seconds", async () => {
    await set(owner(), { fromSeconds: 10.4, toSeconds: 9_999 });
    expect((await get()).steady).toMatchObject({ fromSeconds: 10, toSeconds: 122 });
    for (const wrong of [
      { fromSeconds: 500, toSeconds: 600 },
      { fromSeconds: 9, toSeconds: 9 },
    ])
      await expect(set(owner(), wrong)).rejects.toMatchObject({
        code: "parameter-unreadable",
        field: "window",
      });
  });

  it("is for editors of this workspace", async () =>
    expect(await refusals((ctx) => set(ctx))).toEqual(REFUSED));
});

describe("what people say about a run", () => {
  const details = {
    seen: null as Date | null,
    notes: "Warm cache.\nSecond try.",
    configuration: { memory: "8 GB", canary: "" } as Record<string, string>,
    changed: "cache co-recs" as string | null,
    environment: "shadow",
    commit: "a41f9c2",
    branch: null,
    ciUrl: "https://ci.example/7",
    price: null as string | null,
  };
  const update = (ctx: Context, change: Partial<typeof details> = {}) =>
    editRun({ ctx, input: { runId, webUrl: TEST_WEB_URL, ...details, ...change } });

  it("is changed as a whole, and what changed is written down", async () => {
    const { editedAt } = await update(owner());
    expect(await get()).toMatchObject({
      notes: details.notes,
      configuration: { memory: "8 GB", canary: "" },
      changed: "cache co-recs",
      environment: "shadow",
      commit: "a41f9c2",
      ciUrl: "https://ci.example/7",
      editedAt,
    });
    const [entry] = await audited("run.edit");
    expect(entry?.detail).toEqual({
      changed: ["changed", "notes", "environment", "ciUrl", "commit", "configuration"],
      configuration: "canary not set → set, memory not set → 8 GB",
      configurationBefore: [],
    });
    await update(owner(), { seen: editedAt });
    expect(await audited("run.edit")).toHaveLength(1);
  });

  it("can be its load: what was expected and its level follow", async () => {
    const ctx = owner();
    const edit = (body: unknown) => editRunFrom({ ctx, input: { runId, body, webUrl: TEST_WEB_URL } });
    await importing.inHome(async (tx) => {
      const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
      await tx.prisma.experiment.update({
        where: { id: experimentId },
        data: { ratePerGenerator: 10, generators: 2, durationSeconds: 100 },
      });
    });
    const setup = await edit({ ratePerGenerator: 20 });
    expect(setup.load).toMatchObject({
      ratePerGenerator: 20,
      generators: 2,
      expectedRequests: 4_000,
      isOther: true,
    });
    expect(await get()).toMatchObject({
      workload: { ratePerGenerator: 20 },
      defined: { ratePerGenerator: 10 },
    });
    const [entry] = await audited("run.edit");
    expect(entry?.detail).toEqual({ changed: ["ratePerGenerator"] });
    expect((await edit({ ratePerGenerator: null })).load).toMatchObject({
      expectedRequests: 2_000,
      isOther: false,
    });
  });

  it("is edited by programs without what only people say", async () => {
    const edit = (body: unknown, ctx = owner()) =>
      editRunFrom({ ctx, input: { runId, body, webUrl: TEST_WEB_URL } });
    await edit({ configuration: { memory: "8 GB" }, changed: "more memory" });
    const setup = await edit({ configuration: { memory: "12 GB", cache: "on" } });
    expect(setup).toMatchObject({ configuration: { memory: "12 GB", cache: "on" }, changed: "more memory" });
    const [, entry] = await audited("run.edit");
    expect(entry?.detail).toEqual({
      changed: ["configuration"],
      configuration: "cache not set → on, memory 8 GB → 12 GB",
      configurationBefore: ["memory=8 GB"],
    });
    for (const body of [{ notes: "x" }, { seen: null }, { runId: "x" }, [], null])
      await expect(edit(body)).rejects.toMatchObject({ code: "parameter-unreadable" });
    expect(await refusals((ctx) => edit({ changed: null }, ctx))).toEqual(REFUSED);
    expect((await get()).changed).toBe("more memory");
  });

  it("reports a conflict if someone else changed them in the meantime, and keeps their change", async () => {
    await update(owner());
    importing.test.pass(1);
    await expect(update(other, { notes: "Mine" })).rejects.toMatchObject({ code: "conflict" });
    expect((await get()).notes).toBe(details.notes);
  });

  it("is bounded and well formed", async () => {
    for (const [change, field] of [
      [{ notes: "x".repeat(10_001) }, "notes"],
      [{ configuration: { "": "x" } }, "configuration."],
      [{ configuration: { "a=b": "x" } }, "configuration.a=b"],
      [{ configuration: { ["k".repeat(101)]: "x" } }, `configuration.${"k".repeat(101)}`],
      [{ configuration: { memory: "x".repeat(401) } }, "configuration.memory"],
      [{ configuration: { memory: "8\nGB" } }, "configuration.memory"],
      [
        { configuration: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, "x"])) },
        "configuration",
      ],
      [{ changed: "x".repeat(501) }, "changed"],
      [{ changed: "two\nlines" }, "changed"],
      [{ ratePerGenerator: 0 }, "ratePerGenerator"],
      [{ generators: 1.5 }, "generators"],
      [{ ciUrl: "javascript:alert(1)" }, "ciUrl"],
      [{ environment: "x".repeat(201) }, "environment"],
    ] as const)
      await expect(update(owner(), change as object)).rejects.toMatchObject({
        code: "parameter-unreadable",
        field,
      });
    await update(owner(), { notes: "  " });
    expect((await get()).notes).toBeNull();
  });

  it("is for editors of this workspace", async () =>
    expect(await refusals((ctx) => update(ctx))).toEqual(REFUSED));
});

describe("a comment", () => {
  const comment = (ctx: Context, body = "The cache was cold.") =>
    createComment({ ctx, input: { runId, pin: { atSeconds: 12 }, body } });
  const list = async (ctx: Context) => (await listComments({ ctx, input: { runId } })).comments;

  it("is pinned to a moment, changed and taken away by who wrote it, and by nobody else", async () => {
    const { id } = await comment(owner());
    await createComment({ ctx: other, input: { runId, body: "About it all." } });
    expect(await list(importing.home.viewer)).toMatchObject([
      { id, atSeconds: 12, body: "The cache was cold.", author: "Owner", editedAt: null },
      { atSeconds: null, figure: null, author: "X", own: false },
    ]);
    expect((await list(other)).map(({ own }) => own)).toEqual([false, true]);
    for (const verb of [
      () => updateComment({ ctx: other, input: { commentId: id, body: "No." } }),
      () => deleteComment({ ctx: other, input: { commentId: id } }),
    ])
      await expect(verb()).rejects.toMatchObject({ code: "scope-missing" });
    await updateComment({ ctx: owner(), input: { commentId: id, body: "It was warm." } });
    expect((await list(owner()))[0]).toMatchObject({ body: "It was warm.", editedAt: expect.any(Date) });
    await deleteComment({ ctx: owner(), input: { commentId: id } });
    expect(await list(owner())).toHaveLength(1);
    for (const [action, times] of [
      ["run.comment", 2],
      ["run.comment-edit", 1],
      ["run.comment-delete", 1],
    ] as const)
      expect(await audited(action)).toHaveLength(times);
  });

  it("is resolved by any editor, and opened again", async () => {
    const { id } = await comment(owner());
    const set = (ctx: Context, resolved: boolean) =>
      resolveComment({ ctx, input: { commentId: id, resolved } });
    const resolved = async () => (await list(owner())).find((one) => one.id === id)?.resolved;
    const times = async () =>
      Promise.all(
        ["run.comment-resolve", "run.comment-reopen"].map(async (action) => (await audited(action)).length),
      );
    expect(await resolved()).toBeNull();
    await set(other, true);
    await set(owner(), true);
    expect(await resolved()).toEqual({ at: expect.any(Date), by: "X" });
    expect(await times()).toEqual([1, 0]);
    await set(owner(), false);
    expect([await resolved(), await times()]).toEqual([null, [1, 1]]);
    expect(await refusals((ctx) => set(ctx, true))).toEqual(REFUSED);
    await deleteComment({ ctx: owner(), input: { commentId: id } });
    await expect(set(other, true)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is some words, of people, about one thing", async () => {
    for (const body of ["  ", "x".repeat(4_001)])
      await expect(comment(owner(), body)).rejects.toMatchObject({
        code: "parameter-unreadable",
        field: "body",
      });
    const both = { runId, pin: { atSeconds: 1, figure: "p99" }, body: "x" };
    await expect(createComment({ ctx: owner(), input: both })).rejects.toMatchObject({ field: "pin" });
    const token = {
      ...owner(),
      actor: { kind: "token", id: "t", scopes: ["manage"], serviceId: null },
    } as const;
    await expect(comment(token)).rejects.toMatchObject({ code: "scope-missing" });
  });

  it("is for editors of this workspace", async () => {
    expect(await refusals((ctx) => comment(ctx))).toEqual(REFUSED);
    const { id } = await comment(owner());
    expect(await refusals((ctx) => updateComment({ ctx, input: { commentId: id, body: "x" } }))).toEqual(
      REFUSED,
    );
    expect(await refusals((ctx) => deleteComment({ ctx, input: { commentId: id } }))).toEqual(REFUSED);
    await expect(list(importing.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a deleted run", () => {
  const remove = (ctx: Context) => deleteRun({ ctx, input: { runId } });
  const restore = (ctx: Context) => restoreRun({ ctx, input: { runId } });

  it("is nowhere to be seen, and comes back as it was", async () => {
    const before = await get();
    expect(await remove(owner())).toMatchObject({ wasBaseline: false });
    await expect(get()).rejects.toMatchObject({ code: "not-found" });
    await expect(remove(owner())).rejects.toMatchObject({ code: "not-found" });
    const { runs: deleted } = await listDeletedRuns({ ctx: importing.home.viewer });
    expect(deleted).toMatchObject([
      { id: runId, deletedBy: "Owner", experiment: { name: `Edited ${runs}` } },
    ]);
    expect((await listDeletedRuns({ ctx: importing.foreign.owner })).runs).toEqual([]);
    await restore(other);
    expect(await get()).toEqual(before);
    expect((await listDeletedRuns({ ctx: owner() })).runs).toEqual([]);
    expect(await audited("run.delete")).toHaveLength(1);
    expect(await audited("run.restore")).toHaveLength(1);
    await expect(restore(owner())).rejects.toMatchObject({ code: "not-found" });
  });

  it("leaves its experiment without a baseline, and is it again unless another one was chosen", async () => {
    const { experiment } = await get();
    const baseline = async () =>
      (
        await importing.inHome((tx) =>
          tx.prisma.experiment.findUniqueOrThrow({ where: { id: experiment.id } }),
        )
      ).baselineRunId;
    const pin = (id: string) =>
      setBaseline({ ctx: owner(), input: { experimentId: experiment.id, runId: id } });
    await pin(runId);
    expect(await remove(owner())).toMatchObject({ wasBaseline: true });
    expect(await baseline()).toBeNull();
    expect(await restore(owner())).toEqual({ isBaseline: true });
    expect(await baseline()).toBe(runId);
    await remove(owner());
    const second = await upload({ experiment: experiment.name });
    await pin(second.runId);
    expect(await restore(owner())).toEqual({ isBaseline: false });
    expect(await baseline()).toBe(second.runId);
  });

  it("gives its key away: what is uploaded under it is another run", async () => {
    const { experiment } = await get();
    await remove(owner());
    const second = await upload({ experiment: experiment.name, run: "build-7" });
    expect(second.runId).not.toBe(runId);
    await restore(owner());
    const keys = await importing.inHome((tx) =>
      tx.prisma.run.findMany({ where: { experimentId: experiment.id }, orderBy: { number: "asc" } }),
    );
    expect(keys.map(({ key }) => key)).toEqual([null, "build-7"]);
  });

  it("is deleted and restored by editors of this workspace", async () => {
    expect(await refusals(remove)).toEqual(REFUSED);
    await remove(owner());
    expect(await refusals(restore)).toEqual(REFUSED);
  });
});
