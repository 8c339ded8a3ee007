import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { withWords } from "../judgement/reason.ts";
import { parseTarget } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import type { JudgedFigures, JudgeInput } from "../verdict/judged.ts";
import { judge } from "../verdict/verdict.ts";

/** So many requests of one latency each, in milliseconds, of which some failed. */
export function cell(counts: Record<number, number>, errors = 0): Cell {
  const all = new Sketch();
  for (const [millis, count] of Object.entries(counts)) all.add(Number(millis) * 1_000, count);
  const failed = new Sketch();
  if (errors > 0) failed.add(all.min ?? 0, errors);
  return {
    requests: all.count,
    errors,
    items: all.count * 17,
    bytes: 0,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: errors > 0 ? failed : null },
  };
}

export function figures(all: Cell, labels: Record<string, Cell> = {}, durationSeconds = 100): JudgedFigures {
  const labelled = (own: Cell) => ({ cell: own, durationSeconds, window: null, doubt: null });
  return {
    durationSeconds,
    all,
    label: (name) => (labels[name] === undefined ? null : labelled(labels[name])),
  };
}

export const window = {
  from: "2026-11-21T12:00:00.000Z",
  to: "2026-11-21T12:01:40.000Z",
  kind: "steady" as const,
};

/** With its reason in words. */
export function verdictOf(text: string, all: Cell, changes: Partial<JudgeInput> = {}) {
  const [verdict] = verdictsOf([text], all, changes);
  if (verdict === undefined) throw new Error("no verdict");
  return verdict;
}

export function verdictsOf(texts: readonly string[], all: Cell, changes: Partial<JudgeInput> = {}) {
  return judge({
    targets: texts.map(read),
    figures: figures(all),
    window,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: 1,
    confidence: 0.9,
    ...changes,
  }).map(withWords);
}

function read(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.target;
}

export const busy = cell({ 20: 9_000, 60: 900, 150: 90, 400: 10 });
