import { plural } from "@headroom/core/format";
import type { LatestRunOverview, Overview, ServiceOverview } from "@headroom/services";
import { OUTCOME_SAYS, countedOutcomes } from "../shell/outcome-words.ts";
import { formatAge, formatCount, formatFigure, formatKnown, formatMillis, outcomeState } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";

export interface ServiceRow {
  id: string;
  name: string;
  href: string;
  /** The worst of the latest outcomes of its experiments. */
  state: OutcomeState;
  /** "1 missing their targets, 3 holding" */
  verdicts: string;
  experiments: string;
  capacity: ServiceCapacity;
  last: { age: string; at: string } | null;
}

/** The lowest capacity of the experiments that represent the peak. One without proof makes the service unproven. */
export type ServiceCapacity =
  | { proven: true; value: string; of: string; href: string; remark: string }
  | { proven: false; state: "none" | "open"; missing: string };

export interface RunLine {
  id: string;
  href: string;
  state: OutcomeState;
  /** If it doesn't count for the service. */
  otherBranch: string | null;
  setAside: LatestRunOverview["setAside"];
  number: number;
  experiment: { name: string; href: string };
  service: string;
  figures: string;
  environment: string | null;
  age: string;
  at: string;
  uploadedAt: string;
}

export interface OverviewModel {
  sentence: { lead: string; rest: string };
  services: ServiceRow[];
  /** Services that are not shown. */
  more: number;
  runs: RunLine[];
  /** Whether a service or a run is still being judged. Each is read at a moment of its own. */
  pending: boolean;
  empty: boolean;
}

export function prepareOverview({ services, servicesTotal, latestRuns }: Overview, now: Date): OverviewModel {
  const rows = services.map((service) => rowOf(service, now));
  return {
    sentence: sentenceOf(rows, servicesTotal),
    services: rows,
    more: servicesTotal - services.length,
    runs: latestRuns.map((run) => lineOf(run, now)),
    pending:
      services.some(({ counts }) => counts.pending > 0) || latestRuns.some(({ outcome }) => outcome === null),
    empty: services.length === 0,
  };
}

const WORST = [
  "misses",
  "regressed",
  "unsure",
  "pending",
  "not-judged",
  "open",
  "no-change",
  "holds",
] as const;

/** The worst outcome. Experiments that aren't judged count only if no experiment is. */
function stateOf({ counts }: ServiceOverview): OutcomeState {
  const judged = ["misses", "regressed", "unsure", "holds", "no-change", "pending", "not-judged"] as const;
  return judged.find((state) => counts[state] > 0) ?? "open";
}

const WORDS: Record<(typeof WORST)[number], string> = {
  misses: "missing their targets",
  regressed: "regressed",
  unsure: "unsure",
  pending: "being judged",
  "not-judged": "not judged",
  open: "without results",
  "no-change": "unchanged",
  holds: "holding",
};

function rowOf(service: ServiceOverview, now: Date): ServiceRow {
  const { counts, experiments, latestAt } = service;
  return {
    id: service.id,
    name: service.name,
    href: `/catalog?service=${encodeURIComponent(service.slug)}`,
    state: stateOf(service),
    verdicts: WORST.filter((state) => counts[state] > 0)
      .map((state) => `${formatCount(counts[state])} ${WORDS[state]}`)
      .join(", "),
    experiments: plural(experiments, "experiment"),
    capacity: capacityOf(service),
    last: latestAt === null ? null : { age: formatAge(latestAt, now), at: latestAt.toISOString() },
  };
}

function capacityOf({ peaks, peaksProven, lowest }: ServiceOverview): ServiceCapacity {
  if (peaks === 0) return { proven: false, state: "open", missing: "no experiment represents the peak" };
  if (lowest === null || peaksProven < peaks) {
    const lacking = peaks - peaksProven;
    const missing =
      peaks === 1
        ? "the experiment that represents the peak has no proof"
        : `${formatCount(lacking)} of ${formatCount(peaks)} experiments that represent the peak ${lacking === 1 ? "has" : "have"} no proof`;
    return { proven: false, state: "none", missing };
  }
  return {
    proven: true,
    value: formatFigure(lowest.throughput),
    of: lowest.name,
    remark: [
      ...(lowest.elsewhere === null ? [] : [`on ${lowest.elsewhere}`]),
      ...(lowest.calibration === null
        ? []
        : [`times ${formatFigure(lowest.calibration.factor)}, as ${lowest.calibration.peakDay.name} showed`]),
      ...(lowest.accepted ? ["missed a target, accepted"] : []),
    ].join(", "),
    href: `/experiments/${lowest.experimentId}`,
  };
}

function lineOf(run: LatestRunOverview, now: Date): RunLine {
  const p99 = formatKnown({ value: run.p99Ms, range: run.p99RangeMs }, formatMillis);
  const figures = [
    run.throughput === null ? "" : `${formatFigure(run.throughput)} req/s`,
    p99 === null ? "" : `p99 ${p99} ms`,
  ];
  return {
    id: run.id,
    href: `/runs/${run.id}`,
    state: outcomeState(run.outcome),
    otherBranch: run.otherBranch,
    setAside: run.setAside,
    number: run.number,
    experiment: { name: run.experiment.name, href: `/experiments/${run.experiment.id}` },
    service: run.service.name,
    figures: figures.filter((part) => part !== "").join(" · "),
    environment: run.environment,
    age: formatAge(run.ranAt, now),
    at: run.ranAt.toISOString(),
    uploadedAt: run.publishedAt.toISOString(),
  };
}

function sentenceOf(rows: readonly ServiceRow[], total: number): OverviewModel["sentence"] {
  const [only] = rows;
  if (only !== undefined && total === 1)
    return { lead: `${only.name} ${OUTCOME_SAYS[only.state]}.`, rest: proofWords(rows) };
  const counts = countOf(rows);
  const all =
    total > rows.length
      ? `the ${formatCount(rows.length)} most recently tested services`
      : `${formatCount(total)} services`;
  const { lead, rest } = countedOutcomes(counts, all);
  return { lead, rest: [rest, proofWords(rows)].filter((part) => part !== "").join(" ") };
}

function countOf(rows: readonly ServiceRow[]): Record<OutcomeState, number> {
  const of = (state: OutcomeState) => rows.filter((row) => row.state === state).length;
  return Object.fromEntries(WORST.map((state) => [state, of(state)])) as Record<OutcomeState, number>;
}

function proofWords(rows: readonly ServiceRow[]): string {
  const unproven = rows.filter(({ capacity }) => !capacity.proven && capacity.state === "none").length;
  if (unproven === 0) return "";
  if (rows.length === 1) return "Its capacity is unproven.";
  return `${formatCount(unproven)} without proven capacity.`;
}
