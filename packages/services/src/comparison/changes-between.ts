import {
  exactFigure,
  FIGURE_IDS,
  findLiveTrend,
  findTrend,
  isOtherLoad,
  isSameHour,
  isSentByUsers,
  LIVE_TRAFFIC,
  loadOfRun,
  ratioOf,
  RELEVANT_SHARE,
} from "@headroom/core";
import type { FigureId, StatedLoad, LevelChange as StoredChange } from "@headroom/core";
import type { LevelChange } from "@headroom/contract";
import { readLevels } from "@headroom/db";
import type { LevelRead, WorkspaceTx } from "@headroom/db";
import { figuresOf, isLiveTraffic } from "./compared-run.ts";
import { readChanges } from "../run/record/read-changes.ts";
import { judgedSummary } from "./find-earlier.ts";
import type { SideRun } from "./read-noise.ts";

/** A change that is further back is no longer looked for. */
const RUNS_LOOKED_AT = 200;

interface LevelSeries {
  experimentId: string;
  environment: string | null;
  branch: string | null;
}

async function readLatestChanges(tx: WorkspaceTx, id: string): Promise<StoredChange[]> {
  const { latestRunId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id },
    select: { latestRunId: true },
  });
  return readChanges(tx, latestRunId);
}

/** Reads each experiment's runs once, however many pairs need them. */
export class LevelReader {
  readonly #tx: WorkspaceTx;
  readonly #known = new Map<string, Promise<LevelRead[]>>();

  readonly #told = new Map<string, Promise<StoredChange[]>>();
  readonly #asTold: boolean;

  /** `asTold`: a step that the experiment's latest judgement has told keeps the levels it was told with. */
  constructor(tx: WorkspaceTx, { asTold }: { asTold: boolean }) {
    this.#tx = tx;
    this.#asTold = asTold;
  }

  async told(experimentId: string): Promise<StoredChange[]> {
    if (!this.#asTold) return [];
    const known = this.#told.get(experimentId) ?? readLatestChanges(this.#tx, experimentId);
    this.#told.set(experimentId, known);
    return known;
  }

  of(series: LevelSeries): Promise<LevelRead[]> {
    const key = JSON.stringify(series);
    const known = this.#known.get(key) ?? readLevels(this.#tx, { ...series, limit: RUNS_LOOKED_AT });
    this.#known.set(key, known);
    return known;
  }
}

/**
 * The metrics whose level the trend shows to have changed between the two runs, so that the comparison never contradicts
 * it. Nothing for runs of different experiments, environments, branches or stated loads, for a load test and live traffic, and for live
 * traffic of different hours, which are on no common trend.
 */
export async function changesBetween(
  { before, after }: { before: readonly SideRun[]; after: readonly SideRun[] },
  levels: LevelReader,
): Promise<LevelChange[]> {
  const [one, other, ...more] = [...before, ...after];
  if (one === undefined || other === undefined || more.length > 0) return [];
  const series = commonSeries(one, other);
  if (series === null) return [];
  const isLive = isLiveTraffic(one.compared);
  const [from, to] = [startOf(one), startOf(other)];
  const runs = (await levels.of(series)).filter((run) => isAlike(run, { isLive, from, to, load: one.read }));
  const told = await levels.told(series.experimentId);
  return FIGURE_IDS.flatMap((metric) => {
    if (isLive && isSentByUsers(metric)) return [];
    const known = runs.flatMap((run) => {
      const summary = judgedSummary(run);
      const value = summary === null ? null : exactFigure(metric, figuresOf({ summary }));
      return value === null ? [] : [{ number: run.number, at: run.startedAt?.getTime() ?? 0, value }];
    });
    const events = withTold(eventsOf(known, isLive), told, metric).filter(
      ({ begins, ends }) => begins < Math.max(from, to) && ends > Math.min(from, to),
    );
    return netChange(events, { from, to }).map((net) => ({ metric, ...net }));
  });
}

/** A step, which happens just before its run, or a drift. */
interface TrendEvent {
  begins: number;
  ends: number;
  before: number;
  after: number;
  step: number | null;
  drift: { from: number; to: number } | null;
}

interface KnownRun {
  number: number;
  at: number;
  value: number;
}

/** In order of time. The run at a step is of the new level, so a pair that begins with it doesn't contain the step. */
function eventsOf(known: readonly KnownRun[], isLive: boolean): TrendEvent[] {
  const { steps, drifts } = isLive ? findLiveTrend(known) : findTrend(known.map(({ value }) => value));
  const events = [
    ...steps.flatMap(({ index, before, after }) => {
      const run = known[index];
      if (run === undefined) return [];
      const begins = known[index - 1]?.at ?? run.at;
      return [{ begins, ends: run.at, before, after, step: run.number, drift: null }];
    }),
    ...drifts.flatMap(({ from, to, before, after }) => {
      const [first, last] = [known[from], known[to]];
      if (first === undefined || last === undefined) return [];
      const drift = { from: first.number, to: last.number };
      return [{ begins: first.at, ends: last.at, before, after, step: null, drift }];
    }),
  ];
  return events.toSorted((a, b) => a.begins - b.begins);
}

function withTold(
  events: readonly TrendEvent[],
  told: readonly StoredChange[],
  metric: FigureId,
): TrendEvent[] {
  return events.map((event) => {
    const one = told.find(
      ({ label, run, ...of }) => label === null && of.metric === metric && run?.number === event.step,
    );
    return one === undefined ? event : { ...event, before: one.before, after: one.after };
  });
}

function isAlike(
  run: LevelRead,
  { isLive, from, to, load }: { isLive: boolean; from: number; to: number; load: SideRun["read"] },
): boolean {
  const { tool, startedAt } = run;
  if ((tool === LIVE_TRAFFIC) !== isLive || isOfOtherLoad(run, load)) return false;
  const at = startedAt?.getTime() ?? 0;
  return !isLive || (isSameHour(at, from) && isSameHour(at, to));
}

function isOfOtherLoad(one: StatedLoad, { run, experiment }: SideRun["read"]): boolean {
  return isOtherLoad(loadOfRun(one, experiment), loadOfRun(run, experiment));
}

function commonSeries(one: SideRun, other: SideRun): LevelSeries | null {
  const [a, b] = [one.read.run, other.read.run];
  const [isLive, isOtherLive] = [isLiveTraffic(one.compared), isLiveTraffic(other.compared)];
  if (isLive !== isOtherLive || (isLive && !isSameHour(startOf(one), startOf(other)))) return null;
  const branches = new Set([a.branch, b.branch].filter((branch) => branch !== null));
  if (a.experimentId !== b.experimentId || a.environment !== b.environment || branches.size > 1) return null;
  if (isOfOtherLoad(a, other.read)) return null;
  return { experimentId: a.experimentId, environment: a.environment, branch: [...branches][0] ?? null };
}

/** From the level of the first run of the pair to that of the second; nothing if changes cancel each other. */
function netChange(
  events: readonly TrendEvent[],
  { from, to }: { from: number; to: number },
): Omit<LevelChange, "metric">[] {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return [];
  const levels = [levelAt(first, Math.min(from, to)), levelAt(last, Math.max(from, to))] as const;
  const [before, after] = from > to ? [levels[1], levels[0]] : levels;
  const ratio = ratioOf(before, after);
  const same = before === after || (ratio !== null && Math.abs(ratio - 1) < RELEVANT_SHARE);
  const runs = events.flatMap(({ step }) => step ?? []);
  return same ? [] : [{ before, after, runs, drifts: events.flatMap(({ drift }) => drift ?? []) }];
}

/** On the line of a drift; before or after a step. */
function levelAt({ begins, ends, before, after, drift }: TrendEvent, at: number): number {
  if (at <= begins) return before;
  return at >= ends || drift === null ? after : before + ((after - before) * (at - begins)) / (ends - begins);
}

function startOf({ compared }: SideRun): number {
  return Date.parse(compared.startedAt);
}
