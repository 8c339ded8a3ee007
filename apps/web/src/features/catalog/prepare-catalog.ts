import { figureName, groupSentence } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { CatalogEntry, CatalogPage, CatalogRun, ExperimentLine } from "@headroom/services";
import type { OutcomeState } from "@headroom/ui";
import { formatAge, outcomeState } from "@headroom/ui";
import { hasChange, prepareDelta } from "../delta/prepare-delta.ts";
import type { DeltaModel } from "../delta/prepare-delta.ts";
import { catalogSentence, outcomeCounts } from "./catalog-sentence.ts";
import type { OutcomeCounts } from "./catalog-sentence.ts";
import { lineSpark } from "./line-spark.ts";
import type { LineSpark } from "./line-spark.ts";
import { columnTarget, p99Of, throughputOf } from "./prepare-figures.ts";
import type { CatalogFigure } from "./prepare-figures.ts";
import { isNarrowed } from "./search-params.ts";
import type { CatalogQuery } from "./search-params.ts";

export const ROWS_ON_A_PAGE = 50;

export interface CatalogRow {
  id: string;
  name: string;
  href: string;
  about: string;
  state: OutcomeState;
  ofSome: boolean;
  throughput: CatalogFigure | null;
  p99: CatalogFigure | null;
  /** Null: none was found. */
  delta: DeltaModel | null;
  /** Whether something changed, or was looked for. */
  hasChange: boolean;
  /** Its last runs by what changed, or what its own target is about. Null: fewer than two runs have it. */
  spark: (LineSpark & { name: string }) | null;
  last: {
    runId: string;
    href: string;
    number: number;
    age: string;
    ranAt: string;
    uploadedAt: string;
    commit: string | null;
  } | null;
  /** A run of a branch that doesn't count. */
  newer: { href: string; number: number; branch: string } | null;
}

export interface CatalogGroup {
  key: string;
  /** Null: the rows are sorted by a column, and each names its own service. */
  title: { service: string; group: string | null; sentence: string } | null;
  rows: CatalogRow[];
}

export interface CatalogModel {
  sentence: { lead: string; rest: string };
  counts: OutcomeCounts;
  groups: CatalogGroup[];
  /** Experiments with the chosen verdict, on all pages. */
  found: number;
  /** There are no experiments at all. */
  empty: boolean;
}

interface CatalogInput {
  page: CatalogPage & { lines: readonly ExperimentLine[] };
  query: CatalogQuery;
  now: Date;
}

export function prepareCatalog({ page, query, now }: CatalogInput): CatalogModel {
  const counts = outcomeCounts(page.counts);
  const narrowed = isNarrowed(query);
  return {
    sentence: catalogSentence(page.counts, narrowed),
    counts,
    groups: groupsOf(page, query, now),
    found: page.total,
    empty: counts.all === 0 && !narrowed,
  };
}

/** In the order of services, which a page may cut; by anything else, each row names its own service. */
function groupsOf(
  { experiments, groups: found, lines }: CatalogInput["page"],
  { sort }: CatalogQuery,
  now: Date,
): CatalogGroup[] {
  if (experiments.length === 0) return [];
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const rowIn = (entry: CatalogEntry, alone: boolean) =>
    rowOf(entry, { line: lineOf.get(entry.id), now, alone });
  if (sort !== "service")
    return [{ key: "all", title: null, rows: experiments.map((entry) => rowIn(entry, true)) }];
  const keyOf = (service: CatalogEntry["service"], group: string | null) => `${service.id} ${group ?? ""}`;
  const sentences = new Map(found.map((one) => [keyOf(one.service, one.group), groupSentence(one)]));
  const groups = new Map<string, CatalogGroup>();
  for (const entry of experiments) {
    const key = keyOf(entry.service, entry.groupName);
    const title = {
      service: entry.service.name,
      group: entry.groupName,
      sentence: sentences.get(key) ?? "",
    };
    const group = groups.get(key) ?? { key, title, rows: [] };
    group.rows.push(rowIn(entry, false));
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface RowInput {
  line: ExperimentLine | undefined;
  now: Date;
  /** Under no head that names its service. */
  alone: boolean;
}

export function rowOf(entry: CatalogEntry, { line, now, alone }: RowInput): CatalogRow {
  const [run] = entry.recentRuns;
  return {
    id: entry.id,
    name: entry.name,
    href: `/experiments/${entry.id}`,
    about: aboutOf(entry, alone),
    state: run === undefined ? "open" : outcomeState(run.outcome),
    ofSome: run?.someLabels === true,
    ...figuresOf(entry),
    spark: sparkOf(line),
    hasChange: hasChange({ changes: entry.changes, spark: line?.spark ?? [] }),
    last: run === undefined ? null : lastOf(run, entry.latest?.commit ?? null, now),
    newer: entry.newer && { href: `/runs/${entry.newer.id}`, ...entry.newer },
  };
}

/** What the latest run achieved. */
function figuresOf({ recentRuns, latest, changes }: CatalogEntry) {
  const [run] = recentRuns;
  const targets = latest?.targets ?? [];
  return {
    throughput: throughputOf(run?.throughput ?? null, columnTarget(targets, "throughput")),
    p99: run === undefined ? null : p99Of(run, columnTarget(targets, "p99"), latest?.grade ?? null),
    delta: prepareDelta(changes),
  };
}

/** A single run makes no line. */
function sparkOf(line: ExperimentLine | undefined): CatalogRow["spark"] {
  const known = line?.spark.filter(({ value }) => value !== null) ?? [];
  const spark = line === undefined || known.length < 2 ? null : lineSpark(line);
  return spark === null || line === undefined ? null : { ...spark, name: figureName(line.metric) };
}

function lastOf(run: CatalogRun, commit: string | null, now: Date): NonNullable<CatalogRow["last"]> {
  return {
    runId: run.id,
    href: `/runs/${run.id}`,
    number: run.number,
    age: formatAge(run.ranAt, now),
    ranAt: run.ranAt.toISOString(),
    uploadedAt: run.publishedAt.toISOString(),
    commit: commit?.slice(0, 7) ?? null,
  };
}

/** Tags are for filters. */
function aboutOf(entry: CatalogEntry, alone: boolean): string {
  const { runsTotal, owner, representsPeak, latest, service, groupName } = entry;
  const runs = runsTotal === 0 ? "" : plural(runsTotal, "run");
  const whose = alone ? [service.name, groupName ?? ""] : [];
  return [...whose, representsPeak ? "represents the peak" : "", runs, latest?.environment ?? "", owner ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
}
