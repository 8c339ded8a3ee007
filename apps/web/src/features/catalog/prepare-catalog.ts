import type { CatalogEntry, CatalogRun } from "@headroom/services";
import type { Verdict } from "@headroom/core";
import { formatAge, formatCount, formatFigure, formatMillis } from "@headroom/ui";
import type { VerdictState } from "@headroom/ui";
import type { VerdictFilter } from "./search-params.ts";

export interface CatalogFigure {
  value: string;
  unit: string;
  /** Above 1 inside the target; null without one. */
  ratio: number | null;
  verdict: Verdict | null;
  /** "0.81×" or "+40 ms": the distance from the target. */
  distance: string;
  /** "≥ 50,000 req/s", for those who do not see the column's head. */
  wanted: string;
}

export interface CatalogRow {
  id: string;
  name: string;
  /** The latest run's page; null when nothing ran yet. */
  href: string | null;
  about: string;
  state: VerdictState;
  throughput: CatalogFigure | null;
  p99: CatalogFigure | null;
  spark: { values: (number | null)[]; target: number | null; verdict: Verdict | null; label: string } | null;
  last: { number: number; age: string; publishedAt: string; commit: string | null } | null;
}

export interface CatalogGroup {
  key: string;
  service: string;
  name: string | null;
  rows: CatalogRow[];
}

export interface CatalogModel {
  sentence: { lead: string; rest: string };
  counts: Record<VerdictFilter, number>;
  groups: CatalogGroup[];
  experiments: number;
  services: number;
}

interface CatalogInput {
  experiments: readonly CatalogEntry[];
  now: Date;
  verdict: VerdictFilter;
}

export function prepareCatalog({ experiments, now, verdict }: CatalogInput): CatalogModel {
  const counts = countsOf(experiments);
  const shown = experiments.filter((entry) => verdict === "all" || filterOf(entry) === verdict);
  return {
    sentence: sentenceOf(counts, experiments.filter((entry) => stateOf(entry) === "untargeted").length),
    counts,
    groups: groupsOf(shown, now),
    experiments: experiments.length,
    services: new Set(experiments.map(({ service }) => service.id)).size,
  };
}

function stateOf({ recentRuns: [latest] }: CatalogEntry): VerdictState {
  if (latest === undefined) return "open";
  return latest.verdict ?? "untargeted";
}

/** An experiment without targets is as open as one that never ran: nothing says whether it holds. */
function filterOf(entry: CatalogEntry): Exclude<VerdictFilter, "all"> {
  const state = stateOf(entry);
  return state === "met" || state === "missed" || state === "unsure" ? state : "open";
}

function countsOf(experiments: readonly CatalogEntry[]): Record<VerdictFilter, number> {
  const counts = { all: experiments.length, met: 0, missed: 0, unsure: 0, open: 0 };
  for (const entry of experiments) counts[filterOf(entry)] += 1;
  return counts;
}

function sentenceOf(counts: Record<VerdictFilter, number>, untargeted: number): CatalogModel["sentence"] {
  const { all, met, missed, unsure, open } = counts;
  const neverRan = open - untargeted;
  if (all === 1) return { lead: oneSentence({ met, missed, unsure, untargeted }), rest: "" };
  const lead = `${formatCount(met)} of ${formatCount(all)} experiments ${met === 1 ? "holds" : "hold"}.`;
  const parts = [
    missed > 0 ? `${formatCount(missed)} ${missed === 1 ? "misses" : "miss"}` : "",
    unsure > 0 ? `${formatCount(unsure)} ${unsure === 1 ? "is" : "are"} too close to call` : "",
    untargeted > 0 ? `${formatCount(untargeted)} ${untargeted === 1 ? "has" : "have"} no targets` : "",
    neverRan > 0 ? `${formatCount(neverRan)} ${neverRan === 1 ? "has" : "have"} no result` : "",
  ].filter((part) => part !== "");
  return { lead, rest: parts.length === 0 ? "" : `${parts.join(", ")}.` };
}

function oneSentence(is: Record<"met" | "missed" | "unsure" | "untargeted", number>): string {
  if (is.met > 0) return "The one experiment holds.";
  if (is.missed > 0) return "The one experiment does not hold yet.";
  if (is.unsure > 0) return "The one experiment is too close to call.";
  return is.untargeted > 0
    ? "The one experiment has no targets yet."
    : "The one experiment has no result yet.";
}

/** By service, then by group, each in the order of the list: what ran last stands first. */
function groupsOf(experiments: readonly CatalogEntry[], now: Date): CatalogGroup[] {
  const groups = new Map<string, CatalogGroup>();
  for (const entry of experiments) {
    const key = `${entry.service.id} ${entry.groupName ?? ""}`;
    const group = groups.get(key) ?? { key, service: entry.service.name, name: entry.groupName, rows: [] };
    group.rows.push(rowOf(entry, now));
    groups.set(key, group);
  }
  return [...groups.values()];
}

function rowOf(entry: CatalogEntry, now: Date): CatalogRow {
  const [latest] = entry.recentRuns;
  return {
    id: entry.id,
    name: entry.name,
    href: latest === undefined ? null : `/runs/${latest.id}`,
    about: aboutOf(entry),
    state: stateOf(entry),
    throughput: latest === undefined ? null : throughputOf(latest),
    p99: latest === undefined ? null : p99Of(latest),
    spark: latest === undefined ? null : sparkOf(entry.recentRuns, latest),
    last:
      latest === undefined
        ? null
        : {
            number: latest.number,
            age: formatAge(latest.publishedAt, now),
            publishedAt: latest.publishedAt.toISOString(),
            commit: null,
          },
  };
}

function aboutOf({ runsTotal, tags, owner, representsPeak }: CatalogEntry): string {
  const runs = runsTotal === 0 ? "" : `${formatCount(runsTotal)} ${runsTotal === 1 ? "run" : "runs"}`;
  return [representsPeak ? "represents the peak" : "", runs, ...tags, owner ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
}

function throughputOf({ throughput }: CatalogRun): CatalogFigure | null {
  if (throughput === null) return null;
  return {
    value: formatFigure(throughput),
    unit: "req/s",
    ratio: null,
    verdict: null,
    distance: "",
    wanted: "",
  };
}

function p99Of({ p99Ms }: CatalogRun): CatalogFigure | null {
  if (p99Ms === null) return null;
  return { value: formatMillis(p99Ms), unit: "ms", ratio: null, verdict: null, distance: "", wanted: "" };
}

function sparkOf(recentRuns: readonly CatalogRun[], latest: CatalogRun): CatalogRow["spark"] {
  const values = recentRuns.map(({ p99Ms }) => p99Ms).toReversed();
  if (values.every((value) => value === null)) return null;
  const spoken = values.map((value) => (value === null ? "none" : formatMillis(value))).join(", ");
  return { values, target: null, verdict: latest.verdict, label: `p99 of the last runs, in ms: ${spoken}` };
}
