import { DEFAULT_RULES, HeadroomError, rulesOfSources } from "@headroom/core";
import type { MappingRule, OwnSource } from "@headroom/core";
import { MAX_OWN_SOURCES, slugOf } from "@headroom/contract";
import type { OwnSourceAnswer, OwnSourceInput } from "@headroom/contract";

/** Removed ones keep their names: what they counted is still shown. */
export type StoredSource = OwnSourceAnswer & { removed?: true };

const MAX_REMOVED = 50;

/** As `traffic.own_sources` has them. Only verbs write them. */
export function storedOf(ownSources: unknown): StoredSource[] {
  return ownSources as StoredSource[];
}

/** Those in use, in the order in which they are tried. */
export function ownSourcesOf(ownSources: unknown): OwnSourceAnswer[] {
  return storedOf(ownSources).flatMap(({ removed = false, ...source }) => (removed ? [] : source));
}

/** Everything that a service's series are tried against: what people made comes first. */
export function rulesWith(ownSources: unknown): readonly MappingRule[] {
  const own: readonly OwnSource[] = ownSourcesOf(ownSources);
  return own.length === 0 ? DEFAULT_RULES : [...rulesOfSources(own), ...DEFAULT_RULES];
}

/** Sources of requests, best first. */
export function requestSources(ownSources: unknown): { id: string; title: string }[] {
  const own = ownSourcesOf(ownSources).filter(({ kind }) => kind === "requests");
  const known = DEFAULT_RULES.filter(({ to }) => to.kind === "requests");
  return [
    ...own.map(({ id, name }) => ({ id, title: name })),
    ...known.map(({ id, title }) => ({ id, title })),
  ];
}

/** Of any source of requests that counts or has counted; null: it never could. */
export function sourceTitle(ownSources: unknown, id: string | null): string | null {
  const known = requestSources(ownSources).find((source) => source.id === id);
  if (known !== undefined) return known.title;
  const removed = storedOf(ownSources).find((source) => source.id === id);
  return removed === undefined ? null : `${removed.name} (removed)`;
}

/** For people: what each one takes. */
export function describeOwn(ownSources: unknown): string[] {
  return ownSourcesOf(ownSources).map(({ name, parts }) => {
    const taken = parts.map(({ metric, field, matchers }) => {
      const conditions = matchers.map((matcher) =>
        "is" in matcher
          ? `${matcher.tag}=${matcher.is.join("|")}`
          : `${matcher.tag}!=${matcher.isNot.join("|")}`,
      );
      const where = conditions.length === 0 ? "" : `{${conditions.join(", ")}}`;
      return `${metric}${field === null ? "" : ` ${field}`}${where}`;
    });
    return `${name}: ${taken.join(" + ")}`;
  });
}

/** `wanted` takes the place of those in use. IDs are kept, and never given to another source. */
export function replaceOwnSources(ownSources: unknown, wanted: readonly OwnSourceInput[]): StoredSource[] {
  const before = storedOf(ownSources);
  const inUse = new Set(ownSourcesOf(before).map(({ id }) => id));
  const taken = new Set(before.map(({ id }) => id));
  const kept = new Set<string>();
  const after = wanted.map((source) => {
    const id = source.id ?? freeId(source.name, taken);
    if (source.id !== undefined && !inUse.has(id)) throw unknownSource(id);
    if (kept.has(id)) throw twice(id);
    kept.add(id);
    return { ...source, id };
  });
  const removed = before.filter(({ id }) => !kept.has(id));
  return [...after, ...removed.slice(-MAX_REMOVED).map((source) => ({ ...source, removed: true as const }))];
}

function freeId(name: string, taken: Set<string>): string {
  const wanted = `own-${slugOf(name, "source")}`;
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

function unknownSource(id: string): HeadroomError {
  return new HeadroomError("not-found", `The service has no source of its own with the ID "${id}".`, {
    field: "own",
    hint: "Leave the ID out to add a source.",
  });
}

function twice(id: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", `The source "${id}" is listed twice.`, {
    field: "own",
    hint: `List each source once, at most ${MAX_OWN_SOURCES}.`,
  });
}
