import type { SlicedRun } from "./sliced-run.ts";

/** Shares of the requests by label, and how many requests there are. */
export interface CountedMix {
  labels: ReadonlyMap<string, number>;
  requests: number;
}

export interface MovedLabel {
  label: string;
  before: number;
  after: number;
}

/** A smaller change of a share moves no figure by as much as counts. */
const MOVED_SHARE = 0.02;
/** In standard deviations. Of a hundred labels whose requests are drawn at random, hardly ever one is as far away. */
const BEYOND_CHANCE = 4;

/** The labels whose share of the requests changed by more than chance, those that changed most first. */
export function movedLabels(before: CountedMix, after: CountedMix): MovedLabel[] {
  if (!(before.requests > 0 && after.requests > 0) || before.labels.size === 0 || after.labels.size === 0)
    return [];
  const sum = 1 / before.requests + 1 / after.requests;
  return [...new Set([...before.labels.keys(), ...after.labels.keys()])]
    .map((label) => ({
      label,
      before: before.labels.get(label) ?? 0,
      after: after.labels.get(label) ?? 0,
    }))
    .filter((one) => {
      const apart = Math.abs(one.after - one.before);
      const pooled =
        (one.before * before.requests + one.after * after.requests) / (before.requests + after.requests);
      const deviation = Math.sqrt(pooled * (1 - pooled) * sum);
      return apart > MOVED_SHARE * Math.max(one.before, one.after) && apart > BEYOND_CHANCE * deviation;
    })
    .toSorted((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before));
}

/** A run and its labels, in the same slices. */
export interface LabelledRun {
  whole: SlicedRun;
  labels: readonly SlicedRun[];
}

/** The labels may lack so much of a run's requests. */
const LEFT_OUT = 0.001;

/**
 * A run as it would be at the mix of another one with the same labels: each request counts as often as the share of its label
 * says. Null: the labels aren't all of that other run, or not in the same slices.
 */
export function atMixOf(reference: LabelledRun, run: LabelledRun): SlicedRun | null {
  const counts = reference.labels.map(requestsOf);
  const known = counts.reduce((sum, one) => sum + one, 0);
  if (!(known > 0) || known < (1 - LEFT_OUT) * requestsOf(reference.whole)) return null;
  const { whole, labels } = run;
  const isAlike = (one: SlicedRun) =>
    one.sliceSeconds === whole.sliceSeconds && one.requests.length === whole.requests.length;
  if (!labels.every(isAlike)) return null;
  const weights = labels.map(
    (one, at) => ((counts[at] ?? 0) / known) * (requestsOf(whole) / requestsOf(one)),
  );
  return weights.every(Number.isFinite) ? weighted(labels, weights, whole) : null;
}

function requestsOf({ requests }: SlicedRun): number {
  return requests.reduce((sum, count) => sum + count, 0);
}

function weighted(labels: readonly SlicedRun[], weights: readonly number[], like: SlicedRun): SlicedRun {
  const slices = like.requests.length;
  const starts = new Uint32Array(slices + 1);
  const buckets: number[] = [];
  const counts: number[] = [];
  for (let slice = 0; slice < slices; slice++) {
    for (const [at, one] of labels.entries())
      for (let entry = one.starts[slice] ?? 0; entry < (one.starts[slice + 1] ?? 0); entry++) {
        buckets.push(one.buckets[entry] ?? 0);
        counts.push((one.counts[entry] ?? 0) * (weights[at] ?? 0));
      }
    starts[slice + 1] = buckets.length;
  }
  const total = (of: (one: SlicedRun) => Float64Array) =>
    Float64Array.from({ length: slices }, (_, slice) =>
      labels.reduce((sum, one, at) => sum + (of(one)[slice] ?? 0) * (weights[at] ?? 0), 0),
    );
  const none = new Float64Array(0);
  return {
    ...like,
    requests: total(({ requests }) => requests),
    errors: labels.every(({ errors }) => errors !== null) ? total(({ errors }) => errors ?? none) : null,
    items: total(({ items }) => items),
    sums: labels.every(({ sums }) => sums !== null) ? total(({ sums }) => sums ?? none) : null,
    starts,
    buckets: Uint16Array.from(buckets),
    counts: Float64Array.from(counts),
  };
}
