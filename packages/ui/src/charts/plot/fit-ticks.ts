import type { Tick } from "../model/axis-ticks.ts";

/** Of Inter at 11 px. */
const LETTER_WIDTH = 6;
const MIN_GAP = 6;

/** Every tick, or every second, third … one, so that their labels do not touch. */
export function fitTicks(ticks: readonly Tick[], x: (value: number) => number): readonly Tick[] {
  for (let every = 1; every < ticks.length; every += 1) {
    const kept = ticks.filter((_, index) => index % every === 0);
    if (kept.every((tick, index) => clears(tick, kept[index - 1], x))) return kept;
  }
  return ticks.slice(0, 1);
}

function clears(tick: Tick, before: Tick | undefined, x: (value: number) => number): boolean {
  if (!before) return true;
  const half = ((tick.label.length + before.label.length) / 2) * LETTER_WIDTH;
  return x(tick.value) - x(before.value) >= half + MIN_GAP;
}
