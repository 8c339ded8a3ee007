import { HOUR_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { addMember, Importing, sampleSource, steadySamples } from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { openHome } from "./open-home.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const samples = steadySamples({ seconds: 60, perSecond: 20 });
const start = Date.parse("2026-11-20T10:00:00Z");
const at = (hours: number, ctx: Context = world.home.owner): Context => ({
  ...ctx,
  clock: () => new Date(start + hours * HOUR_MILLIS),
});
const open = (hours: number, ctx?: Context) => openHome({ ctx: at(hours, ctx) });

/** A run that holds or misses, published at a time and the latest of its experiment. */
async function upload(
  experiment: string,
  hours: number,
  holds: boolean,
  parameters: object = {},
): Promise<string> {
  const later = samples.map((sample) => ({
    ...sample,
    completedAtMicros: sample.completedAtMicros + hours * HOUR_MILLIS * 1_000,
  }));
  const target = [`p99 <= ${holds ? "5 s" : "1 ms"}`];
  const { answer } = await world.upload({ experiment, target, ...parameters }, sampleSource(later), {
    ctx: at(hours, world.ci),
  });
  await world.decideAll();
  return answer.run.id;
}

describe("what got worse since the last visit", () => {
  it("is nothing on the first visit, which says so", async () => {
    await upload("First", 0, false);
    expect(await open(1)).toEqual({ since: null, worse: [], worseTotal: 0, slos: [], evidence: null });
    expect((await open(1.5))?.since).toBeNull();
  });

  it("is what held before and doesn't now, and stays for the whole visit", async () => {
    await upload("Fell", 2, true);
    await upload("Stayed", 2, true);
    await upload("Rose", 2, false);
    await open(3);
    const fell = await upload("Fell", 5, false);
    await upload("Stayed", 5, true);
    await upload("Rose", 5, true);
    await upload("New", 5, false);
    const found = await open(6);
    expect(found).toMatchObject({ since: new Date(start + 3 * HOUR_MILLIS), worseTotal: 1 });
    expect(found?.worse).toEqual([
      {
        experiment: { id: expect.any(String), name: "Fell" },
        service: { slug: "checkout", name: "Checkout" },
        run: { id: fell, number: 2 },
        outcome: "misses",
        before: "holds",
        otherTargets: true,
        simulated: false,
        someLabels: false,
      },
    ]);
    expect(await open(6.5)).toEqual(found);
    expect((await open(9))?.worse).toEqual([]);
  });

  it("compares only runs of one branch and environment, and never real ones with simulated ones", async () => {
    const cases = [{ branch: "slow" }, { environment: "laptop" }, { simulated: "true" }];
    for (const [place, change] of cases.entries()) {
      await upload(`Other ${place}`, 7, true, { branch: "main", environment: "staging" });
      await open(7.2);
      await upload(`Other ${place}`, 8.5, false, { branch: "main", environment: "staging", ...change });
    }
    expect((await open(8.9))?.worse).toEqual([]);
  });

  it("is what is worse now: a run that fell in between and recovered isn't listed, nor an old one that arrives late", async () => {
    await upload("Wavers", 10, true);
    await upload("Late", 10, true);
    await open(11);
    await upload("Wavers", 13, false);
    await upload("Wavers", 14, true);
    const early = samples.map((sample) => ({
      ...sample,
      completedAtMicros: sample.completedAtMicros - HOUR_MILLIS * 1_000,
    }));
    await world.upload({ experiment: "Late", target: ["p99 <= 1 ms"] }, sampleSource(early), {
      ctx: at(14, world.ci),
    });
    expect((await open(15))?.worse).toEqual([]);
  });

  it("counts a regression, whatever the targets say", async () => {
    const run = await upload("Regressed", 17, true);
    await open(18);
    const id = await upload("Regressed", 20, true);
    await world.inHome((tx) => tx.query(`update run set outcome = 'regressed' where id = $1`, [id]));
    const found = await open(21);
    expect(found?.worse).toMatchObject([{ run: { id }, outcome: "regressed", before: "holds" }]);
    expect(run).not.toBe(id);
  });

  it("is each member's own, and no token's", async () => {
    const ada = await addMember(world.test.services, world.home, {
      email: "ada@home.example",
      role: "viewer",
    });
    expect((await open(22, ada))?.since).toBeNull();
    expect((await open(30))?.since).toEqual(new Date(start + 21 * HOUR_MILLIS));
    expect((await open(30, ada))?.since).toEqual(new Date(start + 22 * HOUR_MILLIS));
    const token = await checkToken({
      services: world.test.services,
      input: { secret: world.home.readToken },
    });
    expect(await open(30, token)).toBeNull();
  });

  it("shows nothing of another workspace", async () => {
    await open(40, world.foreign.owner);
    await upload("Fell", 41, true);
    await open(42);
    await upload("Fell", 44, false);
    expect((await open(45, world.foreign.owner))?.worse).toEqual([]);
    expect((await open(45))?.worse).toHaveLength(1);
  });

  it("is what the default branch does: a run of another one neither hides it nor is it", async () => {
    const main = { branch: "main" };
    const faster = { branch: "faster" };
    await upload("Branches", 50, true, main);
    await open(51);
    const fell = await upload("Branches", 52, false, main);
    await upload("Branches", 53, true, faster);
    expect((await open(54))?.worse).toMatchObject([
      { run: { id: fell }, before: "holds", outcome: "misses" },
    ]);
    await upload("Branches", 56, false, faster);
    expect((await open(57))?.worse).toEqual([]);
  });
});
