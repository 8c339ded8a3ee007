import { writeFileSync } from "node:fs";
import { comparisonAnswer, runAnswer, type ComparisonAnswer, type RunAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ExitCode } from "../exit-codes.ts";
import type { Client } from "../http/client.ts";
import { openClient } from "../http/open-client.ts";
import { usageError } from "../run-arguments.ts";
import type { World } from "../world.ts";
import type { GateArguments } from "./arguments.ts";
import { exitOf, judgePair, judgeRun, outcomeOf, type Finding } from "./judge-gate.ts";
import { writeReport } from "./write-report.ts";

const POLL_MILLIS = 2_000;

/** Judges a run by its targets and against its baseline. Waits until it is finished and compared. */
export async function gate(given: GateArguments, world: World): Promise<ExitCode> {
  const client = openClient(given, world);
  const poll = pollUntil(world, world.now() + given.waitSeconds * 1_000);
  const answer = await poll(
    async () => runAnswer.parse(await client.send({ method: "GET", path: `/v1/runs/${given.run}` })),
    ({ run }) => run.status !== "receiving",
    "The run is still receiving results.",
  );
  const findings = given.targets ? judgeRun(answer) : [];
  const baseline = given.baseline ?? answer.comparison?.baseline.id ?? null;
  const pair =
    baseline === null
      ? null
      : await poll(
          () => askPair(client, baseline, given.run),
          ({ statistics }) => statistics[0]?.state !== "working",
          "The comparison is still being computed.",
        );
  findings.push(...(pair === null ? [withoutBaseline(answer)] : judgePair(pair, given)));
  const report = { findings, url: answer.run.url, baselineUrl: pair?.runs[0]?.url ?? null };
  write(writeReport(report, given.format), given.output, world);
  return exitOf(outcomeOf(findings), given.allowUnsure);
}

async function askPair(client: Client, baseline: string, run: string): Promise<ComparisonAnswer> {
  const path = `/v1/comparisons?runs=${baseline},${run}`;
  return comparisonAnswer.parse(await client.send({ method: "GET", path }));
}

/** A first run passes by its targets alone. Without targets, nothing was judged. */
function withoutBaseline({ targets }: RunAnswer): Finding {
  const about = "comparison";
  if (targets.some(({ verdict }) => verdict !== "no-baseline"))
    return { outcome: "note", about, words: "No baseline yet, so only the targets count." };
  const words =
    "No baseline yet, and no target that counts without one. Make this run the baseline, or add a target.";
  return { outcome: "unsure", about, words };
}

function pollUntil({ now, sleep }: World, endMillis: number) {
  return async <T>(ask: () => Promise<T>, isReady: (answer: T) => boolean, pending: string): Promise<T> => {
    for (;;) {
      const answer = await ask();
      if (isReady(answer)) return answer;
      if (now() >= endMillis)
        throw new HeadroomError("not-ready", pending, { hint: "Wait longer with --wait SECONDS." });
      await sleep(POLL_MILLIS);
    }
  };
}

function write(report: string, output: string | null, { stdout }: World): void {
  if (output === null) {
    stdout.write(report);
    return;
  }
  try {
    writeFileSync(output, report);
  } catch (cause) {
    throw usageError(`${output} cannot be written.`, cause);
  }
}
