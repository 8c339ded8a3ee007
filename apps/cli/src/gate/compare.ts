import { comparedRun, runVerdictAnswer, whatChangedAnswer } from "@headroom/contract";
import { JUDGING_POLICY, PAIR_OUTCOMES } from "@headroom/core";
import { z } from "zod";
import type { ExitCode } from "../exit-codes.ts";
import type { Client } from "../http/client.ts";
import { openClient } from "../http/open-client.ts";
import { readAnswer } from "../http/read-answer.ts";
import type { World } from "../world.ts";
import type { CompareArguments } from "./arguments.ts";
import { pollUntil } from "./gate.ts";
import { exitOf } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
import { countCommits } from "./merge-base.ts";
import { laterFindings, withKnownOutcome } from "./read-verdict.ts";
import { writeOut } from "./write-out.ts";
import { writeReport } from "./write-report.ts";

const { id, url, number, service, experiment, commit, branch } = comparedRun.shape;
const { status, startedAt, endedAt } = runVerdictAnswer.shape.run.shape;

const runAnswer = z.object({ run: z.object({ status, startedAt, endedAt }) });

const run = z.object({ id, url, number, service, experiment, commit, branch });

/** What is read of an answer, as a later version of the server may give it. */
const pairAnswer = z.object({
  runs: z.tuple([run, run]),
  comparability: z.array(z.object({ whatChanged: whatChangedAnswer.optional() })),
  statistics: z.tuple([
    z.object({
      state: z.string(),
      judgement: z.object({ outcome: z.string(), findings: laterFindings }).nullable(),
    }),
  ]),
  gauges: z.array(z.object({ words: z.string().nullable() })).default([]),
});

/** Waits until two runs are compared, and reports what their comparison shows everywhere. The server decides; this only shows it. */
export async function compare(given: CompareArguments, world: World): Promise<ExitCode> {
  const client = openClient(given, world);
  const runIds = [given.before, given.after];
  const poll = pollUntil(world, world.now() + given.waitSeconds * 1_000);
  const [, timed] = await poll(
    () => Promise.all(runIds.map((runId) => readRun(client, runId))),
    (runs) => (runs.some((one) => one.status === "receiving") ? "A run is still receiving results." : null),
  );
  const query = queryOf(given);
  const answer = await poll(
    async () =>
      readAnswer(pairAnswer, await client.send({ method: "GET", path: `/v1/comparisons?${query}` })),
    ({ statistics: [{ judgement }] }) =>
      judgement === null ? "The comparison is still being computed." : null,
  );
  const report = reportOf(given, { ...answer, timed, world });
  writeOut(writeReport(report, given.format), given.output, world);
  return exitOf(report, given.allowUnsure);
}

async function readRun(client: Client, runId: string): Promise<z.output<typeof runAnswer>["run"]> {
  return readAnswer(runAnswer, await client.send({ method: "GET", path: `/v1/runs/${runId}` })).run;
}

/** What differs of labels is among the findings. */
function queryOf({ before, after, minChange, detect }: CompareArguments): string {
  const query = new URLSearchParams({ runs: `${before},${after}`, labels: "0" });
  if (minChange !== null) query.set("minChange", String(minChange));
  if (detect !== null) query.set("detect", String(detect));
  return query.toString();
}

interface Compared extends z.output<typeof pairAnswer> {
  timed: z.output<typeof runAnswer>["run"] | undefined;
  world: World;
}

function reportOf(
  given: CompareArguments,
  { runs: [before, after], statistics: [{ judgement }], comparability, gauges, timed, world }: Compared,
): GateReport {
  return {
    judgement: {
      ...withKnownOutcome(judgement ?? { outcome: "unsure", findings: [] }, PAIR_OUTCOMES),
      reason: null,
      policy: policyOf(given),
      next: null,
    },
    run: {
      ...after,
      service: after.service.name,
      experiment: after.experiment.name,
      status: timed?.status ?? "finished",
      startedAt: timed?.startedAt ?? null,
      endedAt: timed?.endedAt ?? null,
    },
    file: null,
    baseline: {
      id: before.id,
      url: before.url,
      number: before.number,
      commit: before.commit,
      branch: before.branch,
      chosen: "named",
      level: [],
      doubt: null,
      commitsBack: null,
      commitsUrl: null,
    },
    comparisonUrl: `${new URL(after.url).origin}/comparisons?runs=${before.id},${after.id}`,
    judgementUrl: null,
    commitsBetween: countCommits(before.commit, after.commit, world),
    whatChanged: comparability[0]?.whatChanged?.words ?? null,
    gauges: gauges.flatMap(({ words }) => (words === null ? [] : [words])),
  };
}

function policyOf({ minChange, detect }: CompareArguments): GateReport["judgement"]["policy"] {
  return {
    ...JUDGING_POLICY,
    minChange: minChange === null ? JUDGING_POLICY.minChange : minChange / 100,
    detect: detect === null ? JUDGING_POLICY.detect : detect / 100,
    targets: false,
  };
}
