import type { RoundsComparison } from "@headroom/contract";
import { DAY_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../testing/index.ts";
import { getRoundsComparison } from "./get-rounds.ts";

let world: Importing;
const runs: Record<string, string> = {};
const START = 1_700_000_000;

beforeAll(async () => {
  world = await Importing.open();
  for (const [name, experiment, round, slower, day] of [
    ["many1", "Many", "one", 1, 0],
    ["many1b", "Many", "one", 1.1, 1],
    ["many2", "Many", "two", 0.5, 10],
    ["few1", "Few", "one", 1, 0],
    ["few2", "Few", "two", 2, 10],
    ["left1", "Left", "one", 1, 0],
    ["new2", "New", "two", 1, 10],
  ] as const) {
    const samples = steadySamples({
      seconds: 40,
      perSecond: 20,
      startSeconds: START + day * DAY_SECONDS,
    }).map((sample) => ({
      ...sample,
      latencyMicros: Math.round(sample.latencyMicros * slower),
    }));
    const memory = round === "one" ? "8 GB" : "12 GB";
    const configuration = [`round=${round}`, `memory=${memory}`, "cpu=4"];
    const changed = round === "one" ? {} : { changed: "more memory" };
    const parameters = { service: "Recommendation", experiment, configuration, ...changed };
    const { answer } = await world.upload(
      { ...parameters, target: ["p99 <= 200 ms"] },
      sampleSource(samples),
    );
    runs[name] = answer.run.id;
  }
});
afterAll(() => world.close());

type Input = Parameters<typeof getRoundsComparison>[0]["input"];
const compare = (rounds: Input["rounds"], ctx = world.home.viewer): Promise<RoundsComparison> =>
  getRoundsComparison({ ctx, input: { serviceSlug: "recommendation", rounds, webUrl: TEST_WEB_URL } });

const shown = ({ rows }: RoundsComparison) =>
  rows.map(({ experiment, state, before, after }) => [
    experiment.name,
    state,
    before?.id ?? null,
    after?.id ?? null,
  ]);

describe("the rounds of a service, first against second", () => {
  it("have what was changed beside the figures, without what tells the rounds apart", async () => {
    const words = async (rounds: Input["rounds"]) =>
      (await compare(rounds)).rows.map(({ comparability }) => comparability?.whatChanged?.words ?? null);
    const changed = "more memory (memory 8 GB → 12 GB)";
    expect(await words({ by: "configuration", key: "round", before: "one", after: "two" })).toEqual([
      changed,
      changed,
      null,
      null,
    ]);
    // Any key tells them apart.
    const byMemory = { by: "configuration", key: "memory", before: "8 GB", after: "12 GB" } as const;
    expect((await words(byMemory)).slice(0, 2)).toEqual(
      Array.from({ length: 2 }, () => "more memory (round one → two)"),
    );
  });

  it("by configuration: the latest run of either, the worst pair first, then what has no pair", async () => {
    const comparison = await compare({ by: "configuration", key: "round", before: "one", after: "two" });
    expect(shown(comparison)).toEqual([
      ["Few", "pair", runs["few1"], runs["few2"]],
      ["Many", "pair", runs["many1b"], runs["many2"]],
      ["Left", "no-second-run", runs["left1"], null],
      ["New", "no-first-run", null, runs["new2"]],
    ]);
    expect(comparison.total).toBe(4);
    const p99 = comparison.rows[0]?.metrics.find(({ metric }) => metric === "p99");
    expect(p99?.changes[1]).toMatchObject({
      words: { times: expect.stringMatching(/^(1.99|2.0.)x slower$/) },
      direction: "worse",
    });
    expect(p99?.targets.map((target) => target?.verdict)).toEqual(["met", "missed"]);
    expect(comparison.rows[0]?.comparability).toMatchObject({ comparable: true });
    expect(comparison.rows[2]?.metrics[0]?.changes[1]).toMatchObject({ after: null, words: null });
  });

  it("by date, and by runs that are named", async () => {
    const byDate = await compare({ by: "date", split: new Date((START + 5 * DAY_SECONDS) * 1_000) });
    expect(shown(byDate).slice(0, 2)).toEqual([
      ["Few", "pair", runs["few1"], runs["few2"]],
      ["Many", "pair", runs["many1b"], runs["many2"]],
    ]);
    const named = await compare({ by: "runs", before: [runs["many1"] ?? ""], after: [runs["many2"] ?? ""] });
    expect(shown(named)).toEqual([
      ["Many", "pair", runs["many1"], runs["many2"]],
      ["Few", "no-run", null, null],
      ["Left", "no-run", null, null],
      ["New", "no-run", null, null],
    ]);
  });

  it("is not there for another workspace, a token of another service, or who may not read", async () => {
    const rounds = { by: "configuration", key: "round", before: "one", after: "two" } as const;
    await expect(compare(rounds, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    const held = {
      kind: "token",
      id: "x",
      scopes: ["read"],
      serviceId: world.test.services.newId(),
    } as const;
    await expect(compare(rounds, { ...world.home.owner, actor: held })).rejects.toMatchObject({
      code: "not-found",
    });
    const writer = { kind: "token", id: "x", scopes: ["ingest"], serviceId: null } as const;
    await expect(compare(rounds, { ...world.home.owner, actor: writer })).rejects.toMatchObject({
      code: "scope-missing",
    });
    await expect(compare({ by: "runs", before: ["nonsense"], after: [] })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
