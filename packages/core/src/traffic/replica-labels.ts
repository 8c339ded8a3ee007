import type { MetricSeries } from "./metric-sink.ts";

/** The labels by which replicas of one collector differ. */
export interface ReplicaLabels {
  /** Always name a replica. */
  sure: readonly string[];
  /** Name a replica if a request has one value of it on all its series. Pods and shards have labels of the same name. */
  likely: readonly string[];
}

export const REPLICA_LABELS: ReplicaLabels = {
  sure: ["__replica__"],
  likely: ["prometheus_replica", "replica"],
};

type Tags = MetricSeries["tags"];

/** What a series says about the replica that sent it. */
export interface ReplicaTag {
  label: string;
  replica: string;
  sure: boolean;
  /** Without these labels, the series is the same for all replicas. */
  labels: readonly string[];
}

/** Null: it has no such label. */
export function replicaOf({ tags }: MetricSeries, { sure, likely }: ReplicaLabels): ReplicaTag | null {
  const found = firstOf(tags, sure) ?? firstOf(tags, likely);
  if (found === null) return null;
  const [label, replica] = found;
  // Operators add a label of their own beside the one that people choose, with the same value.
  const copies = tags.filter(([name, value]) => value === replica && likely.includes(name) && name !== label);
  return { label, replica, sure: sure.includes(label), labels: [label, ...copies.map(([name]) => name)] };
}

function firstOf(tags: Tags, labels: readonly string[]): Tags[number] | null {
  for (const label of labels) for (const tag of tags) if (tag[0] === label && tag[1] !== "") return tag;
  return null;
}

/** Whether all series of a request are from one replica. */
export class ReplicaScan {
  readonly labels: ReplicaLabels;
  #series = 0;
  /** By label; a replica of null: there are several. */
  readonly #found = new Map<string, { replica: string | null; series: number }>();

  constructor(labels: ReplicaLabels) {
    this.labels = labels;
  }

  take(tag: ReplicaTag | null): void {
    this.#series += 1;
    if (tag === null) return;
    const found = this.#found.get(tag.label);
    if (found === undefined) this.#found.set(tag.label, { replica: tag.replica, series: 1 });
    else {
      found.series += 1;
      if (found.replica !== tag.replica) found.replica = null;
    }
  }

  isAlone(label: string): boolean {
    const found = this.#found.get(label);
    return found !== undefined && found.replica !== null && found.series === this.#series;
  }
}
