import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "@headroom/core";
import { NotedRuns, sampleSource, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import type { Importing, Sample } from "../testing/index.ts";
import { getRunVerdict } from "../run/judgement/get-verdict.ts";
import { getComparisonStatistics } from "./get-statistics.ts";

let runs: NotedRuns;
let world: Importing;
const history: string[] = [];
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
  for (let seed = 1; seed <= 6; seed++) {
    history.push(await runs.upload("Shop", samplesOf(seed)));
    await world.decide(history.at(-1) ?? "");
  }
});
afterAll(() => world.close());

/** 49 labels: `POST /pay` has 0.9% of the requests, four others three requests each. */
const labelOf = (at: number): string => {
  if (at % 111 === 5) return "POST /pay";
  if (at < 12) return `GET /seldom/${at % 4}`;
  const place = (at * 37) % 100;
  return place < 60 ? `GET /busy/${place % 20}` : `GET /rare/${place % 24}`;
};

function samplesOf(seed: number, times: Readonly<Record<string, number>> = {}): Sample[] {
  const random = seededRandom(seed);
  return runs.samples(seed).map((sample, at) => {
    const label = labelOf(at);
    const drawn = 20_000 - 30_000 * Math.log(1 - random());
    return { ...sample, label, latencyMicros: Math.round(drawn * (times[label] ?? 1)) };
  });
}

async function verdictOf(runId: string) {
  await world.decide(runId);
  const asked = { runId, parameters: {}, webUrl };
  const { judgement, ...rest } = await getRunVerdict({ ctx: world.home.viewer, input: asked });
  if (judgement === null) throw new Error("it isn't judged");
  return { ...rest, judgement };
}

async function statisticsOf(before: string, after: string) {
  const ask = () => getComparisonStatistics({ ctx: world.home.viewer, input: { runIds: [before, after] } });
  await ask();
  while (await world.compare());
  return (await ask()).pairs[0];
}

const COUNTED = "45 labels compared; 4 had too few requests.";

describe("a label beyond the busiest", () => {
  it("is found where it got four times slower, by every door that shows the run", async () => {
    const slow = await runs.upload("Shop", samplesOf(7, { "POST /pay": 4 }));
    const { judgement, comparison } = await verdictOf(slow);
    expect(judgement.outcome).toBe("regressed");
    const failing = judgement.findings.filter(({ effect }) => effect === "fail");
    expect(failing.map(({ label }) => label)).toContain("POST /pay");
    expect(failing.filter(({ label }) => label !== "POST /pay" && label !== null)).toEqual([]);
    expect(judgement.findings.map(({ words }) => words)).toContain(COUNTED);
    expect(comparison?.regressions.map(({ label }) => label)).toContain("POST /pay");

    const pair = await statisticsOf(history.at(-1) ?? "", slow);
    expect(pair?.judgement?.outcome).toBe("regressed");
    expect(pair?.judgement?.findings.map(({ words }) => words)).toContain(COUNTED);
    expect(pair?.statistics?.screen).toEqual({
      compared: 45,
      tooFew: 4,
      screened: 25,
      found: 1,
      resampled: 1,
    });
    expect(pair?.statistics?.labels.map(({ label }) => label).slice(20)).toEqual(["POST /pay"]);
  });

  it("isn't resampled where nothing stands out, unless a target is about it", async () => {
    const same = await runs.upload("Shop", samplesOf(8));
    expect((await verdictOf(same)).judgement.outcome).toBe("no-change");
    const plain = await statisticsOf(history.at(-1) ?? "", same);
    expect(plain?.statistics?.screen).toMatchObject({ found: 0, resampled: 0 });
    const target = ['p50 of "POST /pay" <= 10 s', 'p50 of "GET /busy/1" <= 10 s'];
    const upload = { experiment: "Shop", target };
    const { answer } = await world.upload(upload, sampleSource(samplesOf(9)));
    const pair = await statisticsOf(history.at(-1) ?? "", answer.run.id);
    expect(pair?.statistics?.screen).toMatchObject({ found: 0, resampled: 1 });
    expect(pair?.statistics?.labels.map(({ label }) => label).slice(20)).toEqual(["POST /pay"]);
  });
});
