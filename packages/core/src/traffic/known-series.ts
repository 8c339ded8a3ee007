import { storableLabel } from "../aggregate/label-register.ts";
import type { SourceName } from "./fold-readings.ts";
import { mapSeries } from "./map-series.ts";
import type { MappedSeries } from "./map-series.ts";
import type { MappingRule } from "./mapping-rule.ts";
import type { MetricSeries } from "./metric-sink.ts";
import type { ReadTwice } from "./one-counter.ts";
import { AREA_TAGS, REPLICA_LABELS, replicaOf, TARGET_TAGS } from "./replica-labels.ts";
import type { ReplicaLabels, ReplicaTag } from "./replica-labels.ts";
import { isSimulated } from "./traffic-origin.ts";
import { twinKeysOf } from "./twin-names.ts";

/** What decides what a series becomes. */
export interface SeriesMapping {
  rules: readonly MappingRule[];
  foldPaths: boolean;
  /** A short name for a source, from everything that identifies it. */
  keyOf: (identity: string) => string;
  replicaLabels?: ReplicaLabels | undefined;
  /** Sources that two senders read. */
  readTwice?: readonly ReadTwice[] | undefined;
}

export interface KnownSeries {
  series: MetricSeries;
  /** Its name and field. */
  metric: string;
  /** Null: no rule fits. */
  mapped: MappedSeries | null;
  simulated: boolean;
  /** Null: it names none. */
  replica: ReplicaTag | null;
  /** Null: it wasn't needed yet. */
  name: SourceName | null;
}

const MAX_LABEL_LENGTH = 200;
/** Remembered with each target. */
const MAX_REPLICA_LENGTH = 64;
/** Mappings by which one series is remembered, such as those of two services that get the same one. */
const MAX_MAPPINGS = 4;

/** What a series became by one mapping; behind it, by others. */
interface Memo {
  known: KnownSeries;
  mapping: SeriesMapping;
  next: Memo | null;
}

/**
 * What series became, for as long as a decoder keeps handing over the same objects for them. It is noted at the series itself: a
 * WeakMap of 50,000 series costs the garbage collector several times what is saved.
 */
export class SeriesMemory {
  readonly #mapping: SeriesMapping;

  constructor(mapping: SeriesMapping) {
    this.#mapping = mapping;
  }

  of(series: MetricSeries): KnownSeries {
    const first = memoOf(series);
    let [memo, mappings] = [first, 0];
    for (; memo !== null; memo = memo.next, mappings++) if (this.#isFor(memo)) return memo.known;
    const known: KnownSeries = {
      series,
      mapped: this.#map(series),
      name: null,
      simulated: isSimulated(series),
      replica: replicaOf(series, this.#mapping.replicaLabels ?? REPLICA_LABELS, this.#mapping.readTwice),
      metric: series.field === null ? series.name : `${series.name}\0${series.field}`,
    };
    const { rules, foldPaths, keyOf, replicaLabels, readTwice } = this.#mapping;
    const added: Memo = {
      known,
      mapping: { rules, foldPaths, keyOf, replicaLabels, readTwice },
      next: mappings < MAX_MAPPINGS ? first : null,
    };
    series.memo = added;
    return known;
  }

  /** Rules and names stay the same objects for as long as they mean the same. */
  #isFor({ mapping }: Memo): boolean {
    const { rules, foldPaths, keyOf, replicaLabels, readTwice } = this.#mapping;
    const areSame = mapping.replicaLabels === replicaLabels && mapping.readTwice === readTwice;
    return areSame && mapping.foldPaths === foldPaths && mapping.rules === rules && mapping.keyOf === keyOf;
  }

  #map(series: MetricSeries): MappedSeries | null {
    const mapped = mapSeries(series, this.#mapping.rules, this.#mapping);
    if (mapped === null || mapped.kind === "gauge") return mapped;
    return { ...mapped, label: storableLabel(mapped.label, MAX_LABEL_LENGTH) };
  }

  /** The parts of one histogram have one name. */
  nameOf(known: KnownSeries): SourceName {
    known.name ??= nameOf(known, this.#mapping.keyOf);
    return known.name;
  }
}

function memoOf(series: MetricSeries): Memo | null {
  const memo = (series.memo ?? null) as Memo | null;
  return memo?.known.series === series ? memo : null;
}

/** They tell targets of the same name apart, such as those of two clusters. */
const PLACE_TAGS = new Set([...TARGET_TAGS, ...AREA_TAGS, "prometheus"]);

function twinOf(
  rule: string | null,
  tags: MetricSeries["tags"],
  keyOf: SeriesMapping["keyOf"],
): Pick<SourceName, "twin"> {
  const twin = rule === null ? null : twinKeysOf(rule, tags, keyOf);
  return twin === null ? {} : { twin };
}

function jointOf(
  mapped: Extract<MappedSeries, { kind: "requests" }> | null,
  identity: MetricSeries["tags"],
  keyOf: SeriesMapping["keyOf"],
): Pick<SourceName, "joint"> {
  if (mapped === null || mapped.joint === null) return {};
  return { joint: keyOf(JSON.stringify(["joint", mapped.joint, identity, mapped.label])) };
}

function nameOf(known: KnownSeries, keyOf: SeriesMapping["keyOf"]): SourceName {
  const { series, replica } = known;
  const mapped = known.mapped?.kind === "requests" ? known.mapped : null;
  const { part, edition } = mapped ?? { part: null, edition: null };
  const { name, tags } = part === null ? series : { name: part.histogram, tags: part.tags };
  const bare = replica === null ? tags : tags.filter(([tag]) => !replica.labels.includes(tag));
  const ofTarget = (kind: string, identity: MetricSeries["tags"]) =>
    keyOf(JSON.stringify([kind, name, identity, ...(edition === null ? [] : [edition])]));
  const identity = bare.filter(([tag]) => TARGET_TAGS.has(tag));
  const source = {
    metric: name,
    tags,
    key: keyOf(JSON.stringify([name, tags])),
    target: identity.length === 0 ? null : ofTarget("target", identity),
    ...twinOf(mapped?.rule ?? null, bare, keyOf),
    ...jointOf(mapped, identity, keyOf),
  };
  if (replica === null) return source;
  const place = bare.filter(([tag]) => PLACE_TAGS.has(tag));
  return {
    ...source,
    replica: {
      label: replica.label,
      name: storableLabel(replica.replica, MAX_REPLICA_LENGTH),
      sure: replica.sure,
      found: replica.found,
      bare: keyOf(JSON.stringify([name, bare])),
      group: ofTarget("replicas", identity.length === 0 ? bare : place),
    },
  };
}
