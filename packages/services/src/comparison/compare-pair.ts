import { CONFIDENCE, FALSE_DISCOVERY_RATE, movedMore, RELEVANT_SHARE, worstComparison } from "@headroom/core";
import type { EarlierRun, RunNoise, Usual } from "@headroom/core";
import type { PairStatistics } from "@headroom/contract";
import type { EarlierRunRead, LabelName } from "@headroom/db";
import { isLiveTraffic } from "./compared-run.ts";
import type { ComparisonEngine } from "./engine.ts";
import { toEarlier } from "./find-earlier.ts";
import type { NoiseReader, SideRun } from "./read-noise.ts";
import { labelsApart, usualDaysOf } from "./stored-usual.ts";
import type { StoredUsual } from "./stored-usual.ts";

export interface PairToWorkOut {
  before: readonly SideRun[];
  after: readonly SideRun[];
  /** One list for each experiment, in order of time. */
  earlier: readonly (readonly EarlierRunRead[])[];
  between: readonly (readonly EarlierRunRead[])[];
  veto: string | null;
  labels: readonly LabelName[];
  earlierOfLabel: (label: LabelName) => readonly (readonly EarlierRun[])[];
  betweenOfLabel: (label: LabelName) => readonly (readonly EarlierRun[])[];
  usual: StoredUsual | null;
}

/** Everything known about a pair. The whole runs are one family of tests, their labels another. */
export async function comparePair(
  pair: PairToWorkOut,
  { noise, engine }: { noise: NoiseReader; engine: ComparisonEngine },
): Promise<PairStatistics> {
  const { veto, labels, earlierOfLabel, betweenOfLabel } = pair;
  const earlier = pair.earlier.map((runs) => runs.flatMap(toEarlier));
  const between = pair.between.map((runs) => runs.flatMap(toEarlier));
  const sidesOf = async (label: LabelName | null) => ({
    before: await Promise.all(pair.before.map((run) => noise.of(run, label))),
    after: await Promise.all(pair.after.map((run) => noise.of(run, label))),
  });
  const sides = await sidesOf(null);
  const liveTraffic = [...pair.before, ...pair.after].some(({ compared }) => isLiveTraffic(compared));
  const usualOf = usualFor(pair.usual, sides);
  const [whole = []] = await engine.compare([
    { ...sides, earlier, between, liveTraffic, usual: usualOf(null), veto },
  ]);
  const family = await Promise.all(
    labels.map(async (label) => ({
      ...(await sidesOf(label)),
      earlier: earlierOfLabel(label),
      between: betweenOfLabel(label),
      liveTraffic,
      usual: usualOf(label.name),
      veto,
    })),
  );
  const compared = family.length === 0 ? [] : await engine.compare(family);
  return {
    verdict: worstComparison(whole.map(({ verdict }) => verdict)),
    whole,
    labels: labels.map(({ name, kind }, at) => ({ label: name, kind, metrics: compared[at] ?? [] })),
    method: {
      ...widthsOf(sides),
      earlierRuns: earlier.reduce((sum, runs) => sum + runs.length, 0),
      earlier: named(pair.earlier),
      between: named(pair.between),
      resamples: engine.resamples,
      confidence: CONFIDENCE,
      falseDiscoveryRate: FALSE_DISCOVERY_RATE,
      relevantShare: RELEVANT_SHARE,
    },
  };
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
}): Pick<PairStatistics["method"], "sliceSeconds" | "blockSeconds"> {
  if (before === undefined || after === undefined) return { sliceSeconds: null, blockSeconds: null };
  if (before.blockSeconds === null || after.blockSeconds === null)
    return { sliceSeconds: null, blockSeconds: null };
  return {
    sliceSeconds: { before: before.sliceSeconds, after: after.sliceSeconds },
    blockSeconds: { before: before.blockSeconds, after: after.blockSeconds },
  };
}
