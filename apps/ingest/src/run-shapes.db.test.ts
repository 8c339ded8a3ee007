import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerdictAnswer } from "@headroom/contract";
import { startJobs } from "./jobs/start-jobs.ts";
import { closedLoop, downFrom, openLoop } from "./testing/shaped-runs.ts";
import type { Service } from "./testing/shaped-runs.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

let world: TestApp;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  world = await createTestApp();
  jobs = startJobs(world.deps, silent);
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
});

let experiments = 0;

const experimentOf = () => `${++experiments}`;

/** What is concluded from a run that is the first of its experiment: its outcome, and what was found, without targets. */
async function judged(payload: string, query: string, experiment = experimentOf()) {
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=${experiment}&archive=true&${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ run: { id: string } }>().run;
  const read = async () => {
    const url = `/v1/runs/${id}/verdict`;
    const headers = { authorization: `Bearer ${world.home.readToken}` };
    return runVerdictAnswer.parse((await world.app.inject({ url, headers })).json());
  };
  let { judgement, verdict } = await read();
  while (judgement === null) ({ judgement, verdict } = await read());
  const said = judgement.findings.filter(({ kind }) => kind !== "target" && kind !== "reference");
  return {
    outcome: judgement.outcome,
    verdict,
    found: said.map(({ effect, words }) => `${effect}: ${words}`),
  };
}

const healthy: Service = (_, latency) => ({ millis: latency(100) });

describe("a run's shape", () => {
  it("that is even is nothing to talk about", async () => {
    for (const run of [
      closedLoop({ seconds: 120, service: healthy }),
      openLoop({ seconds: 120, service: healthy, perSecond: 40 }),
    ])
      expect(await judged(run, "target=p99<=1s&load=open")).toEqual({
        outcome: "holds",
        verdict: "met",
        found: [],
      });
  });

  it("is latency that rises under a constant load: it is judged, and described", async () => {
    const leaking: Service = (second, latency) => ({ millis: latency(60 * 9.8 ** (second / 300)) });
    const atRate = openLoop({ seconds: 300, service: leaking, perSecond: 40 });
    expect(await judged(atRate, "load=open&target=p99<=322ms&target=p95<=300ms&target=errors<=1%25")).toEqual(
      {
        outcome: "misses",
        verdict: "missed",
        found: [
          expect.stringMatching(
            /^note: p99 rises from \d+ to 1,\d{3} ms while the load stays at 4\d(\.\d)? req\/s\.$/,
          ),
        ],
      },
    );
    const byUsers = closedLoop({ seconds: 300, service: leaking });
    expect(await judged(byUsers, "target=p99<=322ms")).toEqual({
      outcome: "misses",
      verdict: "missed",
      found: [
        expect.stringMatching(/^note: p\d+ rises from \d+ to [\d,]+ ms while the load stays at 20 users\.$/),
      ],
    });
  });

  it("is a service that is dead at the end, with time-outs that end after the load", async () => {
    const dead = closedLoop({ seconds: 300, service: downFrom(240, Infinity, 45) });
    const end = "unsure: No request succeeded from 4:00 to the end of the run at 5:31.";
    expect(await judged(dead, "target=p99<=2s&target=errors<=1%25")).toEqual({
      outcome: "unsure",
      verdict: "unsure",
      found: [end],
    });
    expect((await judged(dead, "target=errors<=1%25")).found[0]).toBe(end);
  });

  it("is a stall that held requests back, whatever the targets are about", async () => {
    const stalled = closedLoop({ seconds: 300, service: downFrom(150, 163) });
    expect(await judged(stalled, "target=errors<=1%25")).toEqual({
      outcome: "unsure",
      verdict: "met",
      found: [
        expect.stringMatching(
          /^unsure: No request succeeded from 2:30 to 2:43\. About \d+ requests \(4\.\d%\) were never sent because of that\.$/,
        ),
      ],
    });
    const short = closedLoop({ seconds: 300, service: downFrom(150, 153) });
    expect(await judged(short, "target=errors<=1%25")).toMatchObject({ outcome: "holds", found: [] });
  });

  it("is a service that is slow for half of the run, which is no warm-up", async () => {
    const slow: Service = (second, latency) => ({ millis: latency(second < 150 ? 300 : 100) });
    expect(await judged(closedLoop({ seconds: 300, service: slow }), "target=p95<=300ms")).toMatchObject({
      outcome: "misses",
      found: [],
    });
    const warming: Service = (second, latency) => ({ millis: latency(second < 30 ? 300 : 100) });
    expect(await judged(closedLoop({ seconds: 300, service: warming }), "target=p95<=300ms")).toMatchObject({
      outcome: "holds",
    });
  });

  it("is a run that ended early, by the runs before it or by its workload", async () => {
    const [long = "", cut = ""] = [60, 18].map((seconds) => closedLoop({ seconds, service: healthy }));
    const usual = experimentOf();
    for (let at = 0; at < 5; at++) await judged(long, "branch=main&target=p95<=1s", usual);
    const words = "unsure: It ended after 18 s, and the five runs before it took about 1m.";
    expect((await judged(cut, "branch=topic", usual)).found).not.toContain(words);
    const { outcome, found } = await judged(cut, "branch=main", usual);
    expect(outcome).toBe("unsure");
    expect(found[0]).toBe(words);
    const tooShort = await judged(cut, "branch=main&duration=60", usual);
    expect(tooShort.found[0]).toBe("unsure: It ended after 18 s, and its upload says that it takes 1m.");
    const stated = experimentOf();
    await judged(cut, "target=p95<=1s", stated);
    await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.experiment.updateMany({ where: { name: stated }, data: { durationSeconds: 300 } }),
    );
    expect((await judged(cut, "branch=main", stated)).found[0]).toBe(
      "unsure: It ended after 18 s, and its experiment's workload takes 5m.",
    );
    const onPurpose = await judged(cut, "branch=main&duration=18", stated);
    expect(onPurpose.outcome).toBe("holds");
    expect(onPurpose.found).toContain("note: It covers the first 18 s of 5m, as its upload says.");
  });

  it("is a clock that was set, which is no outage and no loss of throughput", async () => {
    const even = closedLoop({ seconds: 120, service: healthy });
    const { outcome, found } = await judged(aheadAfter(60, even), "target=p99<=2s&target=throughput>=20/s");
    expect(outcome).toBe("unsure");
    expect(found).toEqual([expect.stringContaining("note: Times jump ahead by 1 h")]);
  });
});

/** From a second of the run on, its clock is an hour ahead. */
function aheadAfter(second: number, file: string): string {
  const [header, ...rows] = file.split("\n");
  const first = Number(rows[0]?.split(",")[0]);
  const moved = rows.map((row) => {
    const start = Number(row.split(",")[0]);
    return start - first < second * 1_000 ? row : row.replace(`${start}`, `${start + 3_600_000}`);
  });
  return [header, ...moved].join("\n");
}
