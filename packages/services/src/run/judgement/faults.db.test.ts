import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "node:crypto";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { createShare } from "../../share/create.ts";
import { getSharedRun } from "../../share/get-run.ts";
import { openShare } from "../../share/open.ts";
import { NotedRuns, sampleSource, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { deleteRun } from "../edit/delete.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const HELD = { target: "p99 <= 5 s", branch: "main" };

const ask = (runId: string, parameters: object = {}) =>
  getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters, webUrl } });
/** As a gate: it asks until there is an answer, and the server does its jobs meanwhile. */
async function gate(runId: string, parameters: object = {}) {
  for (;;) {
    const answer = await ask(runId, parameters);
    if (answer.retryAfterSeconds === null && answer.judgement !== null)
      return { ...answer, judgement: answer.judgement };
    if (!(await world.compare())) throw new Error("nothing is left to wait for");
  }
}
const rowOf = (id: string) => world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
const rowsOf = (runId: string) => world.inHome((tx) => tx.prisma.judgement.count({ where: { runId } }));

describe("a gate", () => {
  it("keeps its answer when another generator's results arrive after it, and says when and why it changed", async () => {
    const send = (generator: string, slower: number) =>
      world.upload(
        { experiment: "Shards", run: "k", generator, target: "p99 <= 1 s" },
        sampleSource(runs.samples(1, slower)),
      );
    const { id } = (await send("a", 1)).answer.run;
    const told = await gate(id);
    expect(told.judgement).toMatchObject({ outcome: "holds", changed: null });

    await send("b", 20);
    // A missed target needs no comparison.
    expect((await rowOf(id)).outcome).toBe("misses");
    const { judgement, generators } = await gate(id);
    expect(generators.uploaded).toBe(2);
    expect(judgement).toMatchObject({
      id: told.judgement.id,
      outcome: "misses",
      first: told.judgement.first,
    });
    expect(judgement.changed?.by).toEqual(["results", "targets"]);
    expect(Date.parse(judgement.changed?.at ?? "")).toBeGreaterThanOrEqual(
      Date.parse(told.judgement.first.at),
    );
    await runs.settle(id);
    expect((await gate(id)).judgement).toMatchObject({ first: told.judgement.first, outcome: "misses" });
    expect(await rowsOf(id)).toBe(1);
  });

  it("is answered by the baseline that is set while it waits", async () => {
    const ids = await runs.history("Waiting", HELD);
    const [oldest = ""] = ids;
    const slow = await runs.run("Waiting", 7, 1.6, HELD);
    const waiting = await ask(slow);
    expect(waiting).toMatchObject({ judgement: null, retryAfterSeconds: 2, baseline: { id: ids.at(-1) } });
    const { experimentId } = await rowOf(slow);
    await setBaseline({ ctx: world.home.owner, input: { experimentId, runId: oldest } });
    await world.compare();
    const { judgement, baseline, comparison } = await gate(slow);
    expect(baseline).toMatchObject({ id: oldest, chosen: "pinned" });
    expect(comparison?.url).toContain(`${oldest},${slow}`);
    expect(judgement).toMatchObject({ changed: null, first: { outcome: judgement.outcome } });
    await runs.settle(slow);
    expect((await rowOf(slow)).outcome).toBe(judgement.outcome);
    expect(await rowsOf(slow)).toBe(1);
  });

  it("is answered by the run before if its reference is deleted after the upload", async () => {
    const ids = await runs.history("Gone", HELD);
    const slow = await runs.run("Gone", 7, 1.6, HELD);
    const deleted = ids.at(-1) ?? "";
    expect((await ask(slow)).baseline?.id).toBe(deleted);
    await deleteRun({ ctx: world.home.owner, input: { runId: deleted } });
    const { judgement, baseline } = await gate(slow);
    expect(baseline?.id).toBe(ids.at(-2));
    expect(judgement).toMatchObject({ outcome: "regressed", changed: null });
    // Who names it is refused, and gets no other one.
    await expect(ask(slow, { baseline: deleted })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a guest of a run", () => {
  const secrets = { signingSecret: randomBytes(32), proof: null, counted: true };
  async function shared(runId: string) {
    const { path } = await createShare({
      ctx: world.home.owner,
      input: { subject: { kind: "run", runId } },
    });
    const secret = path.slice("/share/".length);
    const found = await openShare({ services: world.test.services, input: { secret, ...secrets } });
    if (found.state !== "open") throw new Error("the link is locked");
    return getSharedRun({ ctx: found.ctx, input: { runId, webUrl } });
  }

  it("sees the stored outcome, and nothing of a reference that is in another service or was deleted", async () => {
    const { answer } = await world.upload(
      { service: "Secret vault", experiment: "Hidden mix", branch: "main", commit: "5ec4e7" },
      sampleSource(runs.samples(2).map((sample) => ({ ...sample, label: "GET /secret" }))),
    );
    const hidden = answer.run.id;
    await runs.settle(hidden);
    const first = await runs.run("Open", 3, 1, HELD);
    await runs.settle(first);
    const run = await runs.run("Open", 4, 1, HELD);
    await runs.settle(run);
    const named = await gate(run, { baseline: hidden });
    expect(named.baseline?.id).toBe(hidden);
    const { outcome } = await rowOf(run);
    await deleteRun({ ctx: world.home.owner, input: { runId: first } });
    for (const decided of [false, true]) {
      if (decided) await runs.settle(run);
      const seen = await shared(run);
      expect([seen.answer.outcome, seen.judgements.own?.outcome]).toEqual([outcome, outcome]);
      const text = JSON.stringify(seen);
      for (const secret of [hidden, first, "Secret vault", "Hidden mix", "GET /secret", "5ec4e7"])
        expect(text).not.toContain(secret);
    }
  });
});
