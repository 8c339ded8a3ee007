import { runVerdictParameters } from "@headroom/contract";
import type { ComparisonAnswer, RunAnswer, RunVerdictAnswer, RunVerdictParameters } from "@headroom/contract";
import { isUnseen } from "@headroom/core";
import { readListedRuns } from "@headroom/db";
import type { ListedRunRead, WorkspaceTx } from "@headroom/db";
import { getComparisonAnswer } from "../../comparison/get-answer.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { chooseBaseline } from "../read/choose-baseline.ts";
import type { ChosenBaseline } from "../read/choose-baseline.ts";
import { flawOf } from "../record/baseline-flaw.ts";
import { readRunRow } from "../record/choose-window.ts";
import { runUrl } from "../record/run-url.ts";
import { getRunAnswer } from "./get-answer.ts";

const RETRY_SECONDS = 2;

/** The response of `GET /v1/runs/{id}/verdict`. A run that is still in progress has no verdict yet. */
export async function getRunVerdict({
  ctx,
  input: { runId, parameters, webUrl },
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown; webUrl: string };
}): Promise<RunVerdictAnswer> {
  requireScope(ctx, "read");
  const asked = parseInput(runVerdictParameters, parameters);
  const answer = await getRunAnswer({ ctx, input: { runId, webUrl } });
  if (answer.run.status === "receiving")
    return { ...withoutBaseline(answer, null), retryAfterSeconds: RETRY_SECONDS };
  const found = await readBeside(ctx, answer.run.id, asked);
  const own = withoutBaseline(answer, found);
  if (found.baseline.run === null) {
    const { why: reason, isExpected } = found.baseline;
    return { ...own, noBaseline: { reason, expected: isExpected } };
  }
  const { run, chosen, commitsBack } = found.baseline;
  const comparison = await compare(ctx, { before: run.id, after: answer.run.id, webUrl });
  return {
    ...own,
    baseline: {
      id: run.id,
      url: runUrl(webUrl, run.id),
      number: run.number,
      commit: run.commit,
      branch: run.branch,
      chosen,
      doubt: doubtOf(run),
      commitsBack,
    },
    comparison,
    retryAfterSeconds: comparison.state === "working" || mayChange(found.baseline) ? RETRY_SECONDS : null,
  };
}

/** Two runs that arrive together: the first may turn out to be no good baseline for the second. */
function mayChange({ run, chosen }: Extract<ChosenBaseline, { chosen: string }>): boolean {
  return run.isUndecided && (chosen === "last-good" || chosen === "commit");
}

interface Beside {
  listed: ListedRunRead | null;
  generators: RunVerdictAnswer["generators"];
  baseline: ChosenBaseline;
}

function readBeside(ctx: Context, runId: string, asked: RunVerdictParameters): Promise<Beside> {
  const read = async (tx: WorkspaceTx): Promise<Beside> => {
    const run = await readRunRow(tx, ctx, runId);
    const [listed] = await readListedRuns(tx, { serviceId: null, id: runId, limit: 1 });
    const { generators } = await tx.prisma.experiment.findUniqueOrThrow({
      where: { id: run.experimentId },
      select: { generators: true },
    });
    const uploaded = await tx.prisma.part.count({ where: { runId, kind: "requests", state: "published" } });
    return {
      listed: listed ?? null,
      generators: { uploaded, expected: generators },
      baseline: await chooseBaseline(tx, ctx, { ...asked, run }),
    };
  };
  return ctx.db.inWorkspace(ctx.workspaceId, read);
}

function withoutBaseline(answer: RunAnswer, beside: Beside | null): RunVerdictAnswer {
  const { listed = null, generators = { uploaded: 0, expected: null } } = beside ?? {};
  return {
    run: runOf(answer, listed),
    verdict: answer.verdict,
    targets: answer.targets.map(({ text, verdict, value, unit, interval, reason }) => ({
      text,
      verdict,
      value,
      unit,
      interval,
      reason,
    })),
    doubt: listed === null ? null : doubtOf(listed),
    warnings: answer.warnings.map(({ code, detail }) => ({ code, detail })),
    leftOut: leftOutOf(answer),
    generators,
    baseline: null,
    noBaseline: null,
    comparison: null,
    retryAfterSeconds: null,
  };
}

function leftOutOf({ phase, steady }: RunAnswer): RunVerdictAnswer["leftOut"] {
  if (steady === null || phase === null || phase.leftOut === null || phase.method === "hand") return null;
  const { warmUpSeconds, coolDownSeconds } = phase.leftOut;
  const judgedSeconds = (Date.parse(steady.to) - Date.parse(steady.from)) / 1_000;
  return { warmUpSeconds, coolDownSeconds, judgedSeconds };
}

function runOf({ run }: RunAnswer, listed: ListedRunRead | null): RunVerdictAnswer["run"] {
  const { id, url, status } = run;
  const unknown = { number: null, service: null, experiment: null, commit: null, branch: null };
  if (listed === null) return { id, url, status, ...unknown };
  const { number, serviceName: service, experimentName: experiment, commit, branch } = listed;
  return { id, url, status, number, service, experiment, commit, branch };
}

function doubtOf(run: ListedRunRead): string | null {
  const flaw = flawOf(run);
  return flaw?.isSevere === true ? flaw.words : null;
}

interface Pair {
  before: string;
  after: string;
  webUrl: string;
}

async function compare(
  ctx: Context,
  { before, after, webUrl }: Pair,
): Promise<NonNullable<RunVerdictAnswer["comparison"]>> {
  const parameters = { runs: `${before},${after}`, labels: "0" };
  const { comparability, statistics } = await getComparisonAnswer({ ctx, input: { parameters, webUrl } });
  const [pair] = statistics;
  return {
    url: `${webUrl}/comparisons?runs=${before},${after}`,
    state: pair?.state ?? "failed",
    verdict: pair?.statistics?.verdict ?? null,
    vetoes: comparability.flatMap(({ differences }) =>
      differences.flatMap(({ severity, words }) => (severity === "veto" ? [words] : [])),
    ),
    leftOut:
      comparability
        .flatMap(({ differences }) => differences)
        .find((one) => one.kind === "left-out" && isUnseen(one))?.words ?? null,
    regressions: regressionsOf(pair),
  };
}

function regressionsOf(pair: ComparisonAnswer["statistics"][number] | undefined) {
  const statistics = pair?.statistics ?? null;
  if (statistics === null) return [];
  const all = [{ label: null, metrics: statistics.whole }, ...statistics.labels];
  return all.flatMap(({ label, metrics }) =>
    metrics.flatMap(({ metric, verdict, before, after, ratio, interval }) =>
      verdict === "regressed" ? [{ metric, label, before, after, ratio, interval }] : [],
    ),
  );
}
