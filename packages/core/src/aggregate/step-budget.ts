import type { LabelState } from "./label-register.ts";

/** What is left of the budget once steps are given up, so that a growing run does not give up at every second. */
const ROOM_AFTER = 0.75;

/** Below it nobody needs to save. */
const ROWS_ALWAYS = 200_000;

/** A cell of fewer requests sums up too little to be worth its row. */
const SAMPLES_A_ROW = 2;

/**
 * How many rows a run may keep after so many samples: one for every two. Very many labels then give up their fine steps
 * early, before most of their rows are written.
 */
export function rowBudget(cellBudget: number, samples: number): number {
  return Math.min(cellBudget, Math.max(ROWS_ALWAYS, Math.floor(samples / SAMPLES_A_ROW)));
}

/**
 * Decides which steps labels give up once their rows exceed the budget: every step is kept from the coarsest on,
 * busiest labels first, as far as the rows handed out so far go. `(all)`, the first of the states, gives up nothing.
 */
export function giveUpSteps(states: readonly LabelState[], cellBudget: number, steps: number): void {
  const [all, ...labels] = states;
  const busiest = labels.toSorted((a, b) => b.requests - a.requests || a.number - b.number);
  let left = cellBudget * ROOM_AFTER - sum(all?.rows ?? []);
  for (let step = steps - 1; step >= 0; step--) {
    for (const label of busiest) {
      if (label.finest > step) continue;
      const rows = label.rows[step] ?? 0;
      if (rows <= left) left -= rows;
      else {
        // Once one does not fit, no less busy label may keep what it lost.
        left = -1;
        label.finest = step + 1;
      }
    }
  }
}

/** Rows that stay: those of the steps that each label still keeps. */
export function keptRows(states: readonly LabelState[]): number {
  return states.reduce((total, { rows, finest }) => total + sum(rows.slice(finest)), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
