import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerdictAnswer } from "@headroom/contract";
import { closedLoop, openLoop } from "./testing/shaped-runs.ts";
import type { Service } from "./testing/shaped-runs.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

let experiments = 0;

/** What is concluded from a run that is the first of its experiment: its outcome, and what was found, without targets. */
async function judged(payload: string, query: string) {
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=${++experiments}&${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ run: { id: string } }>().run;
  const { body } = await world.app.inject({
    url: `/v1/runs/${id}/verdict`,
    headers: { authorization: `Bearer ${world.home.readToken}` },
  });
  const { judgement, verdict } = runVerdictAnswer.parse(JSON.parse(body));
  const said = (judgement?.findings ?? []).filter(({ kind }) => kind !== "target" && kind !== "reference");
  return {
    outcome: judgement?.outcome,
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
});
