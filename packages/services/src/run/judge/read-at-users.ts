import {
  latencyMoves,
  mergeAllCells,
  MIN_REQUESTS_AT_USERS,
  USERS_TOLERANCES,
  windowsAtUsers,
} from "@headroom/core";
import type {
  AbsentFigure,
  GaugeFigures,
  JudgedFigures,
  LabelFigures,
  SecondsWindow,
  Target,
} from "@headroom/core";
import type { RunModel, RunTotal, WorkspaceTx } from "@headroom/db";
import { readUsers } from "../load/read-load-gauge.ts";
import { readFigures } from "./read-figures.ts";
import type { WindowFigures } from "./read-figures.ts";
import { readJudgedGauges } from "../load/read-judged-gauges.ts";

export interface AtUsersInput {
  targets: readonly Target[];
  totals: readonly RunTotal[];
  labels: readonly string[];
  gauges: readonly string[];
  absent: readonly AbsentFigure[];
}

/** If the load changes all the time, only its longest stretches are read. */
const MAX_WINDOWS = 20;

/** The figures while about that many users were active, for every number that a target names. */
export async function readAtUsers(
  tx: WorkspaceTx,
  run: RunModel,
  input: AtUsersInput,
): Promise<(users: number) => JudgedFigures | null> {
  const numbers = new Set(input.targets.flatMap(({ users }) => (users === null ? [] : [users])));
  const figures = new Map<number, JudgedFigures>();
  if (numbers.size > 0) {
    const { points, pointSeconds } = await readUsers(tx, run);
    const seen = points.map(({ offsetSeconds, load }) => ({ offsetSeconds, users: load }));
    for (const users of numbers) {
      const at = (tolerance: number) =>
        readWindows(tx, run, input, longest(windowsAtUsers(seen, pointSeconds, users, tolerance)));
      const read = await narrowest(at);
      if (read !== null) figures.set(users, read);
    }
  }
  return (users) => figures.get(users) ?? null;
}

/** Where latency moves while about that many users are active, those nearer to the number say more, as long as they are enough. */
async function narrowest(
  read: (tolerance: number) => Promise<JudgedFigures | null>,
): Promise<JudgedFigures | null> {
  let found: JudgedFigures | null = null;
  for (const tolerance of USERS_TOLERANCES) {
    const next = await read(tolerance);
    if (found !== null && (next?.all.requests ?? 0) < MIN_REQUESTS_AT_USERS) return found;
    found = next;
    if (!latencyMoves(found?.slices ?? null)) return found;
  }
  return found;
}

function longest(windows: readonly SecondsWindow[]): SecondsWindow[] {
  return windows
    .toSorted((a, b) => b.toSeconds - b.fromSeconds - (a.toSeconds - a.fromSeconds))
    .slice(0, MAX_WINDOWS)
    .toSorted((a, b) => a.fromSeconds - b.fromSeconds);
}

async function readWindows(
  tx: WorkspaceTx,
  run: RunModel,
  { totals, labels, gauges, absent }: AtUsersInput,
  windows: readonly SecondsWindow[],
): Promise<JudgedFigures | null> {
  const read: WindowFigures[] = [];
  const measured: GaugeRead[] = [];
  // Slices of several windows differ in length, and between them the run was under another load.
  const slices = windows.length === 1;
  for (const window of windows) {
    const figures = await readFigures(tx, { runId: run.id, totals, window, labels, absent, slices });
    const { kept, durationSeconds: seconds } = figures;
    if (kept === null) continue;
    read.push(figures);
    measured.push({ seconds, gauge: await readJudgedGauges(tx, run, { names: gauges, window: kept }) });
  }
  const [first, last] = [read[0]?.kept, read.at(-1)?.kept];
  if (!first || !last || run.origin === null) return null;
  const { origin } = run;
  const instant = (seconds: number) => new Date(origin.getTime() + seconds * 1_000).toISOString();
  const whole = { fromSeconds: first.fromSeconds, toSeconds: last.toSeconds };
  return {
    durationSeconds: read.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    all: mergeAllCells(read.map(({ all }) => all)),
    slices: read[0]?.slices ?? null,
    absent,
    label: (name) => joinedLabel(read.map((one) => one.label(name))),
    gauge: (name) => joinedGauge(measured, name),
    window: { from: instant(whole.fromSeconds), to: instant(whole.toSeconds), kind: "load" },
  };
}

interface GaugeRead {
  seconds: number;
  gauge: (name: string) => GaugeFigures | null;
}

/** What the gauge showed between the windows belongs to another load. */
function joinedGauge(reads: readonly GaugeRead[], name: string): GaugeFigures | null {
  const found = reads.flatMap(({ seconds, gauge }) => {
    const figures = gauge(name);
    return figures === null ? [] : [{ seconds, figures }];
  });
  const measured = found.flatMap(({ seconds, figures: { unit, mean, min, max } }) =>
    mean === null || min === null || max === null ? [] : [{ seconds, unit, mean, min, max }],
  );
  if (measured.length === 0) return found[0]?.figures ?? null;
  const { unit, mean, min, max } = measured.reduce(joinMeasured);
  return { unit, mean, min, max };
}

interface GaugeMeasured {
  seconds: number;
  unit: string | null;
  mean: number;
  min: number;
  max: number;
}

/** Weights the means by time. */
function joinMeasured(a: GaugeMeasured, b: GaugeMeasured): GaugeMeasured {
  const seconds = a.seconds + b.seconds;
  return {
    seconds,
    unit: b.unit,
    mean: (a.mean * a.seconds + b.mean * b.seconds) / seconds,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}

type LabelRead = ReturnType<JudgedFigures["label"]>;

function joinedLabel(reads: readonly LabelRead[]): LabelRead {
  const known: LabelFigures[] = [];
  for (const read of reads) {
    if (read === null) continue;
    if ("problem" in read) return read;
    known.push(read);
  }
  if (known.length === 0) return null;
  return {
    durationSeconds: known.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    cell: mergeAllCells(known.map(({ cell }) => cell)),
    slices: known[0]?.slices ?? null,
    window: null,
    doubt: known.find(({ doubt }) => doubt !== null)?.doubt ?? null,
  };
}
