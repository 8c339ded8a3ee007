import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_REQUESTS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import { Importing, LiveClient, sampleSource, steadySamples } from "../../testing/index.ts";
import { getRunFailuresAnswer, listRunFailures } from "./list-failures.ts";
import { getRunTimeline } from "./timeline.ts";

const START = 1_700_000_000;
const samples = steadySamples({ seconds: 120, perSecond: 20 });
const label = samples[0]?.label ?? "";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

/** An outage of thirty seconds, and a single failure before it. */
function outage(sink: SampleSink): void {
  const number = sink.label(label, "request");
  sink.failure(number, "500", 1, (START + 5) * 1e6);
  for (let second = 60; second < 90; second++)
    sink.failure(number, "503 Service Unavailable", 2, (START + second) * 1e6);
}

async function uploaded(experiment: string, give: (sink: SampleSink) => void, change = {}): Promise<string> {
  const { answer } = await world.upload({ experiment }, sampleSource(samples, change, give));
  return answer.run.id;
}

const read = (runId: string, asked: Partial<Parameters<typeof listRunFailures>[0]["input"]> = {}) =>
  listRunFailures({ ctx: world.home.viewer, input: { runId, ...asked } });
const at = (second: number) => new Date((START + second) * 1_000).toISOString();

describe("the failures of a run", () => {
  it("are listed with when they came first and last", async () => {
    const { failures, overTime, window } = await read(await uploaded("timed", outage));
    expect(failures).toEqual([
      {
        label,
        kind: "request",
        reason: "503 Service Unavailable",
        code: "503",
        times: 60,
        firstAt: at(60),
        lastAt: at(89),
      },
      { label, kind: "request", reason: "500", code: "500", times: 1, firstAt: at(5), lastAt: at(5) },
    ]);
    expect([overTime, window.kind]).toEqual([
      { known: "all", withoutTime: 0, because: null, stepSeconds: 1 },
      "whole",
    ]);
  });

  it("follow the window and the label", async () => {
    const runId = await uploaded("windows", outage);
    const window = { fromSeconds: 0, toSeconds: 70 };
    const { failures } = await read(runId, { window });
    expect(failures.map(({ reason, times, lastAt }) => [reason, times, lastAt])).toEqual([
      ["503 Service Unavailable", 20, at(69)],
      ["500", 1, at(5)],
    ]);
    const other = { name: "another", kind: "request" } as const;
    expect((await read(runId, { window, label: other })).failures).toEqual([]);
    const parameters = { from: at(0), to: at(30), label };
    const answer = await getRunFailuresAnswer({ ctx: world.home.viewer, input: { runId, parameters } });
    expect(answer.failures.map(({ reason }) => reason)).toEqual(["500"]);
    await expect(
      getRunFailuresAnswer({ ctx: world.home.viewer, input: { runId, parameters: { from: "1" } } }),
    ).rejects.toMatchObject({ code: "parameter-unreadable" });
  });

  it("are drawn by code, where somebody asks", async () => {
    const runId = await uploaded("drawn", outage);
    const input = { runId, maxPoints: 60, withFailures: true };
    const { failures, pointSeconds, points } = await getRunTimeline({ ctx: world.home.viewer, input });
    expect(failures?.map(({ name }) => name)).toEqual(["503", "500"]);
    const byOffset = points.map(({ offsetSeconds }, place) => [offsetSeconds, failures?.[0]?.counts[place]]);
    expect(byOffset.filter(([, count]) => count !== 0)).toEqual(
      Array.from({ length: 30 / pointSeconds }, (_, place) => [60 + place * pointSeconds, 2 * pointSeconds]),
    );
    const unasked = await getRunTimeline({ ctx: world.home.viewer, input: { runId } });
    expect(unasked.failures).toBeUndefined();
  });

  it("of several generators are merged", async () => {
    const more = { experiment: "shards", run: "r" };
    await world.upload({ ...more, generator: "a" }, sampleSource(samples, {}, outage));
    const { answer } = await world.upload({ ...more, generator: "b" }, sampleSource(samples, {}, outage));
    const { failures } = await read(answer.run.id, { window: { fromSeconds: 60, toSeconds: 61 } });
    expect(failures.map(({ reason, times }) => [reason, times])).toEqual([["503 Service Unavailable", 4]]);
  });

  it("without times cover the whole run, and say whether reading the file again would help", async () => {
    const untimed = (sink: SampleSink) => sink.failure(ALL_REQUESTS, "timeout", 4);
    const window = { fromSeconds: 0, toSeconds: 10 };
    const before = await read(await uploaded("before", untimed), { window });
    expect(before).toMatchObject({
      failures: [{ reason: "timeout", times: 4, firstAt: null, lastAt: null }],
      window: { kind: "whole" },
      overTime: { known: "none", withoutTime: 4, because: "stored-before", stepSeconds: null },
    });
    const totals = await read(await uploaded("totals", untimed, { source: "quoted" }), { window });
    expect(totals.overTime.because).toBe("source");
  });

  it("whose time is not known count only in the whole run", async () => {
    const runId = await uploaded("mixed", (sink) => {
      outage(sink);
      sink.failure(ALL_REQUESTS, "timeout", 4);
    });
    expect((await read(runId)).failures.map(({ times }) => times)).toEqual([60, 4, 1]);
    const { failures, overTime } = await read(runId, { window: { fromSeconds: 0, toSeconds: 100 } });
    expect(failures.map(({ times }) => times)).toEqual([60, 1]);
    expect(overTime).toMatchObject({ known: "some", withoutTime: 4 });
  });

  it("are nobody else's", async () => {
    const runId = await uploaded("mine", outage);
    await expect(listRunFailures({ ctx: world.foreign.owner, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
    const rows = await world.test.services.db.inWorkspace(world.foreign.workspaceId, (tx) =>
      tx.query("select over_time from part_failure"),
    );
    expect(rows).toEqual([]);
  });

  it("take little room, also where every second of twelve hours has several", async () => {
    const runId = await uploaded("large", (sink) => {
      const number = sink.label(label, "request");
      for (let second = 0; second < 43_200; second++)
        for (let reason = 0; reason < 30; reason++)
          sink.failure(number, `${500 + reason}`, 500, (START + second) * 1e6);
    });
    const [stored] = await world.inHome((tx) =>
      tx.query<{ bytes: number; rows: number }>(
        `select sum(octet_length(f.over_time))::int as bytes, count(*)::int as rows
           from part_failure f join part p on p.id = f.part_id where p.run_id = $1`,
        [runId],
      ),
    );
    expect(stored?.rows).toBe(30);
    expect(stored?.bytes).toBeLessThan(600_000);
    const { failures, overTime } = await read(runId);
    expect([failures[0]?.times, overTime]).toEqual([
      43_200 * 500,
      { known: "all", withoutTime: 0, because: null, stepSeconds: 10 },
    ]);
  });
});

describe("the failures of a live run", () => {
  it("have the times that its writer sends", async () => {
    const client = new LiveClient(world);
    const runId = await client.open({ origin: START });
    const over = { step: 10, counts: [{ second: START + 20, times: 3 }] };
    await client.send(runId, {
      writer: "a",
      sequence: 1,
      labels: [{ name: label }],
      cells: [
        { label: 0, step: 1, second: START, requests: 50, errors: 5, distribution: { kind: "none" } },
        { label: 0, step: 1, second: START + 40, requests: 50, errors: 0, distribution: { kind: "none" } },
      ],
      failures: [{ label: 0, reason: "503", times: 5, over }],
    });
    await client.finish(runId);
    const { failures, overTime } = await read(runId);
    expect(failures).toMatchObject([{ reason: "503", times: 5, firstAt: at(20), lastAt: at(20) }]);
    expect(overTime).toMatchObject({ known: "some", withoutTime: 2, stepSeconds: 10 });
  });
});
