import { plural } from "@headroom/core/format";
import type { LatestRunOverview, Overview, ServiceOverview } from "@headroom/services";
import { formatAge, formatCount, formatFigure, formatKnown, formatMillis } from "@headroom/ui";
import type { VerdictState } from "@headroom/ui";

export interface ServiceRow {
  id: string;
  name: string;
  href: string;
  /** The worst of the latest verdicts of its experiments. */
  state: VerdictState;
  /** "1 missed, 3 met" */
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
  state: VerdictState;
  /** If it doesn't count for the service. */
  otherBranch: string | null;
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
  empty: boolean;
}

export function prepareOverview({ services, servicesTotal, latestRuns }: Overview, now: Date): OverviewModel {
  const rows = services.map((service) => rowOf(service, now));
  return {
    sentence: sentenceOf(rows, servicesTotal),
    services: rows,
    more: servicesTotal - services.length,
    runs: latestRuns.map((run) => lineOf(run, now)),
    empty: services.length === 0,
  };
}

const WORST = ["missed", "unsure", "no-baseline", "untargeted", "open", "met"] as const;

/** The worst verdict. Experiments without targets or runs count only if no experiment was judged. */
function stateOf({ counts }: ServiceOverview): VerdictState {
  const judged = (["missed", "unsure", "met", "no-baseline"] as const).find((state) => counts[state] > 0);
  return judged ?? (counts.untargeted > 0 ? "untargeted" : "open");
}

const WORDS: Record<(typeof WORST)[number], string> = {
  missed: "missed",
  unsure: "unsure",
  "no-baseline": "without a baseline",
  untargeted: "without targets",
  open: "without results",
  met: "met",
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
    state: run.verdict ?? "untargeted",
    otherBranch: run.otherBranch,
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
  const count = (state: VerdictState) => rows.filter((row) => row.state === state).length;
  const [only] = rows;
  if (only !== undefined && total === 1) return { lead: ONE[only.state](only.name), rest: proofWords(rows) };
  const met = count("met");
  const all =
    total > rows.length
      ? `the ${formatCount(rows.length)} most recently tested services`
      : `${formatCount(total)} services`;
  const rest = [
    counted(count("missed"), "missed"),
    counted(count("unsure"), "unsure"),
    counted(count("untargeted") + count("open") + count("no-baseline"), "not judged"),
  ].filter((part) => part !== "");
  return {
    lead: `${formatCount(met)} of ${all} ${met === 1 ? "holds" : "hold"}.`,
    rest: [rest.length === 0 ? "" : `${rest.join(", ")}.`, proofWords(rows)]
      .filter((part) => part !== "")
      .join(" "),
  };
}

const ONE: Record<VerdictState, (name: string) => string> = {
  met: (name) => `${name} holds.`,
  missed: (name) => `${name} does not hold.`,
  unsure: (name) => `${name} has an unsure verdict.`,
  "no-baseline": (name) => `${name} has no baseline yet.`,
  untargeted: (name) => `${name} has no targets yet.`,
  open: (name) => `${name} has no results yet.`,
  none: (name) => `${name} has no proof yet.`,
};

function proofWords(rows: readonly ServiceRow[]): string {
  const unproven = rows.filter(({ capacity }) => !capacity.proven && capacity.state === "none").length;
  if (unproven === 0) return "";
  if (rows.length === 1) return "Its capacity is unproven.";
  return `${formatCount(unproven)} without proven capacity.`;
}

function counted(count: number, words: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${words}`;
}
