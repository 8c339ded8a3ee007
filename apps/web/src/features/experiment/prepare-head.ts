import { deltaSentence, deltaWords } from "@headroom/core";
import type { LevelChange } from "@headroom/core";
import type { ExperimentDetail, ExperimentRun } from "@headroom/services";
import { formatAge, formatFigure, formatMillis, outcomeState } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";
import { isSearched, missedTargetWords, prepareDelta } from "../delta/prepare-delta.ts";
import type { DeltaModel } from "../delta/prepare-delta.ts";
import { atUsers } from "../overview/prepare-line.ts";
import { OUTCOME_SAYS } from "../shell/outcome-words.ts";
import { prepareStated } from "./prepare-stated.ts";
import { latencyWords, rowMetricOf } from "./row-metric.ts";

export interface ExperimentHead {
  state: OutcomeState;
  ofSome: boolean;
  /** Null: changes were looked for, and none was found. Undefined: the runs are too few to look for one in. */
  delta: DeltaModel | null | undefined;
  lead: string;
  rest: string;
  meta: { name: string; value: string }[];
}

const NO_BREAK = "\u00a0";

/** The outcome of the latest run that counts in words, with the figures that it was about. */
export function prepareHead(detail: ExperimentDetail, now: Date): ExperimentHead {
  const [run] = detail.recentRuns;
  return {
    state: stateOf(run),
    ofSome: run?.someLabels === true,
    delta: deltaOf(detail),
    ...(run === undefined ? noRun(detail) : sentenceOf(detail, run)),
    meta: [...metaOfRun(run, now), ...metaOf(detail)],
  };
}

function deltaOf(detail: ExperimentDetail): ExperimentHead["delta"] {
  const metric = rowMetricOf(detail);
  const values = detail.recentRuns.map(({ latencyMs }) => latencyMs[metric] ?? null);
  return prepareDelta(detail.changes) ?? (isSearched(values) ? null : undefined);
}

function noRun({ name: full, isReceiving }: ExperimentDetail): { lead: string; rest: string } {
  const name = short(full);
  return isReceiving
    ? { lead: `${name} has no complete run yet.`, rest: "Its first run is still in progress." }
    : { lead: `${name} has no runs yet.`, rest: "Its first run will be judged by the targets below." };
}

/** The whole name is above the sentence. */
function short(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).trimEnd()}…`;
}

const MAX_NAME = 60;

export function stateOf(run: Pick<ExperimentRun, "outcome"> | undefined): OutcomeState {
  return run === undefined ? "open" : outcomeState(run.outcome);
}

function sentenceOf(detail: ExperimentDetail, run: ExperimentRun): { lead: string; rest: string } {
  const where = isOfOtherBranch(detail, run) ? ` on branch ${run.branch}` : "";
  const change = isOfOtherBranch(detail, run) ? undefined : detail.changes[0];
  const holds = `${OUTCOME_SAYS[stateOf(run)]}${where}.`;
  const lead =
    change === undefined || change.state === "accepted"
      ? `${short(detail.name)} ${holds}`
      : changedWords(change, missedTargetWords(detail.latestTargets, change) ?? `It ${holds}`);
  const figures = [
    run.throughput === null ? "" : `${formatFigure(run.throughput)}${NO_BREAK}req/s`,
    latencyOf(detail, run),
  ].filter((part) => part !== "");
  const judged = isJudgedByBranch(detail, run) ? " Judged by that branch's targets." : "";
  const newer = newerWords(detail);
  return {
    lead,
    rest: `Run ${run.number}${figures.length === 0 ? "" : `: ${figures.join(", ")}`}.${judged}${newer}`,
  };
}

/** Of a target that is for some load only, what was measured under that load: the whole run's figure isn't judged. */
function latencyOf(detail: ExperimentDetail, run: ExperimentRun): string {
  const { latestTargets } = detail;
  const judged = latestTargets.find(({ metric, label }) => label === null && /^(p\d|mean)/.test(metric));
  const name = judged === undefined ? null : atUsers(judged.metric, judged.text);
  if (judged !== undefined && name !== null && name !== judged.metric && judged.value !== null) {
    const format = judged.unit === "ms" ? formatMillis : formatFigure;
    return `${judged.metric} ${format(judged.value)}${NO_BREAK}${judged.unit}${name.slice(judged.metric.length)}`;
  }
  const metric = rowMetricOf(detail);
  const latency = latencyWords(run, metric);
  return latency === null ? "" : `${metric} ${latency}${NO_BREAK}ms`;
}

function changedWords(change: LevelChange, then: string): string {
  const { span } = deltaWords(change);
  return `${deltaSentence(change)}${span === null ? "" : ` (${span})`}. ${then}`;
}

/** What a change does isn't what the experiment does. */
function isOfOtherBranch({ defaultBranches }: ExperimentDetail, { branch }: ExperimentRun): boolean {
  return branch !== null && !defaultBranches.includes(branch);
}

function newerWords({ newer }: ExperimentDetail): string {
  return newer === null
    ? ""
    : ` Run ${newer.number} is newer, but doesn't count: it is of branch ${newer.branch}.`;
}

function isJudgedByBranch({ targetSets }: ExperimentDetail, { targetsVersion }: ExperimentRun): boolean {
  return targetSets.some(({ version, branch }) => version === targetsVersion && branch !== null);
}

/** When, of which branch and where the latest run that counts was made. */
function metaOfRun(run: ExperimentRun | undefined, now: Date): ExperimentHead["meta"] {
  if (run === undefined) return [];
  const { number, ranAt, branch, environment } = run;
  return [
    { name: `Run ${number}`, value: formatAge(ranAt, now) },
    ...(branch === null ? [] : [{ name: "Branch", value: branch }]),
    ...(environment === null ? [] : [{ name: "Environment", value: environment }]),
  ];
}

function metaOf({
  service,
  groupName,
  owner,
  representsPeak,
  stated,
  baseline,
  capacity,
  doubt,
}: ExperimentDetail): ExperimentHead["meta"] {
  return [
    { name: "Service", value: service.name },
    ...(capacity.proven
      ? [
          {
            name: doubt?.ended === true ? "Held once" : "Held for 5m",
            value: `${formatFigure(capacity.throughput)} req/s`,
          },
        ]
      : []),
    ...(groupName === null ? [] : [{ name: "Group", value: groupName }]),
    ...(owner === null ? [] : [{ name: "Owner", value: owner }]),
    ...(baseline?.isReceiving === true
      ? [
          {
            name: "Baseline",
            value: `run ${baseline.number} is in progress again, and isn't compared with until it has finished`,
          },
        ]
      : []),
    ...(stated === null ? [] : [{ name: "Stated in", value: prepareStated(stated).file }]),
    ...(representsPeak ? [{ name: "", value: "Represents the peak" }] : []),
  ];
}
