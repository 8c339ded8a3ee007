import type { LabelState } from "./label-register.ts";

/** The share of the budget to keep after giving up steps, so that a growing run doesn't give up steps every second. */
const ROOM_AFTER = 0.75;

/** Below this, there is no need to save. */
const ROWS_ALWAYS = 200_000;

/** A cell of fewer requests isn't worth its row. */
const SAMPLES_A_ROW = 2;

/**
 * How many rows a run may store after this many samples: one for every two. With very many labels, they give up their fine
 * steps early, before most of their rows are written.
 */
export function rowBudget(cellBudget: number, samples: number): number {
  return Math.min(cellBudget, Math.max(ROWS_ALWAYS, Math.floor(samples / SAMPLES_A_ROW)));
}

/**
 * Decides which steps labels give up once their rows exceed the budget. Steps are kept from the coarsest up and from the
 * busiest label down, as far as the rows written so far go. `(all)`, the first of the states, gives up nothing.
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
        // Once one doesn't fit, no less busy label may keep what it lost.
        left = -1;
        label.finest = step + 1;
      }
    }
  }
}

/** Rows that stay: those of the steps that each label still stores. */
export function keptRows(states: readonly LabelState[]): number {
  return states.reduce((total, { rows, finest }) => total + sum(rows.slice(finest)), 0);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
