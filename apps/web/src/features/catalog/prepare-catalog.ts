import { groupSentence } from "@headroom/core";
import type { FigureId, LevelChange } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { CatalogEntry, CatalogPage, CatalogRun } from "@headroom/services";
import type { OutcomeState } from "@headroom/ui";
import { formatAge, outcomeState } from "@headroom/ui";
import { prepareDelta } from "../delta/prepare-delta.ts";
import type { DeltaModel } from "../delta/prepare-delta.ts";
import { catalogSentence, outcomeCounts } from "./catalog-sentence.ts";
import type { OutcomeCounts } from "./catalog-sentence.ts";
import { columnTarget, p99Of, sparkOf, throughputOf } from "./prepare-figures.ts";
import type { CatalogFigure, CatalogSpark } from "./prepare-figures.ts";
import { isNarrowed } from "./search-params.ts";
import type { CatalogQuery } from "./search-params.ts";

export const ROWS_ON_A_PAGE = 50;

export interface CatalogRow {
  id: string;
  name: string;
  href: string;
  about: string;
  state: OutcomeState;
  throughput: CatalogFigure | null;
  p99: CatalogFigure | null;
  /** Null: none was found. */
  delta: DeltaModel | null;
  /** Whether there are runs that could differ. */
  isCompared: boolean;
  sparks: { p99: CatalogSpark | null; throughput: CatalogSpark | null };
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
  page: CatalogPage;
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

/** Grouped only when all experiments fit on one page in the default order; otherwise a group would be split. */
function groupsOf(
  { experiments, total, groups: found }: CatalogPage,
  { sort }: CatalogQuery,
  now: Date,
): CatalogGroup[] {
  const whole = total <= ROWS_ON_A_PAGE && sort === "latest";
  if (experiments.length === 0) return [];
  if (!whole) return [{ key: "all", title: null, rows: experiments.map((entry) => rowOf(entry, now, true)) }];
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
    group.rows.push(rowOf(entry, now, false));
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function rowOf(entry: CatalogEntry, now: Date, alone: boolean): CatalogRow {
  const [run] = entry.recentRuns;
  return {
    id: entry.id,
    name: entry.name,
    href: `/experiments/${entry.id}`,
    about: aboutOf(entry, alone),
    state: run === undefined ? "open" : outcomeState(run.outcome),
    ...figuresOf(entry),
    isCompared: entry.recentRuns.length > 1,
    last: run === undefined ? null : lastOf(run, entry.latest?.commit ?? null, now),
    newer: entry.newer && { href: `/runs/${entry.newer.id}`, ...entry.newer },
  };
}

/** What the latest run achieved, and how it got there. */
function figuresOf({ recentRuns, latest, changes }: CatalogEntry) {
  const [run] = recentRuns;
  const verdict = run?.verdict ?? null;
  const targets = latest?.targets ?? [];
  const wanted = columnTarget(targets, "throughput");
  const limit = columnTarget(targets, "p99");
  return {
    throughput: throughputOf(run?.throughput ?? null, wanted),
    p99: run === undefined ? null : p99Of(run, limit, latest?.grade ?? null),
    delta: prepareDelta(changes),
    sparks: {
      p99: sparkOf(recentRuns, "p99Ms", { target: limit, verdict, change: changeOf(changes, "p99") }),
      throughput: sparkOf(recentRuns, "throughput", {
        target: wanted,
        verdict,
        change: changeOf(changes, "throughput"),
      }),
    },
  };
}

/** Of that figure. */
function changeOf(changes: readonly LevelChange[], metric: FigureId): LevelChange | null {
  return changes.find((change) => change.label === null && change.metric === metric) ?? null;
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

function aboutOf(entry: CatalogEntry, alone: boolean): string {
  const { runsTotal, tags, owner, representsPeak, latest, service, groupName } = entry;
  const runs = runsTotal === 0 ? "" : plural(runsTotal, "run");
  const whose = alone ? [service.name, groupName ?? ""] : [];
  return [
    ...whose,
    representsPeak ? "represents the peak" : "",
    runs,
    latest?.environment ?? "",
    ...tags,
    owner ?? "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
