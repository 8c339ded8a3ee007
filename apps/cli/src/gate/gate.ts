import { HeadroomError } from "@headroom/core";
import type { ExitCode } from "../exit-codes.ts";
import type { Client } from "../http/client.ts";
import { openClient } from "../http/open-client.ts";
import type { World } from "../world.ts";
import type { GateArguments, GateSettings } from "./arguments.ts";
import { exitOf } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
import { commitsSinceBranching, countCommits } from "./merge-base.ts";
import { readVerdict } from "./read-verdict.ts";
import type { GateAnswer } from "./read-verdict.ts";
import { writeOut } from "./write-out.ts";
import { writeReport } from "./write-report.ts";

export function gate(given: GateArguments, world: World): Promise<ExitCode> {
  return gateRun(openClient(given, world), given, world);
}

export interface Gated extends GateSettings {
  run: string;
}

/** Waits until a run is judged as it was asked for, and reports it. The server decides; this only shows it. */
export async function gateRun(client: Client, given: Gated, world: World): Promise<ExitCode> {
  const path = `/v1/runs/${given.run}/verdict?${queryOf(given, world).toString()}`;
  const poll = pollUntil(world, world.now() + given.waitSeconds * 1_000);
  const { judgement, run, baseline, comparison, whatChanged } = await poll(
    async () => readVerdict(await client.send({ method: "GET", path })),
    (read) => pendingOf(read, given),
  );
  if (judgement === null)
    throw new HeadroomError("internal", "The server doesn't judge runs as this command expects.", {
      hint: "Its version and that of this command differ. Use the command that comes with the server.",
    });
  const report: GateReport = {
    judgement,
    run,
    file: null,
    baseline,
    comparisonUrl: comparison?.url ?? null,
    judgementUrl: `${run.url}?judgement=${judgement.id}`,
    commitsBetween: countCommits(baseline?.commit ?? null, run.commit, world),
    whatChanged: whatChanged?.words ?? null,
    gauges: [],
  };
  writeOut(writeReport(report, given.format), given.output, world);
  return exitOf(report, given.allowUnsure);
}

function queryOf({ baseline: choice, minChange, detect }: Gated, world: World): URLSearchParams {
  const query = new URLSearchParams();
  if (choice.kind === "run") query.set("baseline", choice.id);
  else if (choice.kind === "merge-base")
    for (const commit of commitsSinceBranching(choice.ref, world)) query.append("commit", commit);
  else if (choice.kind !== "default") query.set("baseline", choice.kind);
  if (minChange !== null) query.set("minChange", String(minChange));
  if (detect !== null) query.set("detect", String(detect));
  return query;
}

/** What the gate waits for; null: nothing. */
function pendingOf(
  { run, generators: { uploaded }, comparison, retryAfterSeconds }: GateAnswer,
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

const POLL_MILLIS = 2_000;

export function pollUntil({ now, sleep }: World, endMillis: number) {
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
