import { emptyCell } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, type Sample } from "../../testing/index.ts";
import { batchOf, LiveClient } from "../../testing/live.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;

/** Ten requests in each of these seconds. */
function tenASecond(from: number, to: number): Sample[] {
  return Array.from({ length: (to - from) * 10 }, (_, at) => ({
    label: "GET /cart",
    completedAtMicros: (START + from) * 1e6 + at * 100_000 + 50_000,
    latencyMicros: 40_000,
  }));
}

describe("a run of which cells are kept in steps of ten seconds", () => {
  const span = { firstStartMicros: (START + 6) * 1e6, lastCompletionMicros: (START + 134) * 1e6 };
  const gauges = [
    {
      name: "users",
      values: Array.from({ length: 128 }, (_, at) => {
        return { atMicros: (START + 6 + at) * 1e6, value: at >= 26 && at < 71 ? 600 : 300 };
      }),
    },
  ];
  const targets = ["throughput >= 9.9/s", "throughput <= 10.1/s"];

  async function judged(target: string[]) {
    const runId = await client.open({ origin: START, target });
    const batch = batchOf(tenASecond(6, 134), { writer: "a", sequence: 1 }, 10);
    await client.send(runId, { ...batch, span, gauges });
    return client.finish(runId);
  }

  it("is judged in the whole steps inside its steady phase, which is said to be those", async () => {
    const { steady, targets: verdicts } = await judged(targets);
    expect(steady?.summary).toMatchObject({ durationSeconds: 120, throughput: 10 });
    expect(steady).toMatchObject({ from: "2023-11-14T22:13:30.000Z", to: "2023-11-14T22:15:30.000Z" });
    expect(verdicts.map(({ verdict, value }) => [verdict, value])).toEqual([
      ["met", 10],
      ["met", 10],
    ]);
  });

  it("is judged under a load in the whole steps inside of it", async () => {
    const { targets: verdicts } = await judged(targets.map((target) => `${target} at 600 users`));
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({
        verdict: "met",
        value: 10,
        window: { kind: "load", from: "2023-11-14T22:14:00.000Z", to: "2023-11-14T22:14:30.000Z" },
      });
    }
  });
});

it("what was not counted has achieved no share of what was expected", async () => {
  const experiment = "uncounted";
  await importing.upload({ experiment });
  await importing.inHome((tx) =>
    tx.prisma.experiment.updateMany({
      where: { slug: experiment },
      data: { durationSeconds: 60, ratePerGenerator: 100, generators: 1 },
    }),
  );
  const quoted = { ...emptyCell(), distribution: { kind: "quoted" as const, micros: { p99: 150_000 } } };
  const source = sampleSource(
    [],
    { absent: ["requests"], source: "quoted", clock: "none", accepted: 1 },
    (sink) => sink.total(0, quoted),
  );
  const { answer } = await importing.upload(
    { experiment, target: ["achieved >= 95%", "p99 <= 200 ms"] },
    source,
  );
  expect(answer.targets.map(({ verdict, value }) => [verdict, value])).toEqual([
    ["unsure", null],
    ["unsure", 150],
  ]);
  expect(answer.targets[1]?.reason).not.toMatch(/expected requests/);
});

it("users of several generators add up also in seconds that one of them did not say how many it had", async () => {
  const target = ["p50 <= 1 s at 600 users", "p50 <= 1 s at 300 users"];
  const from = (generator: string, offset: number) => {
    const source = sampleSource(tenASecond(0, 120), {}, (sink) => {
      const users = sink.gauge("Users", null);
      for (let at = 0; at < 120; at++)
        if (at % 2 === offset || at === 0 || at === 119) sink.measure(users, (START + at) * 1e6, 300);
    });
    return importing.upload({ experiment: "together", run: "r", generator, target }, source);
  };
  await from("a", 0);
  const { answer } = await from("b", 1);
  expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["met", "unsure"]);
});

it("a gauge under a load is that of all its stretches, and of nothing between them", async () => {
  const users = (at: number) => (at >= 50 && at < 80 ? 900 : 600);
  const cpu = (at: number) => (at < 50 ? 40 : at < 80 ? 99 : 60);
  const source = sampleSource(tenASecond(0, 120), {}, (sink) => {
    for (const [name, value] of Object.entries({ users, cpu })) {
      const gauge = sink.gauge(name, null);
      for (let at = 0; at < 120; at++) sink.measure(gauge, (START + at) * 1e6, value(at));
    }
  });
  const target = ["max cpu <= 80 at 600 users", "mean cpu <= 80 at 600 users", "min cpu <= 80 at 600 users"];
  const { answer } = await importing.upload({ experiment: "gauged", target }, source);
  expect(answer.targets.map(({ value }) => value)).toEqual(
    [60, (50 * 40 + 40 * 60) / 90, 40].map((one) => expect.closeTo(one, 5)),
  );
});

it("a run without a time series has no figures under a load, which is not said to be no requests", async () => {
  const micros = { p99: 150_000 };
  const quoted = { ...emptyCell(), requests: 900, distribution: { kind: "quoted" as const, micros } };
  const report = { source: "quoted", clock: "none", accepted: 1, durationSeconds: 60 } as const;
  const into = { experiment: "totals", run: "r", target: "p99 <= 1 s at 600 users" };
  const timed = sampleSource(tenASecond(0, 120), {}, (sink) => {
    const users = sink.gauge("users", null);
    for (let at = 0; at < 120; at++) sink.measure(users, (START + at) * 1e6, 600);
  });
  await importing.upload({ ...into, generator: "a" }, timed);
  const totals = sampleSource([], report, (sink) => sink.total(0, quoted));
  const { answer } = await importing.upload({ ...into, generator: "b" }, totals);
  expect(answer.targets).toMatchObject([{ verdict: "unsure", value: null }]);
  expect(answer.targets[0]?.reason).toMatch(/600 users/);
});

it("a target under a load is compared with the baseline under that load", async () => {
  const samples = tenASecond(0, 120).map((sample, at): Sample => {
    return at < 600 ? sample : { ...sample, latencyMicros: 80_000 };
  });
  const source = () =>
    sampleSource(samples, {}, (sink) => {
      const users = sink.gauge("users", null);
      for (let at = 0; at < 120; at += 5) sink.measure(users, (START + at) * 1e6, at < 60 ? 300 : 600);
    });
  const experiment = "loaded";
  const first = await importing.upload({ experiment }, source());
  await importing.inHome((tx) =>
    tx.prisma.experiment.updateMany({
      where: { slug: experiment },
      data: { baselineRunId: first.answer.run.id },
    }),
  );
  const target = ["p50 <= baseline + 10% at 600 users", "p50 >= baseline - 10% at 600 users"];
  const { answer } = await importing.upload({ experiment, target }, source());
  expect(answer.targets.map(({ verdict, value }) => [verdict, Math.round(value ?? 0)])).toEqual([
    ["met", 80],
    ["met", 80],
  ]);
});
