import type { MetricSeries } from "./metric-sink.ts";
import type { ReadTwice } from "./one-counter.ts";

/** Those by which scrapers and SDKs name the process whose series they read together. */
export const TARGET_TAGS = new Set([
  "instance",
  "job",
  "host",
  "pod",
  "host.name",
  "host_name",
  "service.name",
  "service_name",
  "service.instance.id",
  "service_instance_id",
  "k8s.pod.name",
  "k8s_pod_name",
  "container.id",
]);

/** They tell places apart, such as two clusters. */
export const AREA_TAGS = [
  "cluster",
  "cluster_name",
  "k8s.cluster.name",
  "k8s_cluster_name",
  "datacenter",
  "region",
  "environment",
  "env",
  "namespace",
  "k8s.namespace.name",
  "k8s_namespace_name",
];

/** The labels by which replicas of one collector differ. */
export interface ReplicaLabels {
  /** Always name a replica. */
  sure: readonly string[];
  /** Name a replica if a request has one value of it on all its series. Pods and shards have labels of the same name. */
  likely: readonly string[];
  /** Whether other labels are found by what their sources count. */
  finds: boolean;
}

export const REPLICA_LABELS: ReplicaLabels = {
  sure: ["__replica__"],
  likely: ["prometheus_replica", "replica"],
  finds: true,
};

type Tags = MetricSeries["tags"];

/** What a series says about the replica that sent it. */
export interface ReplicaTag {
  label: string;
  replica: string;
  sure: boolean;
  /** By what its sources have counted. */
  found: boolean;
  /** Without these labels, the series is the same for all replicas. */
  labels: readonly string[];
}

/** Null: it has no such label. `twice`: what was found by what its sources count. */
export function replicaOf(
  { tags }: MetricSeries,
  { sure, likely, finds }: ReplicaLabels,
  twice: readonly ReadTwice[] = [],
): ReplicaTag | null {
  const named = firstOf(tags, sure) ?? firstOf(tags, likely);
  if (named === null) return finds ? foundIn(tags, twice) : null;
  const [label, replica] = named;
  // Operators add a label of their own beside the one that people choose, with the same value.
  const copies = tags.filter(([name, value]) => value === replica && likely.includes(name) && name !== label);
  return {
    label,
    replica,
    sure: sure.includes(label),
    found: false,
    labels: [label, ...copies.map(([name]) => name)],
  };
}

/** An address or a pod's name can be another process's tomorrow. Any other label was given to a sender. */
export function canBeFound(label: string): boolean {
  return !TARGET_TAGS.has(label);
}

function foundIn(tags: Tags, twice: readonly ReadTwice[]): ReplicaTag | null {
  for (const { label, values } of twice)
    for (const [name, replica] of tags)
      if (name === label && values.includes(replica) && canBeFound(label))
        return { label, replica, sure: false, found: true, labels: [label] };
  return null;
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
