import { deltaSize, expectedRate } from "@headroom/core";
import type { LevelChange } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ExperimentDetail, ExperimentRun, TargetSetRead } from "@headroom/services";
import {
  formatAge,
  formatCount,
  formatFigure,
  formatLength,
  formatMillis,
  formatPercentFigure,
} from "@headroom/ui";
import type { DeltaTone, VerdictState } from "@headroom/ui";
import { leastOf } from "../run/figures/prepare-figures.ts";
import { stateOf } from "./prepare-head.ts";
import { latencyWords } from "./row-metric.ts";
import type { RowMetric } from "./row-metric.ts";
import { withSigns } from "../delta/threshold-text.ts";

/** What was held, or what keeps the experiment from proving something. */
export function capacityWords({ capacity, doubt }: ExperimentDetail, now: Date): string {
  const words = doubt === null ? "" : ` ${withSigns(doubt.words)}`;
  if (!capacity.proven) return `${withSigns(capacity.detail)}${words}`;
  const { run, throughput } = capacity;
  return `${formatFigure(throughput)} req/s held for 5m in run ${run.number}, ${formatAge(run.ranAt, now)}.${words}`;
}

/** The attributes of an experiment; null if unknown. Empty: nobody said any. */
export function prepareWorkload({
  workload,
  recentRuns: [run],
}: ExperimentDetail): { name: string; value: string | null }[] {
  const count = (value: number | null) => (value === null ? null : formatCount(Math.round(value)));
  const rate = (value: number | null) => (value === null ? null : `${formatFigure(value)} req/s`);
  const { durationSeconds } = workload;
  if (Object.values(workload).every((value) => value === null)) return [];
  return [
    { name: "Request set", value: workload.requestSet },
    { name: "Distinct requests", value: count(workload.distinctRequests) },
    { name: "Duration", value: durationSeconds === null ? null : formatLength(durationSeconds) },
    { name: "Rate per generator", value: rate(workload.ratePerGenerator) },
    { name: "Generators", value: count(workload.generators) },
    { name: "Threads per generator", value: count(workload.threadsPerGenerator) },
    { name: "Total rate", value: rate(expectedRate(workload)) },
    { name: "Expected requests", value: count(workload.expectedRequests) },
    {
      name: "Actual requests",
      value: run === undefined ? null : actualWords(run, workload.expectedRequests),
    },
  ];
}

/** "Searches and products, 60 req/s for 5m, 1 generator" */
export function workloadLine({ workload }: Pick<ExperimentDetail, "workload">): string {
  const { requestSet, durationSeconds, generators, threadsPerGenerator } = workload;
  const rate = expectedRate(workload);
  const length = durationSeconds === null ? "" : `for ${formatLength(durationSeconds)}`;
  const parts = [
    requestSet ?? "",
    [rate === null ? "" : `${formatFigure(rate)} req/s`, length].filter((part) => part !== "").join(" "),
    generators === null ? "" : plural(generators, "generator"),
    threadsPerGenerator === null ? "" : plural(threadsPerGenerator, "thread"),
  ].filter((part) => part !== "");
  return parts.length === 0
    ? "Not set. Edit the experiment to add its rate and duration, so that runs show how much of the expected load was achieved."
    : parts.join(", ");
}

/** Of the latest run, beside what was expected of it. */
function actualWords({ number, requests, expectedRequests }: ExperimentRun, defined: number | null) {
  if (requests === null) return null;
  const expected = expectedRequests === null || !(expectedRequests > 0) ? null : expectedRequests;
  const share = expected === null ? null : `${formatPercentFigure(requests / expected)}%`;
  const own = expected === defined || expected === null ? "" : ` of its ${formatCount(Math.round(expected))}`;
  return `${formatCount(requests)} (${share === null ? "" : `${share}${own}, `}run ${number})`;
}

export interface TargetVersion {
  version: number;
  /** Whose runs alone it judges; null: the experiment's. */
  branch: string | null;
  /** Null: a token, or a former member. */
  who: string | null;
  createdAt: string;
  runs: string;
  texts: string[];
}

/** Of the runs that a version has judged, those that are set aside are counted apart, as they are in the list. */
export function prepareVersions(
  sets: readonly TargetSetRead[],
  setAside: readonly Pick<ExperimentRun, "targetsVersion">[] = [],
): TargetVersion[] {
  return sets.map(({ version, source, branch, createdBy, createdAt, runs, texts }) => ({
    version,
    branch,
    who:
      branch !== null
        ? `from branch ${branch}`
        : source === "upload"
          ? "from an upload"
          : createdBy === null
            ? null
            : `by ${createdBy}`,
    createdAt: createdAt.toISOString(),
    runs: judgedWords(runs, setAside.filter((run) => run.targetsVersion === version).length),
    texts,
  }));
}

function judgedWords(runs: number, setAside: number): string {
  if (runs === 0) return "no runs judged by it";
  return `${plural(runs, "run")} judged by it${setAside === 0 ? "" : `, ${formatCount(setAside)} set aside`}`;
}

export interface RunRow {
  id: string;
  number: number;
  href: string;
  state: VerdictState;
  ofSome: boolean;
  /** A part of it may be missing, so what was judged isn't the whole run. */
  isReceiving: boolean;
  /** Set if the run was judged by other targets than the current ones. */
  judgedBy: string | null;
  throughput: string | null;
  /** Of the metric that the experiment is known by. */
  figure: string | null;
  against: AgainstLevel | null;
  errors: string | null;
  environment: string | null;
  commit: string | null;
  /** Null: the default branch, or none. */
  otherBranch: string | null;
  ranAt: string;
  uploadedAt: string;
  isBaseline: boolean;
  setAside: ExperimentRun["setAside"];
}

/** A run's figure beside the level before the change that is named first; of another branch, beside the present level. */
export interface AgainstLevel {
  size: string;
  rises: boolean;
  /** Null: nobody judged whether the difference is real. */
  tone: DeltaTone | null;
  of: string;
}

interface RowsInput {
  metric: RowMetric;
  changes: readonly LevelChange[];
  /** What its runs may say if they are of the default branch. */
  defaultBranches: readonly string[];
  runs: readonly ExperimentRun[];
  presentVersion: number | null;
  baselineId: string | null;
}

export function prepareRunRows(input: RowsInput): RunRow[] {
  const { runs, metric, defaultBranches, presentVersion, baselineId } = input;
  return runs.map((run) => ({
    id: run.id,
    number: run.number,
    href: `/runs/${run.id}`,
    state: stateOf(run),
    ofSome: run.someLabels,
    isReceiving: run.status === "receiving",
    judgedBy: judgedBy(run.targetsVersion, presentVersion),
    throughput: run.throughput === null ? null : formatFigure(run.throughput),
    figure: latencyWords(run, metric),
    against: againstOf(run, input),
    errors: leastOf(run.errorsAtLeast, run.errorRate, formatPercentFigure),
    environment: run.environment,
    commit: run.commit?.slice(0, 7) ?? null,
    otherBranch: run.branch !== null && !defaultBranches.includes(run.branch) ? run.branch : null,
    ranAt: run.ranAt.toISOString(),
    uploadedAt: run.publishedAt.toISOString(),
    isBaseline: run.id === baselineId,
    setAside: run.setAside,
  }));
}

function isSince({ number }: ExperimentRun, { run: first }: LevelChange): boolean {
  return first !== null && number >= first.number;
}

function againstOf(
  run: ExperimentRun,
  { metric, changes, defaultBranches }: Pick<RowsInput, "metric" | "changes" | "defaultBranches">,
): AgainstLevel | null {
  const change = changes.find((one) => one.label === null && one.metric === metric);
  const value = run.latencyMs[metric] ?? null;
  if (change === undefined || value === null || run.setAside !== null) return null;
  const isOther = run.branch !== null && !defaultBranches.includes(run.branch);
  const level = isOther ? change.after : change.before;
  if (level <= 0 || !isSince(run, change)) return null;
  return {
    size: deltaSize(value / level),
    rises: value > level,
    tone: isOther ? null : change.state,
    of: `of ${formatMillis(level)} ms${isOther ? ", present level" : ""}`,
  };
}

function judgedBy(own: number | null, present: number | null): string | null {
  if (present === null || own === present) return null;
  return own === null ? "judged without targets" : `judged by version ${own}`;
}
