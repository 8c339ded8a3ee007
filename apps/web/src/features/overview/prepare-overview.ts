import { countedOutcomes, SILENT_SECONDS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ExperimentLine, Overview, ServiceOverview } from "@headroom/services";
import { hasChange, missedTargetWords, prepareDelta } from "../delta/prepare-delta.ts";
import type { DeltaModel } from "../delta/prepare-delta.ts";
import { lineSpark } from "../catalog/line-spark.ts";
import type { LineSpark } from "../catalog/line-spark.ts";
import { againstTarget, betterLine, worseRow } from "./prepare-line.ts";
import type { AgainstTarget, BetterLine, WorseRow } from "./prepare-line.ts";
import { serviceAddress } from "../shell/service-address.ts";
import { GROUP_SAYS, OUTCOME_SAYS } from "../shell/outcome-words.ts";
import { formatAge, formatCount, formatFigure } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";

export interface ServiceRow {
  id: string;
  name: string;
  href: string;
  /** The worst of the latest outcomes of its experiments. */
  state: OutcomeState;
  /** "1 misses its targets, 3 hold" */
  verdicts: string;
  experiments: string;
  capacity: ServiceCapacity;
  last: { age: string; at: string } | null;
  /** Live traffic arrives. */
  isLive: boolean;
  /** Nothing was ever tested in it. */
  isUntested: boolean;
  /** Its experiment with the worst outcome; null: it has none. */
  worst: {
    name: string;
    href: string;
    against: AgainstTarget | null;
    spark: LineSpark | null;
    delta: DeltaModel | null;
    /** Whether something changed, or was looked for. */
    hasChange: boolean;
  } | null;
}

/** The lowest capacity of the experiments that represent the peak. One without proof makes the service unproven. */
export type ServiceCapacity =
  | {
      proven: true;
      word: "measured" | "held" | "proven";
      value: string;
      of: string;
      href: string;
      remark: string;
    }
  | { proven: false; state: "none" | "open"; missing: string };

export interface OverviewModel {
  sentence: { lead: string; rest: string };
  services: ServiceRow[];
  /** Services that are not shown. */
  more: number;
  /** The worst first. */
  worse: WorseRow[];
  /** How many got worse and aren't shown. */
  moreWorse: number;
  /** What got better lately. */
  better: BetterLine[];
  betterTotal: number;
  /** "8 services, 19 experiments" */
  size: string;
  /** "3 of 8 hold" */
  holding: string;
  /** Whether a service or a run is still being judged. Each is read at a moment of its own. */
  pending: boolean;
  empty: boolean;
}

export function prepareOverview(overview: Overview, now: Date): OverviewModel {
  const { services, servicesTotal, latestRuns, worse, worseTotal, better, betterTotal } = overview;
  const rows = services.map((service) => serviceRowOf(service, now)).toSorted(byNeed);
  const shown = worse.flatMap(worseRow);
  return {
    sentence: worseTotal === 0 ? sentenceOf(rows, servicesTotal) : worseSentence(worse, worseTotal),
    worse: shown,
    moreWorse: worseTotal - shown.length,
    better: better.flatMap(betterLine),
    betterTotal,
    size: sizeWords(overview),
    holding: holdingWords(rows),
    services: rows,
    more: servicesTotal - services.length,
    pending:
      services.some(({ counts }) => counts.pending > 0) || latestRuns.some(({ outcome }) => outcome === null),
    empty: services.length === 0,
  };
}

/** Of those that are shown, if there are more. */
function sizeWords({ services, servicesTotal }: Overview): string {
  const experiments = services.reduce((sum, one) => sum + one.experiments, 0);
  const more = servicesTotal > services.length ? "" : `, ${plural(experiments, "experiment")}`;
  return `${plural(servicesTotal, "service")}${more}`;
}

function holdingWords(rows: readonly ServiceRow[]): string {
  const holding = rows.filter(({ state }) => state === "holds" || state === "no-change").length;
  return `${formatCount(holding)} of ${formatCount(rows.length)} ${holding === 1 ? "holds" : "hold"}`;
}

/** Services that need somebody first; the order of those that are alike stays. */
function byNeed(a: ServiceRow, b: ServiceRow): number {
  const rank = ({ state }: ServiceRow) => WORST.indexOf(state);
  return rank(a) - rank(b);
}

/** "2 experiments got worse." and which of them miss a target. */
function worseSentence(lines: readonly ExperimentLine[], total: number): { lead: string; rest: string } {
  const missing = lines.filter(({ state }) => state === "misses").length;
  const [first] = lines;
  const delta = first === undefined ? null : prepareDelta(first.changes);
  if (total === 1 && first !== undefined && delta !== null) {
    const misses = missing === 1 ? ` ${missWords(first)}` : "";
    return { lead: `${first.name} got worse: ${delta.text} ${delta.since}.${misses}`, rest: "" };
  }
  const misses =
    missing === 0
      ? ""
      : `, and ${missing === 1 ? "one of them misses" : `${formatCount(missing)} of them miss`} targets`;
  return { lead: `${formatCount(total)} experiments got worse${misses}.`, rest: "" };
}

/** As its own page says it. */
function missWords({ target, changes: [change] }: ExperimentLine): string {
  const own = target === null ? [] : [{ ...target, label: null }];
  return (change && missedTargetWords(own, change)) ?? `It ${OUTCOME_SAYS.misses}.`;
}

/** The worst first. */
export const WORST = [
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

export function serviceRowOf(service: ServiceOverview, now: Date): ServiceRow {
  const { counts, experiments, latestAt, heardAt } = service;
  return {
    id: service.id,
    name: service.name,
    href: serviceAddress(service.slug),
    state: stateOf(service),
    verdicts: WORST.filter((state) => counts[state] > 0)
      .map((state) => `${formatCount(counts[state])} ${GROUP_SAYS[state](counts[state])}`)
      .join(", "),
    experiments: plural(experiments, "experiment"),
    capacity: capacityOf(service),
    worst: worstOf(service),
    isLive: heardAt !== null && now.getTime() - heardAt.getTime() < SILENT_SECONDS * 1_000,
    isUntested: experiments === 0,
    last: latestAt === null ? null : { age: formatAge(latestAt, now), at: latestAt.toISOString() },
  };
}

function worstOf({ worst }: ServiceOverview): ServiceRow["worst"] {
  if (worst === null || worst.run === null) return null;
  return {
    name: worst.name,
    href: `/experiments/${worst.id}`,
    against: againstTarget(worst),
    spark: lineSpark(worst),
    delta: prepareDelta(worst.changes),
    hasChange: hasChange(worst),
  };
}

function capacityOf({ slug, peaks, peaksProven, lowest, production }: ServiceOverview): ServiceCapacity {
  if (peaks === 0) return { proven: false, state: "open", missing: "no experiment represents the peak" };
  if (lowest === null || peaksProven < peaks) {
    const lacking = peaks - peaksProven;
    const missing =
      peaks === 1
        ? "in the experiment that represents the peak"
        : `in ${formatCount(lacking)} of ${formatCount(peaks)} experiments that represent the peak`;
    return { proven: false, state: "none", missing };
  }
  if (production !== null)
    return {
      proven: true,
      word: "proven",
      value: formatFigure(production),
      of: "production itself",
      href: serviceAddress(slug, "headroom"),
      remark: "",
    };
  return {
    proven: true,
    word: lowest.accepted ? "measured" : lowest.elsewhere === null ? "proven" : "held",
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
