import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunAnswer } from "@headroom/contract";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../../testing/index.ts";
import { importGauges } from "../import/import-gauges.ts";
import type { GaugeSource } from "../import/import-gauges.ts";
import { compareGauges } from "./compare-gauges.ts";
import { readRequests } from "./gauge-beside-load.ts";
import { listRunGauges } from "./list-gauges.ts";
import { withShared } from "./shared-requests.ts";

const START = 1_700_000_000;
const SECONDS = 240;
/** A lag that grows while the load lasts, and takes four minutes to drain. */
const lag = (second: number) =>
  second < 0 ? 0 : second < SECONDS ? second * 50 : Math.max(0, (2 * SECONDS - second) * 50);

type Sink = Parameters<GaugeSource["read"]>[0];

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const upload = (about: Parameters<Importing["upload"]>[0], startSeconds = START, seconds = SECONDS) =>
  world.upload(about, sampleSource(steadySamples({ seconds, perSecond: 5, startSeconds })));

/** A value every ten seconds, from and to seconds from the start of the run. */
async function measure(runId: string, [from, to]: [number, number]): Promise<RunAnswer> {
  const source = {
    read: async (sink: Sink) => {
      const gauge = sink.gauge("lag", null);
      for (let second = from; second <= to; second += 10)
        sink.measure(gauge, (START + second) * 1e6, lag(second));
      return { accepted: (to - from) / 10 + 1, refused: { count: 0, first: [] }, warnings: [] };
    },
  };
  const input = { runId, webUrl: TEST_WEB_URL, parameters: {}, badLinesShare: 0.01, source };
  return importGauges({ ctx: world.ci, uploads: world.uploads, input });
}

async function lagOf(runId: string) {
  const { gauges } = await listRunGauges({ ctx: world.home.viewer, input: { runId, parameters: {} } });
  const found = gauges.find(({ name }) => name === "lag");
  const secondsOf = (points: readonly { at: string }[]) =>
    points.map(({ at }) => Date.parse(at) / 1_000 - START);
  const { before = [], after = [] } = found?.around ?? {};
  return {
    ...found,
    own: secondsOf(found?.points ?? []),
    before: secondsOf(before),
    after: secondsOf(after),
  };
}

it("a run says what stayed level while its lag rose, and knows limits by targets and configuration", async () => {
  const about = {
    service: "Limits",
    experiment: "Lag",
    target: ["max cpu <= 80%"],
    configuration: ["limit.pool=200"],
  };
  const { answer } = await upload(about);
  const source = {
    read: async (sink: Sink) => {
      const gauges: [string, string | null, (second: number) => number][] = [
        ["lag", null, lag],
        ["cpu", "%", () => 79],
        ["pool", null, () => 40],
      ];
      for (const [name, unit, valueAt] of gauges) {
        const gauge = sink.gauge(name, unit);
        for (let second = 0; second < SECONDS; second += 5)
          sink.measure(gauge, (START + second) * 1e6, valueAt(second));
      }
      return { accepted: 144, refused: { count: 0, first: [] }, warnings: [] };
    },
  };
  const input = { runId: answer.run.id, webUrl: TEST_WEB_URL, parameters: {}, badLinesShare: 0.01, source };
  await importGauges({ ctx: world.ci, uploads: world.uploads, input });
  const { meanwhile } = await listRunGauges({
    ctx: world.home.viewer,
    input: { runId: answer.run.id, parameters: {} },
  });
  expect(meanwhile.flatMap(({ words }) => words)).toEqual([
    "“lag” grew from 0 to 11,750 from 0:00 to 3:55. Meanwhile, “cpu” stayed at 79% and “pool” at 40.",
    "“cpu” may be the limit: it was at 79%, and its target allows 80%.",
    "“pool” had room: 40 at most, and its limit is 200 by configuration.",
  ]);
  const { runs } = await compareGauges({ ctx: world.home.viewer, input: { runIds: [answer.run.id] } });
  expect(runs[0]?.meanwhile).toEqual(meanwhile.flatMap(({ words }) => words));
});

it("gauges that are a share of the same labels read them once, and all together", async () => {
  const labels = Array.from({ length: 20 }, (_, at) => `/a/${at}`);
  const samples = steadySamples({ seconds: SECONDS, perSecond: 20, startSeconds: START });
  const { answer } = await world.upload(
    { service: "Shares", experiment: "Cache" },
    sampleSource(samples.map((sample, at) => ({ ...sample, label: labels[at % 20] ?? "" }))),
  );
  const gauges = Array.from({ length: 10 }, (_, at) => ({
    seriesId: at,
    name: `cache ${at}`,
    unit: at % 2 === 0 ? "% of /a/*" : "% of /a/1 | /a/2",
    finestStepSeconds: 1,
  }));
  let queries = 0;
  const shared = await world.inHome(async (tx) => {
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } });
    const requests = await readRequests(tx, run);
    const counting: typeof tx = {
      ...tx,
      query: (...asked) => {
        queries += 1;
        return tx.query(...asked);
      },
    };
    return withShared(counting, run.id, { gauges, requests });
  });
  expect(queries).toBeLessThanOrEqual(6);
  const requestsOf = shared.map(({ shared: load }) =>
    (load?.points ?? []).reduce((sum, one) => sum + one.load * (load?.pointSeconds ?? 0), 0),
  );
  expect(requestsOf.slice(0, 2)).toEqual([SECONDS * 20, SECONDS * 2]);
  expect(new Set(requestsOf).size).toBe(2);
});

describe("gauges around a run", () => {
  it("are read beside the run, which is judged by its own time alone", async () => {
    const about = {
      service: "Around",
      experiment: "Recovery",
      target: ["max lag <= 11950", "mean lag <= 6000"],
    };
    const { answer } = await upload(about);
    const judged = await measure(answer.run.id, [-300, 900]);
    expect(judged.warnings).toEqual([]);
    expect(judged.targets.map(({ value, verdict }) => [value, verdict])).toEqual([
      [11_500, "met"],
      [6_000, "met"],
    ]);
    expect(judged.run.endedAt).toBe(answer.run.endedAt);
    const { own, before, after, words, besideLoad } = await lagOf(answer.run.id);
    const coarse = await listRunGauges({
      ctx: world.home.viewer,
      input: { runId: answer.run.id, parameters: { points: "10" } },
    });
    const [few] = coarse.gauges.filter(({ name }) => name === "lag");
    expect([few?.points.length, few?.words, few?.besideLoad]).toEqual([8, words, besideLoad]);
    expect([own[0], own.at(-1)]).toEqual([0, 230]);
    expect([before[0], before.at(-1), after[0], after.at(-1)]).toEqual([-300, -10, 240, 900]);
    expect(besideLoad?.growth).toBeNull();
    expect(words).toEqual([
      "Rose from 0 to 12,000 at 4:00 and was back to 0 after 4m, 4m after the run ended.",
    ]);
  });

  it("end where another run of the service and environment begins", async () => {
    const about = { service: "Next", experiment: "Recovery", environment: "shadow" };
    const { answer } = await upload({ ...about, commit: "a1" });
    await measure(answer.run.id, [-300, 900]);
    await upload({ ...about, environment: "staging", commit: "a2" }, START + SECONDS + 20);
    expect((await lagOf(answer.run.id)).after.at(-1)).toBe(900);
    await upload({ ...about, experiment: "Another", commit: "a3" }, START + SECONDS + 200);
    const cut = await lagOf(answer.run.id);
    expect(cut.after.at(-1)).toBe(430);
    const LEFT_OUT = "Its values from 7:20 on are left out, because another run of the service began.";
    expect(cut.words?.at(-1)).toBe(LEFT_OUT);
    const sides = await compareGauges({ ctx: world.home.viewer, input: { runIds: [answer.run.id] } });
    expect(sides.gauges[0]?.runs[0]?.besideLoad.otherRun).toEqual(cut.besideLoad?.otherRun);
    await upload({ ...about, experiment: "A third", commit: "a4" }, START + SECONDS - 20);
    const { after, before, words } = await lagOf(answer.run.id);
    expect([after, before[0]]).toEqual([[], -300]);
    expect(words?.at(-1)).toBe(LEFT_OUT.replace("7:20", "4:00"));
  });

  it("go on where another run of the service began before this one ended", async () => {
    const about = { service: "Pairs", experiment: "Producer", run: "a" };
    const { answer } = await upload(about);
    await measure(answer.run.id, [-120, 900]);
    await upload({ ...about, experiment: "Consumer", run: "b" }, START + 1);
    const back = "Rose from 0 to 12,000 at 4:00 and was back to 0 after 4m, 4m after the run ended.";
    expect(await lagOf(answer.run.id)).toMatchObject({ words: [back], besideLoad: { growth: null } });
    await upload({ ...about, experiment: "Longer", run: "c" }, START + 60);
    expect((await lagOf(answer.run.id)).words).toEqual([
      back,
      "Another run also put load on the service until 5:00.",
    ]);
    await upload({ ...about, experiment: "Soak", run: "d" }, START + 60, 3_600);
    expect((await lagOf(answer.run.id)).words).toEqual([
      back,
      "Another run also put load on the service until 1:01:00.",
    ]);
  });

  it("are counted if they are left out, with their distance", async () => {
    const { answer } = await upload({ service: "Outside", experiment: "Zone" });
    const { warnings } = await measure(answer.run.id, [3_600, 3_840]);
    expect(warnings.map(({ code, count, detail }) => [code, count, detail])).toEqual([
      [
        "gauges-outside-run",
        25,
        "No gauge value was measured during the run: the nearest of all 25 is 56m after its end. Their times fit if they are moved by 1h: is their clock in another time zone?",
      ],
    ]);
    expect((await lagOf(answer.run.id)).name).toBeUndefined();
    const again = await measure(answer.run.id, [0, 3_600]);
    expect(again.warnings.map(({ count, detail }) => [count, detail])).toEqual([
      [
        157,
        "157 gauge values of 361 were measured more than 30 minutes before or after the run and left out, as far as 56m after its end.",
      ],
    ]);
  });
});
