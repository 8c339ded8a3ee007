import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gamedayAnswer } from "@headroom/contract";
import type { GamedayAnswer } from "@headroom/contract";
import { deleteExperiment } from "../experiment/delete.ts";
import { deleteRun } from "../run/edit/delete.ts";
import { setRunAside } from "../run/edit/set-aside.ts";
import { closeSilentRuns } from "../run/live/close-silent.ts";
import {
  batchOf,
  Importing,
  LiveClient,
  sampleSource,
  steadySamples,
  TEST_LIVE_LIMITS,
  TEST_WEB_URL as webUrl,
} from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import type { TestRun } from "../testing/peak-runs.ts";
import { closeGameday } from "./close.ts";
import { createGameday } from "./create.ts";
import { getGameday } from "./get.ts";

let world: Importing;
const began = Math.floor(Date.now() / 1_000);
/** Three hours ago, for an hour. */
const start = began - 3 * 3_600;
const FAST = 50;
const SLOW = 400;
const moment = (second: number) => `${new Date(second * 1_000).toISOString().slice(0, 19)}Z`;
const today = { clock: () => new Date() };
const owner = () => ({ ...world.home.owner, ...today });

beforeAll(async () => {
  world = await Importing.open();
  for (const name of [
    "Mix",
    "Distinct",
    "Campaign",
    "Live",
    "Loose",
    "Plain",
    "Gone",
    "Deleted",
    "Late",
    "Judged",
  ])
    await savePeakExperiment(world, name, { targets: name === "Plain" ? [] : ["p99 <= 200 ms"] });
});
afterAll(() => world.close());

const plan = (steps: readonly string[], change: object = {}) => {
  const times = { startsAt: moment(start), endsAt: moment(start + 3_600), timeZone: "UTC" };
  const given = { service: "checkout", name: "Rehearsal", environment: "shadow", ...times, ...change };
  const body = { ...given, steps: steps.map((experiment) => ({ experiment })) };
  return createGameday({ ctx: owner(), input: { body, webUrl } });
};
const read = (id: string) => getGameday({ ctx: owner(), input: { id, webUrl } });
const close = (id: string) => closeGameday({ ctx: owner(), input: { id, body: {}, webUrl } });
const stepOf = ({ steps }: GamedayAnswer, name: string) => steps.find(({ title }) => title === name);
/** So many minutes after the window began. */
const run = (experiment: string, minute: number, more: Partial<TestRun> = {}) =>
  uploadRun(world, {
    experiment,
    millis: FAST,
    seconds: 60,
    startSeconds: start + minute * 60,
    environment: "shadow",
    ...more,
  });

describe("a run sheet", () => {
  it("turns green, red and amber as runs arrive, and says what each showed", async () => {
    const { id } = await plan(["Mix", "Distinct"]);
    expect(stepOf(await read(id), "Mix")).toMatchObject({ state: "open", words: null, runs: [] });
    const first = await run("Mix", 5);
    const green = await read(id);
    expect(gamedayAnswer.parse(green)).toEqual(green);
    expect(stepOf(green, "Mix")).toMatchObject({
      state: "met",
      words: "Run 1 met its targets.",
      runs: [
        {
          id: first.id,
          number: 1,
          at: `${moment(start + 300).slice(0, 19)}.000Z`,
          leftOut: null,
          results: [{ text: "p99 <= 200 ms", unit: "ms", verdict: "met", value: expect.closeTo(FAST, 0) }],
        },
      ],
    });
    await run("Distinct", 10, { millis: SLOW });
    const red = await read(id);
    expect(stepOf(red, "Distinct")).toMatchObject({ state: "missed", words: "Run 1 missed its targets." });
    expect(red.sentence).toBe("Of 2 steps: 1 missed, 1 as planned.");
    await run("Distinct", 20);
    expect(stepOf(await read(id), "Distinct")).toMatchObject({
      state: "unsure",
      words: "Run 1 missed its targets. Run 2 met its targets.",
    });
    await run("Distinct", 30, { millis: SLOW });
    expect(stepOf(await read(id), "Distinct")?.state).toBe("missed");
  });

  it("lists runs that don't count, with why", async () => {
    const { id } = await plan(["Campaign"]);
    await run("Campaign", -1, { millis: SLOW, seconds: 120 });
    await run("Campaign", 5, { environment: "staging" });
    await run("Campaign", 10, { simulated: true });
    await run("Campaign", 61, { millis: SLOW });
    const before = stepOf(await read(id), "Campaign");
    expect(before?.runs.map(({ number, leftOut }) => [number, leftOut])).toEqual([
      [1, "before-window"],
      [2, "other-environment"],
      [3, "simulated"],
    ]);
    expect(before).toMatchObject({ state: "open", words: null });
    // It ran over the end of the window.
    await run("Campaign", 59, { seconds: 120 });
    expect(stepOf(await read(id), "Campaign")).toMatchObject({
      state: "met",
      words: "Run 5 met its targets.",
    });
  });

  it("shows runs of the service that aren't in the plan", async () => {
    const { id } = await plan([]);
    await run("Late", 15, { millis: SLOW });
    const late = (await read(id)).others.find(({ experiment }) => experiment.name === "Late");
    expect(late).toMatchObject({ verdict: "missed", outcome: "misses", leftOut: null });
  });

  it("shows the outcome of each run once it is decided, also of one that was judged after the gameday was closed", async () => {
    const { id } = await plan(["Judged"]);
    const found = await run("Judged", 5);
    const outcomeOf = async () => stepOf(await read(id), "Judged")?.runs.map(({ outcome }) => outcome);
    expect(await outcomeOf()).toEqual([null]);
    await close(id);
    await world.decide(found.id);
    expect(await outcomeOf()).toEqual(["holds"]);
    expect((await read(id)).closed?.changes).toEqual([]);
  });

  it("isn't sure of runs without targets, or with other targets than planned", async () => {
    const { id } = await plan(["Plain", "Loose"]);
    await run("Plain", 5);
    await savePeakExperiment(world, "Loose", { targets: ["p99 <= 900 ms"] });
    await run("Loose", 5, { millis: SLOW });
    const found = await read(id);
    expect(stepOf(found, "Plain")).toMatchObject({ state: "unsure", words: "Run 1 has no targets." });
    expect(stepOf(found, "Loose")).toMatchObject({
      state: "unsure",
      words: "Run 1 was judged by other targets than planned.",
      changedTargets: ["p99 <= 900 ms"],
    });
  });

  it("counts a live run once it is over, and is unsure of one that was interrupted", async () => {
    const { clock } = world.test.services;
    const now = Math.floor(clock().getTime() / 1_000);
    const times = { startsAt: moment(now - 600), endsAt: moment(now + 3_600), environment: null };
    const { id } = await plan(["Live"], times);
    const samples = steadySamples({ seconds: 60, perSecond: 20 });
    const shift = (now - 300) * 1e6 - (samples[0]?.completedAtMicros ?? 0);
    const recent = samples.map((one) => ({ ...one, completedAtMicros: one.completedAtMicros + shift }));
    const client = new LiveClient(world);
    const open = async () => {
      const runId = await client.open();
      await client.send(runId, batchOf(recent, { writer: "w", sequence: 1 }));
      return runId;
    };
    const first = await open();
    expect(stepOf(await read(id), "Live")).toMatchObject({ state: "open", runs: [{ leftOut: "receiving" }] });
    await client.finish(first);
    expect(stepOf(await read(id), "Live")).toMatchObject({ state: "met", runs: [{ leftOut: null }] });
    await open();
    world.test.pass(120);
    await closeSilentRuns({
      services: world.test.services,
      uploads: world.uploads,
      intake: world.intake,
      input: { limits: TEST_LIVE_LIMITS, webUrl, silentSeconds: 60 },
    });
    expect(stepOf(await read(id), "Live")).toMatchObject({
      state: "unsure",
      words: "Run 1 met its targets. Run 2 was interrupted.",
    });
  });

  it("counts a run without times, or with a clock that is ahead, as of its upload", async () => {
    const now = { startsAt: moment(began - 600), endsAt: moment(began + 3_600) };
    const past = await plan(["Late"]);
    const { id } = await plan(["Late"], now);
    await uploadRun(world, {
      experiment: "Late",
      millis: FAST,
      seconds: 60,
      startSeconds: began + 7_200,
      environment: "shadow",
    });
    const found = stepOf(await read(id), "Late");
    expect(found).toMatchObject({ state: "met", runs: [{ leftOut: null }] });
    expect(Date.parse(found?.runs[0]?.at ?? "")).toBeLessThan(Date.now() + 1_000);
    expect(stepOf(await read(past.id), "Late")?.runs.map(({ number }) => number)).not.toContain(2);
  });

  it("still lists a run that was set aside or deleted", async () => {
    const { id } = await plan(["Deleted"]);
    const bad = await run("Deleted", 5, { millis: SLOW });
    await run("Deleted", 15);
    const body = { reason: "A backup ran beside it." };
    await setRunAside({ ctx: owner(), input: { runId: bad.id, body } });
    expect(stepOf(await read(id), "Deleted")).toMatchObject({
      state: "met",
      runs: [{ number: 1, leftOut: "set-aside" }, { number: 2 }],
    });
    await deleteRun({ ctx: owner(), input: { runId: bad.id } });
    expect(stepOf(await read(id), "Deleted")).toMatchObject({
      state: "met",
      words: "Run 2 met its targets.",
      runs: [{ number: 1, leftOut: "deleted" }, { number: 2 }],
    });
  });

  it("keeps the runs of an experiment that was deleted", async () => {
    const { id, steps } = await plan(["Gone"]);
    await run("Gone", 5, { millis: SLOW });
    const experimentId = steps[0]?.experiment?.id ?? "";
    await deleteExperiment({ ctx: owner(), input: { experimentId, confirmation: "Gone" } });
    expect(stepOf(await read(id), "Gone")).toMatchObject({ state: "missed", experiment: { deleted: true } });
  });

  it("leaves out another workspace's runs, and those of another service", async () => {
    const { id } = await plan([]);
    const seconds = steadySamples({ seconds: 60, perSecond: 20 });
    const shift = (start + 60) * 1e6 - (seconds[0]?.completedAtMicros ?? 0);
    const inWindow = () =>
      sampleSource(seconds.map((one) => ({ ...one, completedAtMicros: one.completedAtMicros + shift })));
    const ci = { ...world.ci, ...today };
    await world.upload({ service: "Search", experiment: "Elsewhere" }, inWindow(), { ctx: ci });
    const foreign = { ...world.foreign.owner, ...today };
    await world.upload({ experiment: "Foreign" }, inWindow(), { ctx: foreign });
    await world.upload({ experiment: "Own" }, inWindow(), { ctx: ci });
    const names = (await read(id)).others.map(({ experiment }) => experiment.name);
    expect(names).toContain("Own");
    for (const name of ["Elsewhere", "Foreign"]) expect(names).not.toContain(name);
  });
});

describe("the report of a closed gameday", () => {
  it("never changes, and says what became of its runs", async () => {
    const { id } = await plan(["Mix", "Late"]);
    const closed = await close(id);
    const sheet = ({ steps, others, counts, sentence }: GamedayAnswer) => ({
      steps,
      others,
      counts,
      sentence,
    });
    expect(stepOf(closed, "Mix")?.state).toBe("met");
    await run("Mix", 40, { millis: SLOW });
    const first = stepOf(closed, "Mix")?.runs[0]?.id ?? "";
    await deleteRun({ ctx: owner(), input: { runId: first } });
    const after = await read(id);
    expect(sheet(after)).toEqual(sheet(closed));
    expect(after.closed?.changes).toEqual([
      "Mix would now be missed.",
      "Run 1 of Mix was deleted.",
      "Run 2 of Mix was uploaded later.",
    ]);
  });

  it("has only the runs up to when it was closed", async () => {
    const times = {
      startsAt: moment(began - 7_200 - 1_800),
      endsAt: moment(began + 86_400),
      environment: "late",
    };
    const { id } = await plan(["Distinct"], times);
    await run("Distinct", 0, { startSeconds: began - 1_200, environment: "late" });
    const closed = await close(id);
    expect(stepOf(closed, "Distinct")?.state).toBe("met");
    const later = Math.ceil(Date.now() / 1_000) + 5;
    await run("Distinct", 0, { startSeconds: later, millis: SLOW, environment: "late" });
    expect((await read(id)).closed?.changes).toEqual([]);
  });
});
