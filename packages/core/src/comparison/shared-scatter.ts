import { fitOf, likelyAdded, shares, SMALL } from "./added-by-runs.ts";
import type { AddedGrid, KnownScatter } from "./added-by-runs.ts";
import type { RunValue } from "./run-scatter.ts";

/** The logarithms of one label's earlier runs. */
export interface LabelHistory {
  /** Variance within one run. */
  within: number;
  /** One list for each level, of runs that other labels have, too. */
  levels: readonly (readonly RunValue[])[];
}

/** With fewer labels, what all of them do together can't be told from what each does alone. */
const MIN_LABELS = 3;
/** How likely it is beforehand that one label scatters in a way that the others don't show. */
const UNLIKE_OTHERS = 0.2;

interface Residuals {
  within: number;
  /** With what the label's runs scatter on their own: how little the label shows of what moves all of them. */
  spread: number;
  df: number;
  byRun: Map<string, number>;
}

/** A run's mean over the labels, each weighted by how little it scatters on its own. */
interface RunMean {
  weight: number;
  mean: number;
}

/**
 * What runs add to each label's noise, from the earlier runs of all labels. A label's run is off by what moves all labels
 * in that run and by what moves this label alone. The first shows in the mean over the labels, with far less noise than in
 * one label. The second shows in what is left of each label, and other labels count as a sign of how large it is. Null:
 * too few labels have earlier runs.
 */
export function addedTogether(labels: readonly (LabelHistory | null)[]): (AddedGrid | null)[] {
  const none = labels.map(() => null);
  const residuals = labels.map((label) => (label === null ? null : residualsOf(label)));
  const usable = residuals.flatMap((one) => (one === null || one.df === 0 ? [] : [one]));
  if (usable.length < MIN_LABELS) return none;
  const middles = middlesOf(usable);
  for (const label of usable) label.spread = spreadAround(label, middles);
  const means = meansOf(usable);
  const together = togetherOf(usable, means);
  const added = likelyAdded(together.within, together.variance);
  const fits = added.map((one) => fitOf(one, together) + beforehandOf(one, together.within));
  const ofAll = { added, weights: shares(fits) };
  const left = residuals.map((one) => (one === null || one.df === 0 ? null : leftOf(one, means)));
  const alone = aloneOf(left);
  return left.map((_, at) => {
    const own = alone[at] ?? null;
    return own === null ? null : sumOf(ofAll, own);
  });
}

/** Of each run from the mean of its level. */
function residualsOf({ within, levels }: LabelHistory): Residuals {
  const byRun = new Map<string, number>();
  let df = 0;
  for (const level of levels) {
    if (level.length < 2) continue;
    const mean = level.reduce((sum, { value }) => sum + value, 0) / level.length;
    for (const { run, value } of level) byRun.set(run, value - mean);
    df += level.length - 1;
  }
  return { within, spread: within, df, byRun };
}

/** What moves all labels in each run, at a first glance: the weighted median, which one restless label doesn't shift. */
function middlesOf(labels: readonly Residuals[]): Map<string, number> {
  const byRun = Map.groupBy(
    labels.flatMap((label) =>
      [...label.byRun].map(([run, value]) => ({ run, value, weight: label.within ** -0.5 })),
    ),
    ({ run }) => run,
  );
  return new Map([...byRun].map(([run, values]) => [run, weightedMedian(values)]));
}

function weightedMedian(values: readonly { value: number; weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { value, weight } of sorted) {
    below += weight;
    if (below >= half) return value;
  }
  return 0;
}

function spreadAround({ within, df, byRun }: Residuals, middles: ReadonlyMap<string, number>): number {
  const squares = [...byRun].reduce((sum, [run, value]) => sum + (value - (middles.get(run) ?? 0)) ** 2, 0);
  return Math.max(within, squares / df);
}

function meansOf(labels: readonly Residuals[]): Map<string, RunMean> {
  const means = new Map<string, RunMean>();
  for (const { spread, byRun } of labels)
    for (const [run, residual] of byRun) {
      const had = means.get(run) ?? { weight: 0, mean: 0 };
      const weight = had.weight + 1 / spread;
      means.set(run, { weight, mean: had.mean + (residual - had.mean) / spread / weight });
    }
  return means;
}

function togetherOf(labels: readonly Residuals[], means: ReadonlyMap<string, RunMean>): KnownScatter {
  const weights = labels.reduce((sum, { spread }) => sum + 1 / spread, 0);
  const df = labels.reduce((sum, one) => sum + one.df / one.spread, 0) / weights;
  const runs = [...means.values()];
  const squares = runs.reduce((sum, { mean }) => sum + mean * mean, 0);
  const within = runs.reduce((sum, { weight }) => sum + 1 / weight, 0) / runs.length;
  return { variance: squares / df, df, within };
}

/** What is left of a label's runs after what all labels do together. */
function leftOf({ within, spread, df, byRun }: Residuals, means: ReadonlyMap<string, RunMean>): KnownScatter {
  let [squares, taken] = [0, 0];
  for (const [run, residual] of byRun) {
    const { weight, mean } = means.get(run) ?? { weight: Infinity, mean: 0 };
    squares += (residual - mean) ** 2;
    taken += 1 / spread / weight;
  }
  const free = df * (1 - taken / byRun.size);
  return free < 1e-9 ? { variance: 0, df: 0, within } : { variance: squares / free, df: free, within };
}

/** What runs may add to each label alone: what the others show, unless it is unlike them, and what it shows itself. */
function aloneOf(left: readonly (KnownScatter | null)[]): (AddedGrid | null)[] {
  const known = left.filter((one) => one !== null);
  const within = Math.min(...known.map((one) => one.within));
  const added = likelyAdded(within, Math.max(...known.map(({ variance }) => variance)));
  const fits = left.map((one) => (one === null ? null : added.map((each) => fitOf(each, one))));
  const shown = fits.map((fit) => (fit === null ? null : shownToOthers(fit)));
  const all = added.map((one, place) =>
    shown.reduce((sum, fit) => sum + (fit?.[place] ?? 0), beforehandOf(one, within)),
  );
  return fits.map((own, at) => {
    if (own === null) return null;
    const others = shares(all.map((sum, place) => sum - (shown[at]?.[place] ?? 0)));
    const beforehand = others.map((share) => (1 - UNLIKE_OTHERS) * share + UNLIKE_OTHERS / added.length);
    return { added, weights: shares(own.map((fit, place) => fit + Math.log(beforehand[place] ?? 0))) };
  });
}

/** A label that may be unlike the others says only so much about them, however restless it is. */
function shownToOthers(fit: readonly number[]): number[] {
  const likely = shares(fit);
  return likely.map((share) => Math.log((1 - UNLIKE_OTHERS) * share + UNLIKE_OTHERS / fit.length));
}

/**
 * Several labels rarely hide much scatter by chance: beforehand their added deviation b has the density 1 / (b + s)², the
 * square of what one label on its own gets. The logarithm of the difference.
 */
function beforehandOf(added: number, within: number): number {
  return -Math.log(Math.sqrt(added) + SMALL * Math.sqrt(within));
}

const PLACES = 96;
/** Rarer sums change no probability that matters. */
const NEVER = 1e-7;

/** The distribution of a sum, on places of equal ratio. */
function sumOf(one: AddedGrid, other: AddedGrid): AddedGrid {
  const low = Math.max(one.added[0] ?? 0, other.added[0] ?? 0);
  const high = (one.added.at(-1) ?? 0) + (other.added.at(-1) ?? 0);
  const step = Math.log(high / low) / (PLACES - 1);
  const weights = new Array<number>(PLACES).fill(0);
  for (const [at, added] of one.added.entries())
    for (const [place, more] of other.added.entries()) {
      const near = Math.max(0, Math.round(Math.log((added + more) / low) / step));
      weights[near] = (weights[near] ?? 0) + (one.weights[at] ?? 0) * (other.weights[place] ?? 0);
    }
  const places = [...weights.keys()].filter((at) => (weights[at] ?? 0) > NEVER);
  return {
    added: places.map((at) => low * Math.exp(at * step)),
    weights: places.map((at) => weights[at] ?? 0),
  };
}
