import {
  besideFace,
  CONFIDENCE,
  doubtAtLook,
  FALSE_DISCOVERY_RATE,
  movedMore,
  record,
  RELEVANT_SHARE,
  toldNoise,
  withShown,
  worstComparison,
} from "@headroom/core";
import type {
  ChangeReason,
  ComparisonVerdict,
  EarlierRun,
  MetricStatistic,
  RunNoise,
  SidesInput,
  Usual,
} from "@headroom/core";
import type { LabelRow } from "@headroom/contract";
import type { EarlierRunRead, LabelName, LabelTotalsRead } from "@headroom/db";
import type { StoredStatistics } from "../run/record/stored.ts";
import { figuresOf, isLiveTraffic } from "./compared-run.ts";
import type { ComparisonEngine } from "./engine.ts";
import { toEarlier } from "./find-earlier.ts";
import type { NoiseReader, SideRun } from "./read-noise.ts";
import { screenPair } from "./screen-pair.ts";
import type { ScreenedPair } from "./screen-pair.ts";
import { labelsApart, usualDaysOf } from "./stored-usual.ts";
import type { StoredUsual } from "./stored-usual.ts";

export interface PairToWorkOut {
  before: readonly SideRun[];
  after: readonly SideRun[];
  /** The other runs of the level, of which the first of `before` is the newest. */
  level: readonly SideRun[];
  /** One list for each experiment, in order of time. */
  earlier: readonly (readonly EarlierRunRead[])[];
  between: readonly (readonly EarlierRunRead[])[];
  veto: ChangeReason | null;
  loadOfPlan: boolean;
  /** By which the second side is weighted to the mix of the first one's first run; null: they have the same. */
  mix: readonly LabelName[] | null;
  labels: readonly PairLabel[];
  /** Labels of targets. */
  watched: readonly LabelName[];
  usual: StoredUsual | null;
  /** How many times the commit of the second side has been judged, this time included. */
  look: number;
}

/** A label with its figures in the window that pages show of it, by the ID of their run. */
export interface PairLabel extends LabelName {
  window: LabelRow["window"];
  inRuns: ReadonlyMap<string, EarlierRun>;
  earlier: readonly (readonly EarlierRun[])[];
  between: readonly (readonly EarlierRun[])[];
}

export interface PairTools {
  noise: NoiseReader;
  engine: ComparisonEngine;
  /** Of the labels that aren't the busiest, read when it is needed; null: they aren't looked at. */
  rest: {
    readTotals(): Promise<LabelTotalsRead[]>;
    readLabels(names: readonly LabelName[]): Promise<PairLabel[]>;
  } | null;
}

/** Of the false discovery rate of the busiest labels: labels that the screen finds add little to what a pair gets wrong. */
const SCREENED_SHARE = 0.2;

/**
 * Everything known about a pair. The whole runs are one family of tests, their busiest labels another. The other labels are
 * screened, and those that the screen finds are a third.
 */
export async function comparePair(pair: PairToWorkOut, tools: PairTools): Promise<StoredStatistics> {
  const { noise, engine } = tools;
  const { veto, loadOfPlan } = pair;
  const earlier = pair.earlier.map((runs) => runs.flatMap(toEarlier));
  const between = pair.between.map((runs) => runs.flatMap(toEarlier));
  const noiseOf = async (run: SideRun, label: PairLabel | null) => {
    const shown =
      label === null ? figuresOf(run.compared) : (label.inRuns.get(run.compared.id)?.figures ?? null);
    return withShown(await noise.of(run, label), shown);
  };
  const sidesOf = async (label: PairLabel | null) => {
    const before = await Promise.all(pair.before.map((run) => noiseOf(run, label)));
    return {
      before: [...before, ...levelNoise(before, pair.level, label)],
      after: await Promise.all(pair.after.map((run) => noiseOf(run, label))),
    };
  };
  const rate = FALSE_DISCOVERY_RATE * doubtAtLook(pair.look);
  const sides = await sidesOf(null);
  const liveTraffic = [...pair.before, ...pair.after].some(({ compared }) => isLiveTraffic(compared));
  const usualOf = usualFor(pair.usual, sides);
  const atMix = await sidesAtMix(pair, sides, noise);
  const all = { ...atMix, earlier, between, liveTraffic, loadOfPlan, usual: usualOf(null), veto };
  const [ofWhole = []] = await engine.compare([all], rate);
  const whole = pair.mix === null ? ofWhole : ofWhole.map((one) => toldAtMix(one, sides.after));
  const familyOf = (labels: readonly PairLabel[]) =>
    Promise.all(
      labels.map(async (label) => ({
        ...(await sidesOf(label)),
        earlier: label.earlier,
        between: label.between,
        liveTraffic,
        loadOfPlan,
        usual: usualOf(label.name),
        veto,
      })),
    );
  const family = await familyOf(pair.labels);
  const compared = family.length === 0 ? [] : await engine.compare(family, rate);
  const busiest = pair.labels.map((label, at) => ({ ...label, metrics: compared[at] ?? [] }));
  const others = await compareRest(pair, tools, { busiest, family, familyOf, rate });
  const labels = [...busiest, ...(others?.labels ?? [])];
  return {
    verdict: pairVerdict(
      whole,
      labels.map(({ metrics }) => metrics),
    ),
    whole,
    labels: labels.map(({ name, kind, window, metrics }) => ({ label: name, kind, window, metrics })),
    screen: others?.counts ?? null,
    method: {
      ...widthsOf(sides),
      earlierRuns: earlier.reduce((sum, runs) => sum + runs.length, pair.level.length),
      earlier: named([...pair.earlier, pair.level.map(({ read }) => read.run)]),
      between: named(pair.between),
      resamples: engine.resamples,
      confidence: CONFIDENCE,
      falseDiscoveryRate: rate,
      relevantShare: RELEVANT_SHARE,
    },
  };
}

interface Sides {
  before: RunNoise[];
  after: RunNoise[];
}

/** Latencies and errors as they would be if each run had the mix of the first one. How many requests there were is as it was. */
async function sidesAtMix(
  { before, after, mix }: PairToWorkOut,
  sides: Sides,
  noise: NoiseReader,
): Promise<Sides> {
  const [reference] = before;
  if (mix === null || reference === undefined) return sides;
  const mixed = async (runs: readonly SideRun[], plain: readonly RunNoise[]) => {
    const found: RunNoise[] = [];
    for (const [at, own] of plain.entries()) {
      const run = runs[at];
      const isOwnMix = run === undefined || run === reference;
      found.push(isOwnMix ? own : besideLoad(own, await noise.atMixOf(reference, run, mix)));
    }
    return found;
  };
  return { before: await mixed(before, sides.before), after: await mixed(after, sides.after) };
}

function besideLoad(own: RunNoise, mixed: RunNoise | null): RunNoise {
  const { throughput, items } = own.estimates;
  if (mixed !== null) return { ...mixed, estimates: { ...mixed.estimates, throughput, items } };
  const untold = toldNoise({ ...own, doubt: { code: "mix-unknown" } }).estimates;
  const unknown = record((metric) => ({ ...untold[metric], shown: own.estimates[metric].shown }));
  return { ...own, estimates: { ...unknown, throughput, items, "error-rate": own.estimates["error-rate"] } };
}

/** What a figure of the whole run is where the plan sent another mix, and what it is without that. */
function toldAtMix(statistic: MetricStatistic, after: readonly RunNoise[]): MetricStatistic {
  const { metric, reasons, verdict } = statistic;
  const isUntold = reasons.some(({ code }) => code === "load-of-plan" || code === "mix-unknown");
  if (isUntold || verdict === "not-comparable") return statistic;
  const [one, ...others] = after;
  const own = others.length === 0 ? (one?.estimates[metric].shown ?? null) : null;
  return { ...statistic, reasons: [...reasons, { code: "at-mix", metric, own }] };
}

type LabelStatistics = PairLabel & { metrics: MetricStatistic[] };

interface BusiestLabels {
  busiest: readonly LabelStatistics[];
  family: SidesInput[];
  familyOf: (labels: readonly PairLabel[]) => Promise<SidesInput[]>;
  rate: number;
}

/** All labels but the busiest: those that the screen finds, and how many it looked at. */
async function compareRest(
  { before, after, level, watched, veto }: PairToWorkOut,
  { engine, rest }: PairTools,
  { busiest, family, familyOf, rate }: BusiestLabels,
): Promise<(Pick<ScreenedPair, "counts"> & { labels: LabelStatistics[] }) | null> {
  if (veto !== null || rest === null) return null;
  const { chosen, counts, passed } = screenPair({
    totals: await rest.readTotals(),
    known: busiest,
    watched,
    roundedMicros: Math.max(...[...before, ...after, ...level].map(({ read }) => read.resolutionMicros)),
  });
  const found = await rest.readLabels(chosen);
  const metrics =
    found.length === 0
      ? []
      : await engine.compare(await familyOf(found), rate * SCREENED_SHARE, { beside: family, passed });
  return { labels: found.map((label, at) => ({ ...label, metrics: metrics[at] ?? [] })), counts };
}

/** The other runs of the level. Where nothing is known of the newest one, they show nothing either. */
function levelNoise(
  [face]: readonly RunNoise[],
  level: readonly SideRun[],
  label: PairLabel | null,
): RunNoise[] {
  if (face === undefined) return [];
  const known = level.flatMap(({ read, compared }) =>
    label === null ? toEarlier(read.run) : (label.inRuns.get(compared.id) ?? []),
  );
  return besideFace(face, known);
}

/** The worst of the whole run; one label that regressed is enough. */
function pairVerdict(
  whole: readonly MetricStatistic[],
  labels: readonly (readonly MetricStatistic[])[],
): ComparisonVerdict {
  const regressed = labels.flat().some(({ verdict }) => verdict === "regressed");
  return regressed ? "regressed" : worstComparison(whole.map(({ verdict }) => verdict));
}

/** Of a label, or of the whole service. The load of the whole service can move each label, the mix only the whole. */
function usualFor(
  stored: StoredUsual | null,
  sides: { before: readonly RunNoise[]; after: readonly RunNoise[] },
): (label: string | null) => Usual | null {
  if (stored === null) return () => null;
  const days = usualDaysOf(stored, null);
  const moved = movedMore(sides, { days, apart: labelsApart(stored) });
  return (label) =>
    label === null
      ? { days, moved }
      : { days: usualDaysOf(stored, label), moved: { ...moved, labels: false } };
}

function named(lists: readonly (readonly EarlierRunRead[])[]): { id: string; number: number }[] {
  return lists.flatMap((runs) => runs.map(({ id, number }) => ({ id, number })));
}

/** For the first run of each side; null if there was nothing to resample. */
function widthsOf({
  before: [before],
  after: [after],
}: {
  before: readonly RunNoise[];
  after: readonly RunNoise[];
}): Pick<StoredStatistics["method"], "sliceSeconds" | "blockSeconds"> {
  if (before === undefined || after === undefined) return { sliceSeconds: null, blockSeconds: null };
  if (before.blockSeconds === null || after.blockSeconds === null)
    return { sliceSeconds: null, blockSeconds: null };
  return {
    sliceSeconds: { before: before.sliceSeconds, after: after.sliceSeconds },
    blockSeconds: { before: before.blockSeconds, after: after.blockSeconds },
  };
}
