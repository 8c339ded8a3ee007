import { afterAll, beforeAll, expect, it } from "vitest";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import { getTrend } from "../../trend/get.ts";
import { getRun } from "../record/get.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
beforeAll(async () => {
  runs = await NotedRuns.open();
});
afterAll(() => runs.importing.close());

async function upload(seed: number, slower = 1, more: Record<string, string> = {}) {
  const id = await runs.upload("Steps", runs.samples(seed, slower), {
    branch: "main",
    commit: `c${seed}`,
    ...more,
  });
  await runs.settle(id);
  const ctx = runs.importing.home.viewer;
  const { judgement, baseline } = await getRunVerdict({ ctx, input: { runId: id, parameters: {}, webUrl } });
  return {
    id,
    outcome: judgement?.outcome,
    level: [baseline?.id, ...(baseline?.level ?? []).map((one) => one.id)],
    why: judgement?.findings.find(({ kind }) => kind === "reference")?.words,
  };
}

it("a run that was meant to send another load neither enters the level nor is compared with it", async () => {
  const usual: string[] = [];
  for (let seed = 1; seed <= 5; seed++) usual.push((await upload(seed)).id);
  const { experimentId } = await runs.importing.inHome(async (tx) => {
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: usual[0] ?? "" } });
    await tx.prisma.experiment.update({
      where: { id: run.experimentId },
      data: { ratePerGenerator: 5, generators: 2, threadsPerGenerator: 8, durationSeconds: 90 },
    });
    return run;
  });
  const stepped = await upload(6, 1.5, { rate: "10" });
  expect(stepped.outcome).toBe("not-judged");
  expect(stepped.why).toContain("under about the same load");
  const threads = await upload(7, 1.5, { threads: "16" });
  expect(threads.outcome).toBe("not-judged");
  const spread = await upload(8, 1, { rate: "2.5", generators: "4", threads: "4" });
  expect(spread.outcome).toBe("no-change");
  const after = await upload(9);
  expect(after.outcome).toBe("no-change");
  expect(after.level).not.toContain(stepped.id);
  expect(after.level).not.toContain(threads.id);
  expect(after.level).toContain(spread.id);
  // Another run at the stepped load is compared with the first one.
  expect(await upload(10, 1.5, { rate: "10" })).toMatchObject({ level: [stepped.id] });

  const ctx = runs.importing.home.viewer;
  const trend = await getTrend({
    ctx,
    input: {
      experimentId,
      metric: "p99",
      label: null,
      branch: null,
      environment: null,
      from: null,
      to: null,
    },
  });
  expect(trend.runs.filter(({ otherLoad }) => otherLoad).map(({ number }) => number)).toEqual([6, 7, 10]);
  expect(trend.searched).toBeLessThanOrEqual(7);

  const { workload, defined } = await getRun({ ctx, input: { runId: stepped.id, webUrl } });
  expect([workload.ratePerGenerator, workload.generators, defined.ratePerGenerator]).toEqual([10, 2, 5]);
});

it("what a run achieved is a share of what its own load expects", async () => {
  const target = "achieved >= 95%";
  const { importing } = runs;
  const achieved = async (more: Record<string, string>) => {
    const { answer } = await importing.upload({
      experiment: "Achieved",
      target: [target],
      ...more,
    });
    return answer.targets[0]?.value;
  };
  expect(await achieved({})).toBeNull();
  const whole = await achieved({ rate: "1", generators: "1", duration: "100" });
  expect(whole).toBeGreaterThan(0);
  const half = await achieved({ rate: "0.5", generators: "4", duration: "100", commit: "other" });
  expect(half).toBeCloseTo((whole ?? 0) / 2, 6);
  await expect(achieved({ rate: "0" })).rejects.toMatchObject({
    code: "parameter-unreadable",
    field: "rate",
  });
  await expect(achieved({ generators: "1.5" })).rejects.toMatchObject({ field: "generators" });
  await expect(achieved({ threads: "-1" })).rejects.toMatchObject({ field: "threads" });
});
