import { afterAll, beforeAll, expect, it } from "vitest";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
beforeAll(async () => {
  runs = await NotedRuns.open();
});
afterAll(() => runs.importing.close());

const main = { branch: "main" };
const SHORT_SECONDS = 36;

/** Each gets slower in its second half, as runs of this service do. */
function samplesOf(seed: number, slower = 1) {
  return runs.samples(seed, slower).map((one, at, all) => {
    const latencyMicros = at < all.length / 2 ? one.latencyMicros : 2 * one.latencyMicros;
    return {
      ...one,
      latencyMicros,
      completedAtMicros: one.completedAtMicros - one.latencyMicros + latencyMicros,
    };
  });
}

function short(seed: number, slower: number, more: Record<string, string>) {
  const all = samplesOf(seed, slower);
  return runs.upload("Short", all.slice(0, (all.length * SHORT_SECONDS) / 90), { branch: "topic", ...more });
}

async function judged(id: string) {
  await runs.settle(id);
  const ctx = runs.importing.home.viewer;
  const { judgement, baseline } = await getRunVerdict({ ctx, input: { runId: id, parameters: {}, webUrl } });
  return {
    outcome: judgement?.outcome,
    level: baseline?.level.length,
    length: judgement?.findings.find(({ kind }) => kind === "length")?.words,
    why: judgement?.findings.find(({ kind }) => kind === "reference")?.words,
    p50: judgement?.findings.find(({ metric, label }) => metric === "p50" && label === null),
    said: judgement?.findings.flatMap(({ kind, evidence }) => (kind === "comparability" ? [evidence] : [])),
  };
}

it("a run that is short on purpose is compared with the first part of longer ones", async () => {
  for (let seed = 1; seed <= 7; seed++) await runs.settle(await runs.upload("Short", samplesOf(seed), main));
  const purpose = { duration: `${SHORT_SECONDS}` };
  const slower = await judged(await short(10, 1.4, purpose));
  expect(slower.outcome).toBe("regressed");
  expect(slower.p50?.ratio).toBeCloseTo(1.4, 1);
  const same = await judged(await short(9, 1, purpose));
  expect(same.outcome).toBe("no-change");
  expect(same.level).toBe(6);
  expect(same.p50?.ratio).toBeCloseTo(1, 1);
  expect(same.said).toContainEqual(
    "The other run is short on purpose. It is compared with the first 36 s of 1m 30s of the reference.",
  );
});

it("a run that ended early is no baseline for others, short or not", async () => {
  // It goes on after the runs of the test above.
  const target = "p99 <= 5 s";
  const first = await judged(await short(23, 1, { target, branch: "first" }));
  expect(first.length).toMatch(/^It took 36 s, and the five runs of the default branch before it took about/);
  const early = await judged(await short(20, 1, { ...main, target }));
  expect(early.outcome).toBe("unsure");
  expect(early.why).toMatch(/^Not compared.* No earlier run of main or master .*took about as long/);
  const alone = await judged(await short(21, 1, { target, branch: "alone" }));
  expect([alone.level, alone.why]).toEqual([undefined, expect.stringMatching(/unsure what it shows/)]);
  const onPurpose = await judged(await short(22, 1.4, { duration: `${SHORT_SECONDS}`, branch: "short" }));
  expect(onPurpose).toMatchObject({ outcome: "regressed", level: 6 });
});
