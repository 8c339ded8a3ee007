import { plural } from "../format/plural.ts";
import type { StepState } from "./step.ts";

export type GamedayPhase = "planned" | "running" | "ended" | "closed";

/** `ended`: its window is over, and nobody has closed it. */
export function gamedayPhase({
  now,
  startsAt,
  endsAt,
  closedAt,
}: {
  now: Date;
  startsAt: Date;
  endsAt: Date;
  closedAt: Date | null;
}): GamedayPhase {
  if (closedAt !== null) return "closed";
  if (now < startsAt) return "planned";
  return now < endsAt ? "running" : "ended";
}

export type StepCounts = Readonly<Record<StepState, number>>;

export function countSteps(states: readonly StepState[]): StepCounts {
  const of = (state: StepState) => states.filter((one) => one === state).length;
  return { met: of("met"), missed: of("missed"), unsure: of("unsure"), open: of("open") };
}

/** How it went so far, the worst first: what was missed is never left out. */
export function outcomeSentence(counts: StepCounts, phase: GamedayPhase): string {
  const { met, missed, unsure, open } = counts;
  const all = met + missed + unsure + open;
  const isOver = phase === "ended" || phase === "closed";
  if (all === 0) return "Nothing is planned yet.";
  if (open === all) return isOver ? "Nothing was run." : "Nothing has been run yet.";
  if (met === all) return all === 1 ? "The step went as planned." : `All ${all} steps went as planned.`;
  const parts = [
    [missed, "missed"],
    [unsure, "unsure"],
    [open, isOver ? "not run" : "to go"],
    [met, "as planned"],
  ] as const;
  const [first, ...rest] = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `Of ${plural(all, "step")}: ${[first, ...rest].join(", ")}.`;
}
