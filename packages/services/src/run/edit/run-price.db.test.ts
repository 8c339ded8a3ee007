import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunAnswer } from "@headroom/contract";
import { getComparison } from "../../comparison/get.ts";
import { engineHere } from "../../comparison/engine.ts";
import { getComparisonStatistics } from "../../comparison/get-statistics.ts";
import { workComparison } from "../../comparison/work-comparison.ts";
import type { Context } from "../../context.ts";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../../testing/index.ts";
import { getRun } from "../record/get.ts";
import { setRunPrice } from "./set-price.ts";
import { editRun } from "../judge/edit-run.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const PER_SECOND = 50;
const samples = steadySamples({ seconds: 120, perSecond: PER_SECOND });
let names = 0;
async function upload(parameters: object = {}, given = samples): Promise<RunAnswer> {
  const experiment = `Priced ${(names += 1)}`;
  return (await world.upload({ experiment, ...parameters }, sampleSource(given))).answer;
}
const owner = () => world.home.owner;
const set = (runId: string, price: unknown, ctx: Context = owner()) =>
  setRunPrice({ ctx, input: { runId, body: { price } } });
const audited = (subjectId: string, action: string) =>
  world.inHome((tx) =>
    tx.prisma.auditEntry.findMany({ where: { action, subjectId }, orderBy: [{ at: "asc" }, { id: "asc" }] }),
  );
const read = (runId: string) => getRun({ ctx: owner(), input: { runId, webUrl: TEST_WEB_URL } });

describe("a price with the upload", () => {
  it("gives the cost of a million that succeeded in the judged window, and is in the audit log", async () => {
    const answer = await upload({ price: "14.40usd/h" });
    const { throughput, errorRate } = answer.steady?.summary ?? answer.summary;
    expect([throughput, errorRate]).toEqual([expect.closeTo(PER_SECOND, 0), expect.closeTo(0.002, 3)]);
    const cost = (1e6 * 0.004) / ((throughput ?? NaN) * (1 - (errorRate ?? NaN)));
    expect(answer.cost).toEqual({
      price: "14.4 USD/h",
      currency: "USD",
      window: answer.steady === null ? "whole" : "steady",
      perMillionRequests: expect.closeTo(cost, 9),
      perMillionItems: expect.closeTo(cost, 9),
    });
    const [entry] = await audited(answer.run.id, "run.import");
    expect(entry?.detail).toMatchObject({ price: "14.4 USD/h" });
  });

  it("is missing from runs that nobody gave one", async () => expect((await upload()).cost).toBeNull());

  it("has no cost where nothing succeeded, however fast it failed", async () => {
    const outage = samples.map((sample) => ({ ...sample, failed: true }));
    expect((await upload({ price: "1 USD/s" }, outage)).cost).toMatchObject({
      price: "1 USD/s",
      perMillionRequests: null,
      perMillionItems: null,
    });
  });

  it("stays what the first part said, with a warning", async () => {
    const about = { experiment: "Two parts", run: "one" };
    await upload({ ...about, generator: "a", price: "1 USD/s" });
    const { cost, warnings } = await upload({ ...about, generator: "b", price: "2 USD/s" });
    expect(cost?.price).toBe("1 USD/s");
    const differing = warnings.find(({ code }) => code === "metadata-differs");
    expect(differing?.detail).toContain("price");
  });

  it.each(["0 USD/s", "-1 USD/s", "NaN USD/s", "1e12 USD/s", "10000000000 USD/s", "1 USD", ""])(
    "is refused if it is %j",
    async (price) =>
      expect(upload({ price })).rejects.toMatchObject({ code: "parameter-unreadable", field: "price" }),
  );
});

describe("a price given afterwards", () => {
  it("changes the cost, and the audit log says from what to what", async () => {
    const { run } = await upload();
    const { cost } = await set(run.id, "0.0040 EUR/s");
    expect(cost).toMatchObject({ price: "0.004 EUR/s", currency: "EUR" });
    expect((await read(run.id)).answer.cost).toEqual(cost);
    await set(run.id, "0.004 EUR/s");
    world.test.pass(1);
    expect(await set(run.id, null)).toEqual({ cost: null });
    expect((await audited(run.id, "run.set-price")).map(({ detail }) => detail)).toEqual([
      { before: null, price: "0.004 EUR/s" },
      { before: "0.004 EUR/s", price: null },
    ]);
  });

  it("is refused without the right to edit, and for runs that aren't there", async () => {
    const { run } = await upload();
    const codes = [world.home.viewer, world.ci, world.foreign.owner].map(async (ctx) =>
      set(run.id, "1 USD/s", ctx).then(
        () => "done",
        (error: unknown) => Reflect.get(Object(error), "code"),
      ),
    );
    expect(await Promise.all(codes)).toEqual(["scope-missing", "scope-missing", "not-found"]);
    await expect(set("x", "1 USD/s")).rejects.toMatchObject({ code: "not-found" });
    await expect(set(run.id, "0 USD/s")).rejects.toMatchObject({ field: "price" });
    await expect(set(run.id, 4)).rejects.toMatchObject({ field: "price" });
    expect((await read(run.id)).answer.cost).toBeNull();
  });

  it("is one of the details that people edit, and a form that was open doesn't overwrite it", async () => {
    const { run } = await upload();
    const details = { notes: null, environment: null, commit: null, branch: null, ciUrl: null };
    const edit = (price: string | null, seen: Date | null) =>
      editRun({ ctx: owner(), input: { runId: run.id, webUrl: TEST_WEB_URL, seen, ...details, price } });
    const { editedAt } = await edit("2 USD/h", null);
    const [entry] = await audited(run.id, "run.edit");
    expect(entry?.detail).toEqual({ changed: ["price"], priceBefore: null, price: "2 USD/h" });
    world.test.pass(1);
    await set(run.id, "3 USD/h");
    await expect(edit("2 USD/h", editedAt)).rejects.toMatchObject({ code: "conflict" });
    await expect(edit("free", editedAt)).rejects.toMatchObject({ field: "price" });
    expect((await read(run.id)).price).toBe("3 USD/h");
  });
});

/** Does what the jobs of this workspace would. */
async function work(): Promise<void> {
  const rows = await world.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  const job = {
    payload: { workspaceId: world.home.workspaceId, digests },
    last: true,
    signal: new AbortController().signal,
  };
  await workComparison({ services: world.test.services, job, engine: engineHere(100) });
}

describe("costs in a comparison", () => {
  const compare = async (...runIds: string[]) =>
    (await getComparison({ ctx: owner(), input: { runIds, webUrl: TEST_WEB_URL } })).costs;

  it("are a row for requests and one for items, in the currency of each run", async () => {
    const [cheap, dear, euros, free] = await Promise.all(
      ["1 USD/s", "2 USD/s", "1 EUR/s", undefined].map(async (price) => {
        const { run } = await upload(price === undefined ? {} : { price });
        return run.id;
      }),
    );
    const [requests, items] = await compare(cheap ?? "", dear ?? "", euros ?? "", free ?? "");
    expect(requests?.currencies).toEqual(["USD", "USD", "EUR", null]);
    expect(requests?.changes.map((change) => change?.words ?? null)).toEqual([
      null,
      { percent: "+100%", times: "2.00x costlier" },
      null,
      null,
    ]);
    expect(requests?.values[3]).toBeNull();
    expect(items?.values).toEqual(requests?.values);
    expect(await compare(free ?? "", (await upload()).run.id)).toEqual([]);
  });

  it("have statistics that follow a price without being computed again", async () => {
    const [before, after] = [(await upload({ price: "1 USD/s" })).run.id, (await upload()).run.id];
    const ask = async () => {
      const input = { runIds: [before, after] };
      const [pair] = (await getComparisonStatistics({ ctx: owner(), input })).pairs;
      return pair;
    };
    expect(await ask()).toMatchObject({ state: "working", costs: [] });
    await work();
    const unpriced = await ask();
    expect(unpriced).toMatchObject({ state: "ready", costs: [{ verdict: "not-tested" }, {}] });
    await set(after, "2 USD/s");
    const [requests] = (await ask())?.costs ?? [];
    expect(requests).toMatchObject({ of: "requests", ratio: expect.closeTo(2, 3), verdict: "differs" });
    expect(requests?.interval?.low).toBeGreaterThan(1.8);
    await set(after, "2 EUR/s");
    expect((await ask())?.costs?.[0]).toMatchObject({ verdict: "not-comparable", interval: null });
  });
});
