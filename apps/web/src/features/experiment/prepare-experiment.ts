import { expectedRate } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ExperimentDetail, ExperimentRun, TargetSetRead } from "@headroom/services";
import {
  formatAge,
  formatCount,
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercent,
  formatPercentFigure,
} from "@headroom/ui";
import type { VerdictState } from "@headroom/ui";
import { leastOf } from "../run/prepare-figures.ts";
import { stateOf } from "./prepare-head.ts";

export interface StripCell {
  key: string;
  label: string;
  value: string | null;
  unit: string;
  caption: string;
  /** Of the run behind the value. */
  href: string | null;
}

/** What was proved, and what the latest run showed. */
export function prepareStrip(detail: ExperimentDetail, now: Date): StripCell[] {
  const [run] = detail.recentRuns;
  const of = run === undefined ? "" : `run ${run.number}, ${formatAge(run.ranAt, now)}`;
  const href = run === undefined ? null : `/runs/${run.id}`;
  const { expectedRequests } = detail.workload;
  return [
    capacityCell(detail, now),
    {
      key: "throughput",
      label: "Throughput",
      value: run === undefined ? "-" : run.throughput === null ? null : formatFigure(run.throughput),
      unit: "req/s",
      caption: of,
      href,
    },
    {
      key: "p99",
      label: "p99",
      value: run === undefined ? "-" : p99Words(run),
      unit: "ms",
      caption: of,
      href,
    },
    {
      key: "expected",
      label: "Expected requests",
      value: expectedRequests === null ? "-" : formatCount(Math.round(expectedRequests)),
      unit: "",
      caption:
        expectedRequests === null
          ? "set rate, generators, and duration first"
          : "rate × generators × duration",
      href: null,
    },
  ];
}

function capacityCell({ capacity, doubt }: ExperimentDetail, now: Date): StripCell {
  const label = "Tested capacity";
  const words = doubt === null ? "" : `. ${doubt.words}`;
  if (!capacity.proven) {
    const caption = doubt === null ? capacity.detail : `${capacity.detail} ${doubt.words}`;
    return { key: "capacity", label, value: "-", unit: "", caption, href: null };
  }
  const { run, throughput } = capacity;
  return {
    key: "capacity",
    label,
    value: formatFigure(throughput),
    unit: "req/s",
    caption: `held for 5m in run ${run.number}, ${formatAge(run.ranAt, now)}${words}`,
    href: `/runs/${run.id}`,
  };
}

/** Whether the tested capacity counts. */
export function isProven({ capacity, doubt }: Pick<ExperimentDetail, "capacity" | "doubt">): boolean {
  return capacity.proven && doubt?.ended !== true;
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
  who: string;
  createdAt: string;
  runs: string;
  texts: string[];
}

export function prepareVersions(sets: readonly TargetSetRead[]): TargetVersion[] {
  return sets.map(({ version, source, branch, createdBy, createdAt, runs, texts }) => ({
    version,
    branch,
    who:
      branch !== null
        ? `from branch ${branch}`
        : source === "upload"
          ? "from an upload"
          : `by ${createdBy ?? "a token or a former member"}`,
    createdAt: createdAt.toISOString(),
    runs: runs === 0 ? "no runs judged by it" : `${plural(runs, "run")} judged by it`,
    texts,
  }));
}

export interface TrendSpark {
  key: string;
  name: string;
  latest: string;
  values: (number | null)[];
  label: string;
}

/** The last runs, oldest first; one run alone is no trend. */
export function prepareSparks(runs: readonly ExperimentRun[]): TrendSpark[] {
  if (runs.length < 2) return [];
  const ordered = runs.toReversed();
  const spark = (
    key: string,
    name: string,
    pick: (run: ExperimentRun) => number | null,
    show: (run: ExperimentRun) => string | null,
  ): TrendSpark => {
    const values = ordered.map(pick);
    const spoken = ordered.map((run) => show(run) ?? "none");
    return {
      key,
      name,
      latest: runs[0] === undefined ? "not reported" : (show(runs[0]) ?? "not reported"),
      values,
      label: `${name} of the last ${values.length} runs: ${spoken.join(", ")}`,
    };
  };
  return [
    spark(
      "p99",
      "p99",
      (run) => run.p99Ms,
      (run) => withUnit(p99Words(run), " ms"),
    ),
    spark(
      "throughput",
      "Throughput",
      (run) => run.throughput,
      ({ throughput }) => (throughput === null ? null : `${formatFigure(throughput)} req/s`),
    ),
    spark(
      "errors",
      "Error rate",
      (run) => run.errorRate,
      (run) => leastOf(run.errorsAtLeast, run.errorRate, formatPercent),
    ),
  ].filter(({ values }) => values.some((value) => value !== null));
}

export interface RunRow {
  id: string;
  number: number;
  href: string;
  state: VerdictState;
  /** A part of it may be missing, so what was judged isn't the whole run. */
  isReceiving: boolean;
  /** Set if the run was judged by other targets than the current ones. */
  judgedBy: string | null;
  throughput: string | null;
  p99: string | null;
  errors: string | null;
  held: string | null;
  environment: string | null;
  commit: string | null;
  branch: string | null;
  ranAt: string;
  uploadedAt: string;
  age: string;
  isBaseline: boolean;
  setAside: ExperimentRun["setAside"];
}

interface RowsInput {
  runs: readonly ExperimentRun[];
  presentVersion: number | null;
  baselineId: string | null;
  now: Date;
}

export function prepareRunRows({ runs, presentVersion, baselineId, now }: RowsInput): RunRow[] {
  return runs.map((run) => ({
    id: run.id,
    number: run.number,
    href: `/runs/${run.id}`,
    state: stateOf(run),
    isReceiving: run.status === "receiving",
    judgedBy: judgedBy(run.targetsVersion, presentVersion),
    throughput: run.throughput === null ? null : formatFigure(run.throughput),
    p99: p99Words(run),
    errors: leastOf(run.errorsAtLeast, run.errorRate, formatPercentFigure),
    held: run.heldThroughput === null ? null : formatFigure(run.heldThroughput),
    environment: run.environment,
    commit: run.commit?.slice(0, 7) ?? null,
    branch: run.branch,
    ranAt: run.ranAt.toISOString(),
    uploadedAt: run.publishedAt.toISOString(),
    age: formatAge(run.ranAt, now),
    isBaseline: run.id === baselineId,
    setAside: run.setAside,
  }));
}

function withUnit(text: string | null, unit: string): string | null {
  return text === null ? null : `${text}${unit}`;
}

function p99Words({ p99Ms, p99RangeMs }: ExperimentRun): string | null {
  return formatKnown({ value: p99Ms, range: p99RangeMs }, formatMillis);
}

function judgedBy(own: number | null, present: number | null): string | null {
  if (present === null || own === present) return null;
  return own === null ? "judged without targets" : `judged by version ${own}`;
}
