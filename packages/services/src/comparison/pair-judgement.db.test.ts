import { PAIR_OUTCOMES } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NotedRuns, sampleSource, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import type { Importing, Sample } from "../testing/index.ts";
import { getRunVerdict } from "../run/judgement/get-verdict.ts";
import { getComparisonAnswer } from "../run/judgement/get-comparison-answer.ts";
import { getComparisonStatistics } from "./get-statistics.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

/** A fifth of the requests pay, and are fast: how slow they are can't be seen in the figures of the whole run. */
const samplesOf = (seed: number, { pay = 1, rest = 1 } = {}): Sample[] =>
  runs
    .samples(seed)
    .map((sample, at) =>
      at % 5 === 0
        ? { ...sample, label: "POST /pay", latencyMicros: Math.round(sample.latencyMicros * 0.2 * pay) }
        : { ...sample, latencyMicros: Math.round(sample.latencyMicros * rest) },
    );

/** The level that runs are compared with. */
async function history(experiment: string, of = samplesOf): Promise<string[]> {
  const ids: string[] = [];
  for (let seed = 1; seed <= 6; seed++) ids.push(await runs.upload(experiment, of(seed)));
  return ids;
}

/** Every other run is twice as slow, and a third shorter of requests. */
const noisySamplesOf = (seed: number): Sample[] =>
  seed % 2 === 0 ? samplesOf(seed) : samplesOf(seed, { pay: 2, rest: 2 }).filter((_, at) => at % 3 !== 0);

const compare = (before: string, after: string) =>
  getComparisonAnswer({
    ctx: world.home.viewer,
    input: { parameters: { runs: `${before},${after}`, labels: 0 }, webUrl },
  });

async function judged(before: string, after: string) {
  const ask = () => compare(before, after);
  await ask();
  while (await world.compare());
  const [pair] = (await ask()).statistics;
  if (!pair?.judgement) throw new Error("it isn't judged");
  return { ...pair, judgement: pair.judgement };
}

describe("the judgement of a pair", () => {
  it("isn't known while its statistics are computed", async () => {
    const runIds = [await runs.run("Open", 1), await runs.run("Open", 2)];
    const { pairs } = await getComparisonStatistics({ ctx: world.home.viewer, input: { runIds } });
    expect(pairs).toMatchObject([{ state: "working", judgement: null }]);
  });

  it("is regressed where one label got 1.5x slower and the whole run improved, wherever it is asked", async () => {
    const ids = await history("One label");
    const base = ids.at(-1) ?? "";
    const after = await runs.upload("One label", samplesOf(9, { pay: 1.5, rest: 0.7 }));
    const { judgement, statistics } = await judged(base, after);
    expect(statistics?.whole.find(({ metric }) => metric === "p50")?.verdict).toBe("improved");
    expect(judgement.outcome).toBe("regressed");
    expect(judgement.findings[0]).toMatchObject({ effect: "fail", kind: "change", label: "POST /pay" });
    expect(judgement.findings[0]?.about).toMatch(/ of "POST \/pay"$/);
    expect(judgement.findings[0]?.words).toMatch(/ before, .* now, \+\d/);

    const pairs = ids.map((id) => ({ before: [id], after: [after] }));
    const ask = () => getComparisonStatistics({ ctx: world.home.viewer, input: { pairs } });
    await ask();
    while (await world.compare());
    expect((await ask()).pairs.at(-1)?.judgement).toEqual(judgement);

    const input = { runId: after, parameters: { baseline: base }, webUrl };
    const ofRun = (await getRunVerdict({ ctx: world.home.viewer, input })).judgement;
    const changes = (findings: typeof judgement.findings) => findings.filter(({ kind }) => kind === "change");
    expect(ofRun?.outcome).toBe("regressed");
    expect(changes(ofRun?.findings ?? [])).toEqual(changes(judgement.findings));
  });

  it("is improved or no change where nothing got worse", async () => {
    const ids = await history("Better");
    const base = ids.at(-1) ?? "";
    const faster = await runs.upload("Better", samplesOf(9, { pay: 0.7, rest: 0.7 }));
    expect((await judged(base, faster)).judgement.outcome).toBe("improved");
    const { judgement } = await judged(base, await runs.upload("Better", samplesOf(10)));
    expect(judgement.outcome).toBe("no-change");
  });

  it("is unsure where the two only differ, for the worse or the better", async () => {
    const [first, second] = [await runs.run("Young", 1), await runs.run("Young", 2, 1.6)];
    for (const [before, after] of [
      [first, second],
      [second, first],
    ] as const) {
      const { judgement } = await judged(before, after);
      expect(judgement.outcome).toBe("unsure");
      expect(judgement.findings[0]).toMatchObject({ effect: "unsure", kind: "change", code: "differs" });
    }
  });

  it("is unsure where the runs vary too much to show a change", async () => {
    const ids = await history("Noisy", noisySamplesOf);
    const after = await runs.upload("Noisy", samplesOf(10));
    const { judgement } = await judged(ids.at(-1) ?? "", after);
    expect(judgement.outcome).toBe("unsure");
    expect(judgement.findings.filter(({ effect }) => effect === "unsure")).toMatchObject([
      { kind: "detectable", code: "too-noisy" },
    ]);
  });

  it("is not comparable after a veto, and where only totals are known", async () => {
    const base = await runs.run("Apart", 1);
    const other = runs.samples(2).map((sample) => ({ ...sample, label: "GET /other" }));
    const vetoed = await judged(base, await runs.upload("Apart", other));
    expect(vetoed.judgement.outcome).toBe("not-comparable");
    expect(vetoed.judgement.findings).toMatchObject([{ kind: "comparability", code: "veto" }]);
    const quoted = await world.upload(
      { experiment: "Apart" },
      sampleSource([], { accepted: 1, source: "quoted", durationSeconds: 60, clock: "none" }, (sink) =>
        sink.total(0, {
          requests: 1_000,
          errors: 0,
          items: 1_000,
          bytes: 0,
          sumMicros: null,
          minMicros: null,
          maxMicros: null,
          distribution: { kind: "quoted", micros: { p50: 50_000, p99: 200_000 } },
        }),
      ),
    );
    const { judgement } = await judged(base, quoted.answer.run.id);
    expect(judgement.outcome).toBe("not-comparable");
    expect(judgement.findings[0]?.words).toContain("only the tool's own figures");
  });

  it("names labels that only one of the runs has", async () => {
    const base = await runs.run("Labels", 1);
    const some = runs
      .samples(2)
      .map((sample, at) => (at % 50 === 0 ? { ...sample, label: "GET /new" } : sample));
    const { judgement } = await judged(base, await runs.upload("Labels", some));
    expect(judgement.findings.filter(({ kind }) => kind === "label")).toMatchObject([
      { code: "new", label: "GET /new", effect: "note" },
    ]);
    expect(PAIR_OUTCOMES).toContain(judgement.outcome);
  });

  const rare = (seed: number, has: number, label = "POST /pay") =>
    runs
      .samples(seed)
      .map((sample, at) => (at % 120 === 7 && at < 120 * has ? { ...sample, label } : sample));

  it("asks whether a label was renamed, and how to accept that", async () => {
    const base = await runs.upload("Renamed", rare(1, 30));
    await world.decide(base);
    const after = await runs.upload("Renamed", rare(2, 30, "POST /payments"));
    const { judgement } = await judged(base, after);
    expect(judgement.outcome).toBe("unsure");
    expect(judgement.findings[0]).toMatchObject({
      effect: "unsure",
      kind: "comparability",
      code: "renamed-labels",
      label: "POST /pay",
      renamedTo: "POST /payments",
    });
    expect(judgement.findings[0]?.words).toMatch(/^Was “POST \/pay” renamed to “POST \/payments”\?/);
    expect(judgement.findings.map(({ code }) => code)).not.toContain("lost-labels");
    const { comparability } = await compare(base, after);
    expect(comparability[0]?.differences.map(({ words }) => words)).toContain(
      judgement.findings[0]?.words.replace("this run", "the other run"),
    );
    await world.decide(after);
    const ofRun = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId: after, parameters: {}, webUrl },
    });
    expect(ofRun.judgement?.next).toMatchObject({ action: "accept" });
  });

  it("is unsure where a rare label has gone, unless that can be chance", async () => {
    const base = await runs.upload("Rare", rare(1, 30));
    const gone = await runs.upload("Rare", rare(2, 0));
    const { judgement } = await judged(base, gone);
    expect(judgement.outcome).toBe("unsure");
    expect(judgement.findings[0]).toMatchObject({ effect: "unsure", code: "lost-labels" });
    expect(judgement.findings[0]?.words).toContain("“POST /pay” (0.8%, about 30 requests)");
    const { comparability } = await compare(base, gone);
    expect(comparability[0]?.differences.map(({ words }) => words)).toContainEqual(
      expect.stringContaining("“POST /pay” (0.8%, about 30 requests)"),
    );
    const few = await judged(await runs.upload("Rare", rare(3, 3)), gone);
    expect(few.judgement.findings.map(({ code }) => code)).not.toContain("lost-labels");
    expect(few.judgement.findings).toContainEqual(
      expect.objectContaining({ effect: "note", kind: "label", code: "missing", label: "POST /pay" }),
    );
  });
});
