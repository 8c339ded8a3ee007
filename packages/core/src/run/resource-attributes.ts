import { MAX_CONFIGURATION } from "./configuration.ts";
import type { Configuration } from "./configuration.ts";

/** The distinct values of each attribute, sorted. Only as many as a run can show, and one more: then some were left out. */
export type AttributeValues = Readonly<Record<string, readonly string[]>>;

export const MAX_RUN_ATTRIBUTES = 50;
const SEPARATOR = ", ";
const MORE = "…";

/** What the resources of a request say about the attributes that a workspace names. Others aren't looked at. */
export class AttributeFold {
  readonly #values: ReadonlyMap<string, Set<string>>;

  constructor(named: readonly string[]) {
    this.#values = new Map(named.map((name) => [name, new Set()]));
  }

  take(attributes: readonly (readonly [key: string, value: string])[]): void {
    for (const [key, value] of attributes) this.#values.get(key)?.add(asValue(value));
  }

  finish(): AttributeValues {
    return joinAttributes([Object.fromEntries([...this.#values].map(([name, all]) => [name, [...all]]))]);
  }
}

export function joinAttributes(all: readonly AttributeValues[]): AttributeValues {
  const byName = Map.groupBy(all.flatMap(Object.entries<readonly string[]>), ([name]) => name);
  return Object.fromEntries(
    [...byName].flatMap(([name, own]) => {
      const values = new Set(own.flatMap(([, some]) => some).filter((value) => value !== ""));
      return values.size === 0 ? [] : [[name, shown([...values].toSorted(compare))]];
    }),
  );
}

/** The keys that a run doesn't have, in the order of the workspace's list, as long as there's room. */
export function configurationOfAttributes(
  values: AttributeValues,
  named: readonly string[],
  existing: readonly string[],
): Configuration {
  const known = new Set(existing);
  const read = new Map(Object.entries(values));
  const found = named.flatMap((name): [string, string][] => {
    const own = read.get(name);
    return own === undefined || own.length === 0 || known.has(name) ? [] : [[name, joined(own)]];
  });
  return Object.fromEntries(found.slice(0, Math.max(0, MAX_CONFIGURATION.keys - known.size)));
}

/** On one line, and no longer than the value of a configuration. */
function asValue(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_CONFIGURATION.value)
    .toWellFormed()
    .trim();
}

/** As long as they fit, and the first that doesn't. */
function shown(sorted: readonly string[]): string[] {
  let length = -SEPARATOR.length;
  const beyond = sorted.findIndex((value) => {
    length += SEPARATOR.length + value.length;
    return length > MAX_CONFIGURATION.value;
  });
  return beyond === -1 ? [...sorted] : sorted.slice(0, beyond + 1);
}

function joined(values: readonly string[]): string {
  const whole = values.join(SEPARATOR);
  if (whole.length <= MAX_CONFIGURATION.value) return whole;
  const fitting = values.filter(
    (_, at) => withMore(values.slice(0, at + 1)).length <= MAX_CONFIGURATION.value,
  );
  if (fitting.length > 0) return withMore(fitting);
  const [first = ""] = values;
  return `${first.slice(0, MAX_CONFIGURATION.value - MORE.length).toWellFormed()}${MORE}`;
}

function withMore(values: readonly string[]): string {
  return [...values, MORE].join(SEPARATOR);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
