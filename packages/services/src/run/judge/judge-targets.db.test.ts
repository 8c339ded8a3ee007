import { emptyCell } from "@headroom/core";
import { readLabels } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
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
  await importing.upload({ experiment }, sampleSource(tenASecond(0, 2)));
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

describe("chance", () => {
  it("counts under a load, too, where the load was there in one stretch", async () => {
    // 15 a second for ten seconds, then 5, and so on.
    const uneven = tenASecond(0, 120).map((sample, at): Sample => {
      const [round, within] = [Math.floor(at / 200), at % 200];
      const second = 20 * round + (within < 150 ? within / 15 : 10 + (within - 150) / 5);
      return { ...sample, completedAtMicros: Math.round((START + second) * 1e6) + 40_000 };
    });
    const source = sampleSource(uneven, {}, (sink) => {
      const users = sink.gauge("users", null);
      for (let second = 0; second < 120; second++) sink.measure(users, (START + second) * 1e6, 600);
    });
    const into = { experiment: "uneven", target: "throughput >= 9.5/s at 600 users" };
    const { answer } = await importing.upload(into, source);
    expect(answer.targets).toMatchObject([{ verdict: "unsure", window: { kind: "load" } }]);
    expect(answer.targets[0]?.reason).toMatch(/chance/);
  });

  /** A thousand requests in 100 s, of which every hundredth is slow. */
  const chancy = () =>
    tenASecond(0, 100).map((sample, at): Sample => {
      return at % 110 === 50 ? { ...sample, latencyMicros: 400_000 } : sample;
    });

  it("keeps a target from being met by a figure that may be on the other side", async () => {
    const target = ["p99 <= 200 ms", "p99 <= 200 ms as measured", "error rate <= 0.1%"];
    const { answer } = await importing.upload({ experiment: "chancy", target }, sampleSource(chancy()));
    expect(answer.targets).toMatchObject([
      { verdict: "unsure", confidence: 0.9, interval: { high: expect.closeTo(400, -1) } },
      { verdict: "met", text: "p99 <= 200 ms as measured" },
      { verdict: "unsure", value: 0, interval: { low: 0, high: expect.closeTo(0.23, 1) } },
    ]);
    expect(answer.targets[2]?.reason).toMatch(/About 2,\d00 requests \(4m at this rate\) would settle it\./);
  });

  it("counts with the confidence of the workspace", async () => {
    const into = { experiment: "sure", target: ["p95 <= 50 ms"] };
    const slow = () =>
      tenASecond(0, 100).map((sample, at): Sample => {
        return at % 31 === 3 ? { ...sample, latencyMicros: 400_000 } : sample;
      });
    const before = await importing.upload(into, sampleSource(slow()));
    expect(before.answer.verdict).toBe("met");
    const ctx = importing.home.owner;
    await updateWorkspaceSettings({ ctx, input: { targetConfidence: 0.999 } });
    const after = await importing.upload(into, sampleSource(slow()));
    expect(after.answer.targets).toMatchObject([{ verdict: "unsure", confidence: 0.999 }]);
    await updateWorkspaceSettings({ ctx, input: { targetConfidence: null } });
  });
});

it("fast failures of a whole run meet no latency target, and prove no capacity", async () => {
  const failing = tenASecond(0, 310).map((sample): Sample => ({
    ...sample,
    latencyMicros: 1_000,
    failed: true,
  }));
  const { answer } = await importing.upload(
    { experiment: "failing", target: ["p95 <= 300 ms"] },
    sampleSource(failing),
  );
  expect(answer).toMatchObject({ verdict: "missed", targets: [{ value: null, failures: "all" }] });
  const { capacity } = await importing.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } }),
  );
  expect(capacity).toMatchObject({ proven: false });
});

it("a target relative to a baseline that isn't there yet is no failure", async () => {
  const target = ["p50 <= baseline + 10%"];
  const first = await importing.upload({ experiment: "first", target }, sampleSource(tenASecond(0, 120)));
  expect(first.answer).toMatchObject({
    verdict: "no-baseline",
    targets: [
      {
        verdict: "no-baseline",
        value: null,
        reason: "No baseline yet. The target applies once the experiment has one.",
      },
    ],
  });
  const both = await importing.upload(
    { experiment: "first", target: [...target, "p50 <= 1 s"] },
    sampleSource(tenASecond(0, 120)),
  );
  expect(both.answer.verdict).toBe("met");
});

describe("a load that the tool held back", () => {
  const dropped = { warnings: [{ code: "dropped-iterations", count: 300, detail: "", lines: [] }] };

  it.each(["dropped-iterations", "rate-not-reached", "users-skipped"])(
    "meets no latency or error target: %s",
    async (code) => {
      const warnings = [{ code, count: 300, detail: "", lines: [] }];
      const { answer } = await importing.upload(
        { experiment: code, target: ["p50 <= 1 s", "p50 <= 1 ms"] },
        sampleSource(tenASecond(0, 120), { warnings }),
      );
      expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["unsure", "missed"]);
      expect(answer.targets[0]?.reason).toContain("The generator didn't offer the full load");
    },
  );

  it("is judged by what was expected where the experiment says so, and in the steady phase", async () => {
    const experiment = "expected";
    await importing.upload({ experiment }, sampleSource(tenASecond(0, 2)));
    await importing.inHome((tx) =>
      tx.prisma.experiment.updateMany({
        where: { slug: experiment },
        data: { durationSeconds: 160, ratePerGenerator: 10, generators: 1 },
      }),
    );
    const ramp = tenASecond(0, 40).filter((_, at) => at % 10 < Math.floor(at / 40));
    const samples = [...ramp, ...tenASecond(40, 160)];
    const { answer } = await importing.upload(
      { experiment, target: ["p50 <= 1 s", "achieved >= 95%"] },
      sampleSource(samples, dropped),
    );
    expect(answer.steady).not.toBeNull();
    expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["met", "met"]);
  });
});

it("an error rate without the requests that got no response is never met", async () => {
  const report = { warnings: [{ code: "unanswered-untold", count: 1, detail: "", lines: [] }] };
  const { answer } = await importing.upload(
    { experiment: "answered", target: ["error rate <= 1%"] },
    sampleSource(tenASecond(0, 120), report),
  );
  expect(answer.targets).toMatchObject([{ verdict: "unsure", value: 0 }]);
  expect(answer.summary).toMatchObject({ errorsAtLeast: true });
});

it("errors of labels that the source doesn't report are unknown, not 0", async () => {
  const { answer } = await importing.upload(
    { experiment: "unlabelled", target: ['error rate of "GET /cart" <= 1%', "error rate <= 1%"] },
    sampleSource(tenASecond(0, 120), { absent: ["label-errors"] }),
  );
  expect(answer.targets).toMatchObject([
    { verdict: "unsure", value: null },
    { verdict: "met", value: 0 },
  ]);
  expect(answer.summary.errors).toBe(0);
  const stored = await importing.inHome((tx) => readLabels(tx, { runId: answer.run.id, limit: 10 }));
  expect(stored.labels.map(({ errors }) => errors)).toEqual([null]);
});

it("a gauge that stops being reported isn't met by what was seen before, but a miss of it stays one", async () => {
  const measured = (name: string, until: number, value = 60) =>
    sampleSource(tenASecond(0, 600), {}, (sink) => {
      const gauge = sink.gauge(name, null);
      for (let at = 0; at < until; at += 5) sink.measure(gauge, (START + at) * 1e6, value);
    });
  const judge = async (experiment: string, until: number, value?: number) => {
    const target = ["max cpu <= 80", "mean cpu <= 80", "min cpu >= 10"];
    const { answer } = await importing.upload({ experiment, target }, measured("cpu", until, value));
    return answer.targets;
  };
  const whole = await judge("cpu whole", 600);
  expect(whole.map(({ verdict }) => verdict)).toEqual(["met", "met", "met"]);
  const stopped = await judge("cpu stopped", 100);
  expect(stopped.map(({ verdict }) => verdict)).toEqual(["unsure", "unsure", "unsure"]);
  expect(stopped[0]?.reason).toContain("has values for only 25% of the judged window");
  expect((await judge("cpu high", 100, 95))[0]).toMatchObject({ verdict: "missed" });
  // Once in two minutes is a rhythm, and not a gap.
  const slow = sampleSource(tenASecond(0, 600), {}, (sink) => {
    const gauge = sink.gauge("cpu", null);
    for (let at = 0; at < 600; at += 120) sink.measure(gauge, (START + at) * 1e6, 60);
  });
  const { answer } = await importing.upload({ experiment: "cpu slow", target: ["max cpu <= 80"] }, slow);
  expect(answer.targets[0]?.verdict).toBe("met");
});
