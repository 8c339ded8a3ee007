import { comparisonAnswer, runVerdictAnswer } from "@headroom/contract";
import type { ComparisonAnswer, RunVerdictAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ExitCode } from "../exit-codes.ts";
import type { Client } from "../http/client.ts";
import { openClient } from "../http/open-client.ts";
import type { World } from "../world.ts";
import type { BaselineChoice, GateArguments, GateSettings } from "./arguments.ts";
import type { GateReport } from "./gate-report.ts";
import { judgeSides } from "./judge-sides.ts";
import { exitOf, ifIntended, judgePair } from "./judge-gate.ts";
import { judgeTargets } from "./judge-targets.ts";
import { commitsSinceBranching } from "./merge-base.ts";
import { writeOut } from "./write-out.ts";
import { writeReport } from "./write-report.ts";
import { readAnswer } from "../http/read-answer.ts";

export function gate(given: GateArguments, world: World): Promise<ExitCode> {
  return gateRun(openClient(given, world), given, world);
}

export interface Gated extends GateSettings {
  run: string;
  /** Whether the run's targets count, and not only the comparison. */
  targets: boolean;
}

/** Judges a run by its targets and against its baseline. Waits until it is finished and compared. */
export async function gateRun(client: Client, given: Gated, world: World): Promise<ExitCode> {
  const path = `/v1/runs/${given.run}/verdict${queryOf(given.baseline, world)}`;
  const poll = pollUntil(world, world.now() + given.waitSeconds * 1_000);
  const answer = await poll(
    async () => readAnswer(runVerdictAnswer, await client.send({ method: "GET", path })),
    (read) => pendingOf(read, given),
  );
  const { baseline, comparison } = answer;
  const pair =
    baseline === null || comparison === null ? null : await askPair(client, baseline.id, given.run);
  const compared = pair === null ? [] : judgePair(pair, given);
  const report: GateReport = {
    findings: [
      ...(given.targets ? judgeTargets(answer) : []),
      ...judgeSides(answer, given),
      ...compared,
      ...(baseline?.chosen === "last-good" && baseline.branch === answer.run.branch
        ? ifIntended(compared)
        : []),
    ],
    run: answer.run,
    file: null,
    baseline,
    comparisonUrl: comparison?.url ?? null,
  };
  writeOut(writeReport(report, given.format), given.output, world);
  return exitOf(report.findings, given.allowUnsure);
}

function queryOf(choice: BaselineChoice, world: World): string {
  const query = new URLSearchParams();
  if (choice.kind === "run") query.set("baseline", choice.id);
  else if (choice.kind === "merge-base")
    for (const commit of commitsSinceBranching(choice.ref, world)) query.append("commit", commit);
  else if (choice.kind !== "default") query.set("baseline", choice.kind);
  return query.size === 0 ? "" : `?${query.toString()}`;
}

/** What the gate waits for; null: nothing. */
function pendingOf(
  { run, generators: { uploaded }, comparison, retryAfterSeconds }: RunVerdictAnswer,
  { generators }: GateSettings,
): string | null {
  if (run.status === "receiving") return "The run is still receiving results.";
  if (generators !== null && uploaded < generators)
    return `Only ${uploaded} of ${generators} generators have uploaded their results.`;
  if (retryAfterSeconds === null) return null;
  return comparison === null || comparison.state === "working"
    ? "The comparison is still being computed."
    : "The baseline has only just arrived and hasn't been compared itself yet.";
}

async function askPair(client: Client, baseline: string, run: string): Promise<ComparisonAnswer> {
  const path = `/v1/comparisons?runs=${baseline},${run}`;
  return readAnswer(comparisonAnswer, await client.send({ method: "GET", path }));
}

const POLL_MILLIS = 2_000;

function pollUntil({ now, sleep }: World, endMillis: number) {
  return async <T>(ask: () => Promise<T>, pendingIn: (answer: T) => string | null): Promise<T> => {
    for (;;) {
      const answer = await ask();
      const pending = pendingIn(answer);
      if (pending === null) return answer;
      if (now() >= endMillis)
        throw new HeadroomError("not-ready", pending, { hint: "Wait longer with --wait SECONDS." });
      await sleep(POLL_MILLIS);
    }
  };
}
