import { runComparison } from "@headroom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { breaksAt700, levelsOffAt480, userRamp } from "../testing/user-ramp.ts";
import type { UploadSource } from "../run/record/upload-source.ts";
import { getComparisonAnswer } from "../run/judgement/get-comparison-answer.ts";
import { getRunCapacity } from "../run/read/get-capacity.ts";

let world: Importing;
const ids: Record<"first" | "second" | "steady", string> = { first: "", second: "", steady: "" };
const LIMIT = "p95 <= 1 s at 600 users";

beforeAll(async () => {
  world = await Importing.open({ counts: false });
  ids.first = await upload("Set 1", userRamp(breaksAt700), { target: [LIMIT], commit: "a1" });
  ids.second = await upload("Set 2", userRamp(levelsOffAt480, { seed: 8 }), { commit: "a2" });
  ids.steady = await upload(
    "Steady",
    sampleSource(steadySamples({ seconds: 120, perSecond: 40, startSeconds: 1_700_000_000 })),
    { commit: "a3" },
  );
}, 120_000);
afterAll(() => world.close());

async function upload(experiment: string, source: UploadSource, more: object = {}): Promise<string> {
  return (await world.upload({ experiment, ...more }, source)).answer.run.id;
}

/** With its judgement. */
async function compare(...runs: string[]) {
  const ask = () =>
    getComparisonAnswer({
      ctx: world.home.viewer,
      input: { parameters: { runs: runs.join(","), labels: 20 }, webUrl },
    });
  await ask();
  while (await world.compare());
  return ask();
}

describe("two ramps", () => {
  it("are compared by how many users they hold, and never as two heaps", async () => {
    const { statistics, gauges, ...comparison } = await compare(ids.first, ids.second);
    expect(runComparison.parse(comparison)).toEqual(comparison);
    expect(gauges).toBeDefined();
    const { ramps, whole, comparability } = comparison;
    expect(ramps?.words[0]).toMatch(
      /^p95 <= 1 s: run 1 of Set 1 holds [56]\d\d users, run 1 of Set 2 holds 4\d\d\.$/,
    );
    expect(ramps?.runs.map(({ run, ramp }) => [run, ramp.load, ramp.targets[0]?.target])).toEqual([
      [0, "users", "p95 <= 1 s"],
      [1, "users", "p95 <= 1 s"],
    ]);
    const [first, second] = ramps?.runs.map(({ ramp }) => ramp) ?? [];
    expect(first?.breaking).toMatchObject({ sign: "throughput-falls" });
    expect(second?.breaking).toBeNull();
    expect(second?.knee?.value).toBeGreaterThan(450);
    expect(second?.knee?.value).toBeLessThan(510);
    expect(whole.every(({ changes }) => changes.every((change) => change === null))).toBe(true);
    expect(comparability[0]?.alike).toContain("load-shape");
    expect(comparability[0]?.differences.map(({ kind }) => kind)).not.toContain("offered-load");
    const [pair] = statistics;
    expect(pair?.judgement?.outcome).toBe("regressed");
    expect(pair?.judgement?.findings[0]).toMatchObject({
      kind: "ramp",
      code: "regressed",
      metric: "p95 <= 1 s",
    });
    expect(pair?.judgement?.findings.filter(({ kind }) => kind === "change")).toEqual([]);
    for (const one of pair?.statistics?.whole ?? [])
      expect(one).toMatchObject({ verdict: "not-comparable", ratio: null, interval: null, pValue: null });
  });

  it("the other way round improved, and the same service again didn't change for certain", async () => {
    const turned = await compare(ids.second, ids.first);
    expect(turned.statistics[0]?.judgement?.outcome).toBe("improved");
    const again = await upload("Set 1", userRamp(breaksAt700, { seed: 9 }), { commit: "a4" });
    const { statistics } = await compare(ids.first, again);
    expect(["no-change", "unsure"]).toContain(statistics[0]?.judgement?.outcome);
  });

  it("say what a gauge did where the service breaks, in the comparison and on the run", async () => {
    const { ramps } = await compare(ids.first, ids.second);
    const sentence =
      /^gc runs: [23](\.\d+)?\/min at \d+ users, 6\d(\.\d+)?\/min at 9\d\d, rising most between \d+ and \d+, where throughput falls\.$/;
    expect(ramps?.runs[0]?.ramp.gauges.map((one) => one.sentence)).toEqual([expect.stringMatching(sentence)]);
    expect(ramps?.runs[1]?.ramp.gauges).toEqual([]);
    const { ramp } = await getRunCapacity({ ctx: world.home.viewer, input: { runId: ids.first } });
    expect("gauges" in ramp && ramp.gauges).toEqual(ramps?.runs[0]?.ramp.gauges);
  });

  it("as stairs are compared in the same way", async () => {
    const users = (share: number) => 100 * Math.min(10, Math.floor(share * 10) + 1);
    const runs = await Promise.all([
      upload("Stairs", userRamp(breaksAt700, { users, seconds: 900 }), {
        target: ["p95 <= 1 s"],
        commit: "b1",
      }),
      upload("Stairs 2", userRamp(levelsOffAt480, { users, seconds: 900 }), { commit: "b2" }),
    ]);
    const { ramps, statistics } = await compare(...runs);
    expect(ramps?.words[0]).toMatch(
      /^p95 <= 1 s: run 1 of Stairs holds (59[5-9]|600) users, run 1 of Stairs 2 holds (39[5-9]|400)\.$/,
    );
    expect(statistics[0]?.judgement?.outcome).toBe("regressed");
  });
});

describe("a ramp and a steady run", () => {
  it("aren't comparable that way, whichever comes first", async () => {
    for (const runs of [
      [ids.first, ids.steady],
      [ids.steady, ids.first],
    ]) {
      const { ramps, statistics, comparability, whole } = await compare(...runs);
      expect(ramps).toBeNull();
      expect(statistics[0]?.judgement?.outcome).toBe("not-comparable");
      const veto = comparability[0]?.differences.find(({ severity }) => severity === "veto");
      expect(veto?.words).toContain("raises its load, and the one compared with it doesn't.");
      expect(whole.every(({ changes }) => changes.every((change) => change === null))).toBe(true);
    }
  });
});
