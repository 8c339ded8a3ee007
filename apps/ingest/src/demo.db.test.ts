import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { HOUR_MILLIS } from "@headroom/core";
import type { ExperimentTrend, RunAnswer } from "@headroom/contract";
import {
  demo,
  publishedDemo,
  publishedPeak,
  publishedResults,
  publishedWorkload,
  seed,
} from "@headroom/demo";
import type { Demo, DemoRun } from "@headroom/demo";
import { createToken, getOverview } from "@headroom/services";
import type { Overview } from "@headroom/services";
import { startJobs } from "./jobs/start-jobs.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { until } from "./testing/until.ts";

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

let world: TestApp;
let published: Demo;
const answers: RunAnswer[] = [];
const replays: boolean[] = [];

beforeAll(async () => {
  world = await createTestApp({ uploadsAtOnce: 8 });
  published = publishedDemo(world.test.services.clock());
  await upload();
});
afterAll(() => world.close());

async function upload(): Promise<void> {
  answers.push(...(await uploadDemo(published, (replayed) => replays.push(replayed))));
}

async function uploadDemo(some: Demo, onRun: (replayed: boolean) => void = () => {}): Promise<RunAnswer[]> {
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "m", scopes: ["manage"] } });
  const { ingestToken, readToken } = world.home;
  const to = {
    ingestUrl: world.address,
    ingestToken,
    readToken,
    manageToken: secret,
    ownerEmail: "owner@home.example",
  };
  const ids = new Map<DemoRun, string>();
  await seed(some, to, (run, posted) => {
    ids.set(run, posted.run.id);
    onRun(posted.replayed);
  });
  const found = some.runs.map(async (run) => runAnswer.parse(await read(`/v1/runs/${ids.get(run)}`)));
  return Promise.all(found);
}

async function read(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  return (await world.app.inject({ url, headers })).json();
}

/** Every number in an answer that is a figure of the run, by where it is. */
function figuresOf({ summary, steady }: RunAnswer): Record<string, number> {
  expect(steady).toBeNull();
  const { latencyMs, latencyIntervalsMs, labelsTotal, labels, ...rest } = summary;
  expect([labelsTotal, labels]).toEqual([0, []]);
  // What is above the published percentile isn't faster than it, and that is all there is to say.
  const bounds = Object.values(latencyIntervalsMs).flatMap((one) => [one?.low, one?.high]);
  expect(new Set(bounds)).toEqual(new Set([latencyMs.p99, null]));
  const all = Object.entries({ ...rest, ...latencyMs });
  return Object.fromEntries(all.filter((entry): entry is [string, number] => entry[1] !== null));
}

describe("the published demo", () => {
  it("shows every figure of the list, and no other", () => {
    expect(answers.map(figuresOf)).toEqual(
      publishedResults.map(({ requestsPerSecond, p99Millis }) => ({
        durationSeconds: publishedWorkload.durationSeconds.value,
        throughput: requestsPerSecond.value,
        p99: p99Millis.value,
      })),
    );
  });

  it("is judged as quoted: grade D, and no interval", () => {
    for (const { proof, targets } of answers) {
      expect(proof.grade).toBe("D");
      expect(targets.map(({ interval }) => interval)).toEqual([null, null]);
    }
    expect(answers.map(({ verdict }) => verdict)).toEqual([
      "met",
      "missed",
      "missed",
      "missed",
      "met",
      "met",
      "missed",
      "met",
    ]);
  });

  it("has a peak day ahead, with the headroom that the accepted risk leaves", async () => {
    const { peakDays } = (await read("/v1/peak-days?service=recommendation-service")) as {
      peakDays: { id: string; expectedPeak: number }[];
    };
    expect(peakDays).toMatchObject([{ expectedPeak: publishedPeak.requestsPerSecond.value }]);
    const report = await read(`/v1/peak-days/${peakDays[0]?.id}/readiness`);
    expect(report).toMatchObject({
      verdict: "at-risk",
      sentence:
        "Tests measured 4.11x the expected peak, with an accepted risk. 1.5x is required. One thing puts that at risk.",
      reasons: [{ rule: "elsewhere" }],
    });
    const { risks } = report as { risks: { target: string }[] };
    expect(risks.map(({ target }) => target).toSorted()).toEqual(
      [...publishedWorkload.targets.value].toSorted(),
    );
  });

  it("has a gameday for each round, closed with the verdicts that are quoted", async () => {
    const { gamedays } = (await read("/v1/gamedays")) as { gamedays: { id: string }[] };
    expect(gamedays).toMatchObject([
      { name: "Gameday, after the fix", phase: "closed", counts: { met: 1, missed: 1, unsure: 0, open: 0 } },
      { name: "Gameday, first round", phase: "closed", counts: { met: 3, missed: 3, unsure: 0, open: 0 } },
    ]);
    const first = await read(`/v1/gamedays/${gamedays[1]?.id}`);
    expect(first).toMatchObject({
      plannedLate: true,
      others: [],
      closed: { by: "the demo", changes: [] },
      findings: [{ severity: "high", closedAt: expect.any(String) }],
    });
  });

  it("is the same when it is uploaded again", async () => {
    const before = answers.splice(0).map(({ run }) => run.id);
    await upload();
    expect(answers.map(({ run }) => run.id)).toEqual(before);
    expect(replays).toEqual([...before.map(() => false), ...before.map(() => true)]);
    const events = await read(`/v1/runs/${before[0]}/events`);
    expect(events).toMatchObject({ events: [{ kind: "scale" }] });
    expect(await read("/v1/peak-days")).toMatchObject({ peakDays: [{ name: published.peakDays[0]?.name }] });
    const { gamedays } = (await read("/v1/gamedays")) as { gamedays: object[] };
    expect(gamedays).toHaveLength(2);
  });
});

describe("the nightly search", () => {
  const isNightly = ({ experiment }: { experiment: string }) => experiment.startsWith("Nightly search");
  let overview: Overview;
  beforeAll(async () => {
    const all = demo(new Date(world.test.services.clock().getTime() - 22 * HOUR_MILLIS));
    const [experiments, runs] = [all.experiments.filter(isNightly), all.runs.filter(isNightly)];
    await uploadDemo({ experiments, runs, peakDays: [], risks: [], gamedays: [] });
    const jobs = startJobs(world.deps, silent);
    await until(async () => {
      overview = await getOverview({ ctx: world.home.owner });
      const { passed, failed, unsure, notJudged } = overview.gates.counts;
      return overview.worse.length > 0 && passed + failed + unsure + notJudged === 6;
    });
    await jobs.stop();
  }, 120_000);

  it("is 46 runs, with p99 23% higher from the 32nd on, and without the 13th", async () => {
    const { id, changes } = overview.worse[0] ?? { id: "", changes: [] };
    const [{ before, after, run, runs: nightsSince } = { before: 1, after: 1, run: null, runs: 0 }] = changes;
    expect([run?.number, nightsSince, Math.round(before), Math.round(after)]).toEqual([32, 14, 107, 132]);
    expect(Math.round((after / before - 1) * 100)).toBe(23);
    const { runs } = (await read(`/v1/experiments/${id}/trend?metric=p99`)) as ExperimentTrend;
    expect(runs.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, at) => at + 1));
    expect(runs.filter(({ setAside }) => setAside !== null).map(({ number }) => number)).toEqual([13]);
    const counted = runs.filter(({ branch, setAside }) => branch === "main" && setAside === null);
    expect([counted.length, counted.filter(({ number }) => number < 32).length]).toEqual([39, 25]);
  });

  it("fails the builds that are too slow, and none of the others", () => {
    expect(overview.gates.counts).toEqual({ passed: 0, failed: 3, unsure: 0, notJudged: 3 });
    const decided = overview.gates.decisions.map(({ branch, outcome }) => [branch, outcome]);
    expect(decided.filter(([branch]) => branch === "typo-tolerance")).toEqual([
      ["typo-tolerance", "not-judged"],
    ]);
    expect(new Set(decided.map(([, outcome]) => outcome))).toEqual(new Set(["misses", "not-judged"]));
  });
});

describe("the simulated demo", () => {
  it("is marked run by run, and proves no capacity", async () => {
    const all = demo(new Date("2026-03-10T02:00:00Z"));
    const simulated = all.runs.filter(({ data }) => data === "simulated");
    const newest = new Map(simulated.map((run) => [run.experiment, run]));
    expect(newest.size).toBeGreaterThan(2);
    const experiments = all.experiments.filter(({ experiment }) => newest.has(experiment));
    const marked = await uploadDemo({
      experiments,
      runs: [...newest.values()],
      peakDays: [],
      risks: [],
      gamedays: [],
    });
    for (const { warnings } of marked)
      expect(warnings.map(({ code }) => code)).toContain("traffic-simulated");
    for (const { warnings } of answers)
      expect(warnings.filter(({ code }) => code.includes("simulated"))).toEqual([]);

    expect(await read("/v1/services/storefront-simulated/headroom")).toMatchObject({
      capacity: null,
      experiments: [{ state: "unproven", detail: expect.stringContaining("simulated") }],
    });
  });
});
