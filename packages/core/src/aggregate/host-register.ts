import type { HostTotals } from "../cell/run-totals.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";

/** All hosts past the busiest, as one. */
export const OTHER_HOSTS = "(other)";
/** Hosts that are counted apart while a file is read; those after them are others. */
const MOST_COUNTED = 200;
/** The busiest are kept. */
const MOST_KEPT = 20;
const MAX_HOST_LENGTH = 260;

/** Requests that are added to, or taken from, those of the labels of a host. */
interface Moved {
  errors: number;
  latencies: Sketch;
}

/**
 * The requests of each tested host. Nearly every label has one: its figures are the host's, and nothing is counted twice. Only
 * requests of a label that go to another host than its first are counted apart.
 */
export class HostRegister {
  /** Null: the source says none of these requests. */
  readonly #names: (string | null)[] = [];
  readonly #numbers = new Map<string | null, number>();
  readonly #added: Moved[] = [];
  readonly #taken: Moved[] = [];

  number(host: string | null): number {
    const name = host === null || host.length <= MAX_HOST_LENGTH ? host : OTHER_HOSTS;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#names.length >= MOST_COUNTED && name !== OTHER_HOSTS) return this.number(OTHER_HOSTS);
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  /** A request of a label whose first host is `from`. */
  move(from: number | null, to: number, latencyMicros: number, failed: boolean): void {
    count((this.#added[to] ??= nothing()), latencyMicros, failed);
    const taken = from ?? this.number(null);
    count((this.#taken[taken] ??= nothing()), latencyMicros, failed);
  }

  /** `labels`: the totals of labels with their first host; null: the source doesn't say. Busiest first; empty: it never does. */
  list(labels: Iterable<{ host: number | null; total: Cell }>): HostTotals[] {
    if (!this.#names.some((name) => name !== null)) return [];
    const sums = new Map<number, Moved>();
    const sumOf = (host: number) => {
      const sum = sums.get(host) ?? nothing();
      sums.set(host, sum);
      return sum;
    };
    for (const { host, total } of labels) {
      // Figures of another file beside single requests: neither says how the two share them.
      if (total.distribution.kind !== "sketch") return [];
      add(sumOf(host ?? this.number(null)), { errors: total.errors, latencies: total.distribution.all });
    }
    this.#added.forEach((moved, host) => add(sumOf(host), moved));
    const totals = [...sums].map(([host, sum]) =>
      totalsOf(this.#names[host] ?? null, sum, this.#taken[host]),
    );
    const busiest = totals
      .filter(({ latencies }) => latencies.count > 0)
      .toSorted((a, b) => b.latencies.count - a.latencies.count || (nameOf(a) < nameOf(b) ? -1 : 1));
    return withoutMany(busiest);
  }
}

/** The busiest hosts of several lists of them, and the rest together. Changes the sketches that it is given. */
export function joinHosts(lists: readonly (readonly HostTotals[])[]): HostTotals[] {
  const joined = new Map<string | null, HostTotals>();
  for (const one of lists.flat()) {
    const known = joined.get(one.host);
    if (known === undefined) joined.set(one.host, { ...one });
    else {
      known.errors += one.errors;
      known.latencies.merge(one.latencies);
    }
  }
  const busiest = [...joined.values()].toSorted(
    (a, b) => b.latencies.count - a.latencies.count || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
  return withoutMany(busiest);
}

function withoutMany(hosts: readonly HostTotals[]): HostTotals[] {
  const named = hosts.filter(({ host }) => host !== OTHER_HOSTS && host !== null);
  const rest = [...named.slice(MOST_KEPT), ...hosts.filter(({ host }) => host === OTHER_HOSTS)];
  const other = { host: OTHER_HOSTS, ...nothing() };
  for (const one of rest) add(other, one);
  return [
    ...named.slice(0, MOST_KEPT),
    ...(other.latencies.count === 0 ? [] : [other]),
    ...hosts.filter(({ host }) => host === null),
  ];
}

function totalsOf(host: string | null, sum: Moved, taken: Moved | undefined): HostTotals {
  if (taken === undefined) return { host, ...sum };
  return {
    host,
    errors: sum.errors - taken.errors,
    latencies: sum.latencies.without(taken.latencies).sketch,
  };
}

function nothing(): Moved {
  return { errors: 0, latencies: new Sketch() };
}

function add(to: Moved, { errors, latencies }: Moved): void {
  to.errors += errors;
  to.latencies.merge(latencies);
}

function count(moved: Moved, latencyMicros: number, failed: boolean): void {
  moved.latencies.add(latencyMicros);
  if (failed) moved.errors++;
}

const nameOf = ({ host }: HostTotals) => host ?? "";
