import type { Warnings } from "../../findings.ts";
import type { Series } from "./exposition.ts";
import { isServerError, partsOf, statusOf } from "./endpoint.ts";
import type { EndpointLabels } from "./endpoint.ts";
import type { LabelledHistogram } from "./histogram-cell.ts";

/** A counter belongs to a histogram if both counted the same requests; a scrape may fall between the two. */
const MAX_APART = 0.01;

/** How many requests of each endpoint failed; null where the scrape does not tell. */
export interface Errors {
  all: number;
  /** By the endpoint's parts; null: not told apart. */
  of: (parts: readonly (string | null)[]) => number | null;
}

/** The counters that stand beside a histogram of requests by the usual names. */
export function counterNames(histogram: string): { byStatus: string[]; ofErrors: string[] } {
  const stem = histogram.replace(/_(duration_|latency_)?[a-z]+$/, "");
  return {
    byStatus: [`${stem}s_total`, `${stem}_total`],
    ofErrors: [`${stem}_errors_total`, `${stem}s_errors_total`, `${stem}s_failed_total`],
  };
}

export interface Scraped {
  /** The histogram that was chosen, by its labels. */
  histograms: readonly LabelledHistogram[];
  series: readonly Series[];
  /** The name of the histogram. */
  name: string;
}

/** Errors by the status of the histogram itself, else by a counter with a status, else by a counter of errors. */
export function errorsOf(
  { histograms, series, name }: Scraped,
  by: EndpointLabels,
  warnings: Warnings,
): Errors | null {
  if (histograms.some(({ labels }) => statusOf(labels, by) !== null)) {
    const failed = histograms.filter(({ labels }) => isServerError(statusOf(labels, by) ?? ""));
    return counted(
      failed.map(({ labels, cell }) => ({ parts: partsOf(labels, by), count: cell.requests })),
      histograms.map(({ labels }) => partsOf(labels, by)),
    );
  }
  const requests = histograms.reduce((sum, { cell }) => sum + cell.requests, 0);
  const failures = failuresByCounter(series, name, by, requests);
  if (failures === null) {
    warnings.add("failures-untold", "The scrape does not show how many of the histogram's requests failed.");
    return null;
  }
  return counted(
    failures.map(({ labels, value }) => ({ parts: partsOf(labels, by), count: value })),
    histograms.map(({ labels }) => partsOf(labels, by)),
  );
}

function failuresByCounter(
  series: readonly Series[],
  name: string,
  by: EndpointLabels,
  requests: number,
): Series[] | null {
  const { byStatus, ofErrors } = counterNames(name);
  const counters = series.filter(({ value }) => Number.isSafeInteger(value) && value >= 0);
  const withStatus = counters.filter(
    ({ name: of, labels }) => byStatus.includes(of) && statusOf(labels, by) !== null,
  );
  const total = sumOf(withStatus);
  if (withStatus.length > 0 && Math.abs(total - requests) <= requests * MAX_APART) {
    return withStatus.filter(({ labels }) => isServerError(statusOf(labels, by) ?? ""));
  }
  const errors = counters.filter(({ name: of }) => ofErrors.includes(of));
  return errors.length > 0 && sumOf(errors) <= requests ? errors : null;
}

function sumOf(series: readonly Series[]): number {
  return series.reduce((sum, { value }) => sum + value, 0);
}

type Parts = readonly (string | null)[];

/** Failures go to the one endpoint that they can be of; where it may be one of several, none of these is told. */
function counted(failures: readonly { parts: Parts; count: number }[], endpoints: readonly Parts[]): Errors {
  const index = new EndpointIndex(endpoints);
  const byEndpoint = new Map<string, number | null>();
  for (const { parts, count } of failures) {
    if (count === 0) continue;
    const own = index.coveredBy(parts);
    for (const endpoint of own) {
      const before = byEndpoint.get(endpoint) ?? (byEndpoint.has(endpoint) ? null : 0);
      byEndpoint.set(endpoint, own.size > 1 || before === null ? null : before + count);
    }
  }
  return {
    all: failures.reduce((sum, { count }) => sum + count, 0),
    of: (parts) => (byEndpoint.has(keyOf(parts)) ? (byEndpoint.get(keyOf(parts)) ?? null) : 0),
  };
}

/** Finds endpoints by what is known of them. Each choice of known parts is looked up in its own table. */
class EndpointIndex {
  readonly #endpoints: readonly Parts[];
  readonly #tables = new Map<string, Map<string, Set<string>>>();

  constructor(endpoints: readonly Parts[]) {
    this.#endpoints = endpoints;
  }

  coveredBy(known: Parts): ReadonlySet<string> {
    const choice = known.map((part) => (part === null ? "-" : "x")).join("");
    let table = this.#tables.get(choice);
    if (table === undefined) {
      table = this.#tableOf(known);
      this.#tables.set(choice, table);
    }
    return table.get(keyOf(known)) ?? new Set();
  }

  #tableOf(known: Parts): Map<string, Set<string>> {
    const table = new Map<string, Set<string>>();
    for (const endpoint of this.#endpoints) {
      const key = keyOf(endpoint.map((part, place) => (known[place] === null ? null : part)));
      table.set(key, (table.get(key) ?? new Set()).add(keyOf(endpoint)));
    }
    return table;
  }
}

function keyOf(parts: Parts): string {
  return JSON.stringify(parts);
}
