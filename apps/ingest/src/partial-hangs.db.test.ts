import { afterAll, beforeAll, expect, it } from "vitest";
import { runAnswer, runVerdictAnswer } from "@headroom/contract";
import { closedLoop, downFrom } from "./testing/shaped-runs.ts";
import type { Service } from "./testing/shaped-runs.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const down = downFrom(300, 360);
/** The service hangs for these users, and goes on for the others. */
const hangsFor =
  (users: number): Service =>
  (second, latency, user) =>
    user < users ? down(second, latency, user) : { millis: latency(100) };

async function judged(service: Service, target: string) {
  const upload = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=${encodeURIComponent(target)}&target=${encodeURIComponent(target)}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: closedLoop({ seconds: 600, users: 20, service }),
  });
  expect(upload.statusCode, upload.body).toBe(201);
  const { run, phase, proof } = runAnswer.parse(upload.json());
  const verdict = await world.app.inject({
    url: `/v1/runs/${run.id}/verdict`,
    headers: { authorization: `Bearer ${world.home.readToken}` },
  });
  const { judgement, targets } = runVerdictAnswer.parse(verdict.json());
  return { hangs: phase?.hangs, proof, judgement, target: targets[0] };
}

it("a run in which half of the users hang for a minute doesn't hold, and says what it would have been", async () => {
  const { hangs, proof, judgement, target } = await judged(hangsFor(10), "p99 <= 2 s");
  expect(hangs).toMatchObject([{ users: 20, missing: 10, waitedSeconds: 60 }]);
  const [{ from, to, unsent } = { from: "", to: "", unsent: 0 }] = hangs ?? [];
  expect((Date.parse(to) - Date.parse(from)) / 1_000).toBeCloseTo(60, -1);
  // Ten users, each of whom sends a request every 0.36 s.
  expect(unsent).toBeGreaterThan(1_550);
  expect(unsent).toBeLessThan(1_750);
  expect(target?.verdict).toBe("unsure");
  expect(judgement?.findings.find(({ kind }) => kind === "target")?.doubt?.code).toBe("stall");
  expect(target?.reason).toMatch(
    /About 1,[67]00 requests were never sent in a partial hang of 1m\. With them, p99 would be about 4\d s\./,
  );
  expect(proof.reasons).toContainEqual(expect.stringMatching(/never sent in a partial hang of 1m/));
  expect(judgement?.outcome).toBe("unsure");
  expect(judgement?.findings.map(({ effect, kind, code }) => ({ effect, kind, code }))).toContainEqual({
    effect: "unsure",
    kind: "outage",
    code: "partial-hang",
  });
});

it("without a target for latency, it doesn't hold either", async () => {
  const { judgement, target } = await judged(hangsFor(10), "error rate <= 1 %");
  expect(target?.verdict).toBe("met");
  expect(judgement?.outcome).toBe("unsure");
  expect(judgement?.findings[0]?.words).toMatch(
    /^Some users hung, and others went on, from 5:00 to 6:0\d\. About 1,[67]00 requests \([45]\.\d%\) were never sent because of that\.$/,
  );
});

it("nothing is found where no user hangs", async () => {
  const { hangs, judgement } = await judged(hangsFor(0), "p95 <= 2 s");
  expect(hangs).toEqual([]);
  expect(judgement?.outcome).toBe("holds");
});
