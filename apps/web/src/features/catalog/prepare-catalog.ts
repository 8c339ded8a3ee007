import type { CatalogEntry, CatalogRun } from "@headroom/services";
import type { Verdict } from "@headroom/core";
import {
  formatAge,
  formatCount,
  formatFigure,
  formatMillis,
  formatSigned,
  formatTimes,
  insideRatio,
} from "@headroom/ui";
import type { Grade, VerdictState } from "@headroom/ui";
import { thresholdTitle } from "../run/target-words.ts";
import type { JudgedTarget } from "../run/target-words.ts";
import { catalogSentence, filterOf, stateOf, verdictCounts } from "./catalog-sentence.ts";
import type { VerdictCounts } from "./catalog-sentence.ts";
import type { LatestRun } from "./router.ts";
import type { CatalogQuery } from "./search-params.ts";

export const ROWS_ON_A_PAGE = 50;

export interface CatalogFigure {
  value: string;
  unit: string;
  /** Against the target; null without one. */
  against: { ratio: number; verdict: Verdict; distance: string; wanted: string } | null;
  grade: Grade | null;
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
  counts: VerdictCounts;
  groups: CatalogGroup[];
  experiments: number;
  services: number;
  /** With the chosen verdict, on all pages. */
  found: number;
}

/** The experiments of one page of a view. */
export function catalogRows(experiments: readonly CatalogEntry[], query: CatalogQuery): CatalogEntry[] {
  const start = (query.page - 1) * ROWS_ON_A_PAGE;
  return withVerdict(experiments, query).slice(start, start + ROWS_ON_A_PAGE);
}

interface CatalogInput {
  experiments: readonly CatalogEntry[];
  query: CatalogQuery;
  latest: ReadonlyMap<string, LatestRun>;
  now: Date;
}

export function prepareCatalog({ experiments, query, latest, now }: CatalogInput): CatalogModel {
  return {
    sentence: catalogSentence(experiments),
    counts: verdictCounts(experiments),
    groups: groupsOf(catalogRows(experiments, query), latest, now),
    experiments: experiments.length,
    services: new Set(experiments.map(({ service }) => service.id)).size,
    found: withVerdict(experiments, query).length,
  };
}

function withVerdict(experiments: readonly CatalogEntry[], { verdict }: CatalogQuery): CatalogEntry[] {
  return experiments.filter((entry) => verdict === "all" || filterOf(entry) === verdict);
}

/** By service, then by group, each in the order of the list: what ran last stands first. */
function groupsOf(
  experiments: readonly CatalogEntry[],
  latest: ReadonlyMap<string, LatestRun>,
  now: Date,
): CatalogGroup[] {
  const groups = new Map<string, CatalogGroup>();
  for (const entry of experiments) {
    const key = `${entry.service.id} ${entry.groupName ?? ""}`;
    const group = groups.get(key) ?? { key, service: entry.service.name, name: entry.groupName, rows: [] };
    const [run] = entry.recentRuns;
    group.rows.push(run === undefined ? openRow(entry) : rowOf(entry, run, latest.get(run.id) ?? null, now));
    groups.set(key, group);
  }
  return [...groups.values()];
}

function openRow(entry: CatalogEntry): CatalogRow {
  const { id, name } = entry;
  const nothing = { href: null, throughput: null, p99: null, spark: null, last: null };
  return { id, name, about: aboutOf(entry, null), state: stateOf(entry), ...nothing };
}

function rowOf(entry: CatalogEntry, run: CatalogRun, latest: LatestRun | null, now: Date): CatalogRow {
  const ofRun = (latest?.targets ?? []).filter(({ label }) => label === null);
  const wanted = ofRun.find(({ metric, unit }) => metric === "throughput" && unit === "/s") ?? null;
  const limit = ofRun.find(({ metric, unit }) => metric === "p99" && unit === "ms") ?? null;
  return {
    id: entry.id,
    name: entry.name,
    href: `/runs/${run.id}`,
    about: aboutOf(entry, latest),
    state: stateOf(entry),
    throughput: throughputOf(latest?.throughput ?? run.throughput, wanted),
    p99: p99Of(latest?.p99Ms ?? run.p99Ms, limit, latest?.grade ?? null),
    spark: sparkOf(entry.recentRuns, run, limit),
    last: {
      number: run.number,
      age: formatAge(run.publishedAt, now),
      publishedAt: run.publishedAt.toISOString(),
      commit: latest?.commit?.slice(0, 7) ?? null,
    },
  };
}

function aboutOf({ runsTotal, tags, owner, representsPeak }: CatalogEntry, latest: LatestRun | null): string {
  const runs = runsTotal === 0 ? "" : `${formatCount(runsTotal)} ${runsTotal === 1 ? "run" : "runs"}`;
  return [representsPeak ? "represents the peak" : "", runs, latest?.environment ?? "", ...tags, owner ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
}

function throughputOf(value: number | null, target: JudgedTarget | null): CatalogFigure | null {
  if (value === null) return null;
  const distance = target === null || target.threshold <= 0 ? "" : formatTimes(value / target.threshold);
  return {
    value: formatFigure(value),
    unit: "req/s",
    against: againstOf(value, target, distance),
    grade: null,
  };
}

function p99Of(value: number | null, target: JudgedTarget | null, grade: Grade | null): CatalogFigure | null {
  if (value === null) return null;
  const away = target === null ? 0 : value - target.threshold;
  const distance = `${away === 0 ? "0" : formatSigned(away, formatMillis)} ms`;
  return { value: formatMillis(value), unit: "ms", against: againstOf(value, target, distance), grade };
}

function againstOf(value: number, target: JudgedTarget | null, distance: string): CatalogFigure["against"] {
  if (target === null || target.threshold <= 0) return null;
  const ratio = insideRatio(target.comparator, value, target.threshold);
  return { ratio, verdict: target.verdict, distance, wanted: thresholdTitle(target) };
}

function sparkOf(
  recentRuns: readonly CatalogRun[],
  run: CatalogRun,
  limit: JudgedTarget | null,
): CatalogRow["spark"] {
  const values = recentRuns.map(({ p99Ms }) => p99Ms).toReversed();
  if (values.every((value) => value === null)) return null;
  const spoken = values.map((value) => (value === null ? "none" : formatMillis(value))).join(", ");
  return {
    values,
    target: limit?.threshold ?? null,
    verdict: limit?.verdict ?? run.verdict,
    label: `p99 of the last runs, in ms: ${spoken}`,
  };
}
