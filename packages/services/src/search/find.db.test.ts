import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { deleteExperiment } from "../experiment/delete.ts";
import { createGameday } from "../gameday/create.ts";
import { addFinding, changeFinding } from "../gameday/findings.ts";
import { Importing, TEST_WEB_URL } from "../testing/index.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { createSlo } from "../slo/create.ts";
import { findAnything } from "./find.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({
    service: "Checkout",
    experiment: "Peak mix",
    commit: "A41F9C2D",
    environment: "shadow",
  });
  await world.upload({ service: "Checkout", experiment: "Peak mix", commit: "b0000001" });
  await world.upload({ service: "Search", experiment: "Ramp" });
});
afterAll(() => world.close());

const find = (text: string, ctx = world.home.viewer) => findAnything({ ctx, input: { text } });
const runs = async (text: string) =>
  (await find(text)).runs.map(({ experimentName, number }) => `${experimentName} ${number}`);

/** A token that may only see one service. */
async function searchToken() {
  const service = await world.inHome((tx) =>
    tx.prisma.service.findFirstOrThrow({ where: { slug: "search" } }),
  );
  return contextOf(world.test.services, world.home.workspaceId, {
    kind: "token",
    id: world.test.services.newId(),
    scopes: ["read"],
    serviceId: service.id,
  });
}

describe("finding", () => {
  it("offers everything when nothing is said, the later run of an experiment first", async () => {
    const { experiments } = await find("  ");
    expect(experiments.map(({ name }) => name).toSorted()).toEqual(["Peak mix", "Ramp"]);
    const all = await runs("");
    expect(all.filter((run) => run.startsWith("Peak"))).toEqual(["Peak mix 2", "Peak mix 1"]);
    expect(all).toHaveLength(3);
  });

  it("wants every word, in any order and case", async () => {
    expect((await find("MIX check")).experiments.map(({ name }) => name)).toEqual(["Peak mix"]);
    expect((await find("mix search")).experiments).toEqual([]);
  });

  it("finds a run by its number, its environment or the beginning of its commit", async () => {
    expect(await runs("peak run 2")).toEqual(["Peak mix 2"]);
    expect(await runs("shadow")).toEqual(["Peak mix 1"]);
    expect(await runs("a41f")).toEqual(["Peak mix 1"]);
    expect(await runs("41f9")).toEqual([]);
  });

  it("takes signs of a pattern, and a null character, for themselves or for nothing", async () => {
    expect(await runs("%")).toEqual([]);
    expect(await runs("_")).toEqual([]);
    expect((await find("ra\0mp")).experiments.map(({ name }) => name)).toEqual(["Ramp"]);
  });

  it("finds gamedays and what is open of their findings, once something is typed", async () => {
    const ctx = world.home.owner;
    const times = { startsAt: "2020-11-19T20:00", endsAt: "2020-11-19T21:00", timeZone: "UTC" };
    const webUrl = TEST_WEB_URL;
    const body = { service: "checkout", name: "Dress rehearsal", ...times };
    const { id } = await createGameday({ ctx, input: { body, webUrl } });
    const add = (title: string) =>
      addFinding({ ctx, input: { id, body: { title, severity: "high", owner: "Grace" } } });
    const [open, done] = [await add("Alert came late"), await add("Alert had no link")];
    await changeFinding({ ctx, input: { id, findingId: done.id, body: { closed: true } } });
    expect((await find("checkout rehears")).gamedays).toMatchObject([{ id, name: "Dress rehearsal" }]);
    expect((await find("grace alert")).findings).toMatchObject([{ id: open.id, gamedayId: id }]);
    expect(await find("")).toMatchObject({ gamedays: [], findings: [] });
    expect(await find("alert", world.foreign.owner)).toMatchObject({ gamedays: [], findings: [] });
  });

  it("finds services, peak days and SLOs, by their kind, too", async () => {
    const ctx = world.home.owner;
    const slo = await createSlo({
      ctx,
      input: {
        body: {
          service: "checkout",
          name: "Fast payments",
          objectivePercent: 99,
          window: { kind: "rolling", days: 30 },
        },
        webUrl: TEST_WEB_URL,
      },
    });
    const day = await createPeakDay({
      ctx,
      input: {
        body: {
          service: "checkout",
          name: "Black Friday",
          startsAt: "2026-11-27T00:00",
          endsAt: "2026-11-28T00:00",
          timeZone: "UTC",
          eventName: "Doors open",
          eventAt: "2026-11-27T08:00",
        },
        webUrl: TEST_WEB_URL,
      },
    });
    expect((await find("service checkout")).services).toEqual([{ slug: "checkout", name: "Checkout" }]);
    expect((await find("slo payments")).slos).toMatchObject([{ id: slo.id, serviceSlug: "checkout" }]);
    expect((await find("readiness friday")).peakDays).toMatchObject([
      { id: day.id, serviceName: "Checkout" },
    ]);
    expect(await find("")).toMatchObject({ services: [], peakDays: [], slos: [] });
    for (const text of ["checkout", "slo", "readiness"])
      for (const other of [world.foreign.owner, await searchToken()])
        expect(await find(text, other)).toMatchObject({ services: [], peakDays: [], slos: [] });
    expect((await find("service", await searchToken())).services).toMatchObject([{ slug: "search" }]);
  });

  it("finds experiments by what came out last", async () => {
    await world.inHome((tx) =>
      tx.query("update experiment set latest_outcome = 'regressed' where slug = 'peak-mix'"),
    );
    expect((await find("slower")).experiments).toMatchObject([{ name: "Peak mix", outcome: "regressed" }]);
    expect((await find("slower", world.foreign.owner)).experiments).toEqual([]);
  });

  it("offers no experiment that was deleted; its runs keep their addresses", async () => {
    const { answer } = await world.upload({ service: "Gone", experiment: "Forgotten" });
    const [found] = (await find("forgotten")).experiments;
    const deleted = { experimentId: found?.id ?? "", confirmation: "Forgotten" };
    await deleteExperiment({ ctx: world.home.owner, input: deleted });
    const { experiments, runs: left } = await find("forgotten");
    expect(experiments).toEqual([]);
    expect(left.map(({ id }) => id)).toEqual([answer.run.id]);
  });

  it("finds nothing of another workspace, and nothing beside a token's service", async () => {
    expect(await find("", world.foreign.owner)).toEqual({
      experiments: [],
      runs: [],
      services: [],
      peakDays: [],
      slos: [],
      gamedays: [],
      findings: [],
    });
    const found = await find("", await searchToken());
    expect(found.experiments.map(({ name }) => name)).toEqual(["Ramp"]);
    expect(found.runs).toHaveLength(1);
  });
});
