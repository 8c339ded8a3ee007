import type { Cell } from "../cell/cell.ts";
import type { TargetReason } from "../verdict/target-sentences.ts";
import type { JudgedSlices, LabelFigures } from "../verdict/judged.ts";

interface Stretch {
  fromSeconds: number;
  toSeconds: number;
}

/** What is known of a label in a window. */
export interface LabelInWindow {
  name: string;
  /** Null: only its total is known. */
  finestStepSeconds: number | null;
  window: Stretch;
  /** The whole steps of the label that were read for the window. Null: none. */
  read: (Stretch & { cell: Cell }) | null;
  slices: JudgedSlices | null;
  /** The moment that seconds count from. */
  originMillis: number;
}

/** If less of the window than this is known of a label, its figures don't represent the window. */
const MIN_COVERED = 0.5;

/** A label that is stored only in coarse steps is judged in the whole steps inside the window, and names them. */
export function labelInWindow(label: LabelInWindow): LabelFigures | { problem: TargetReason } {
  const { name, finestStepSeconds: stepSeconds, window, read, slices, originMillis } = label;
  if (stepSeconds === null) return { problem: { code: "label-total", label: name } };
  const steps = { label: name, stepSeconds };
  if (read === null || read.fromSeconds < window.fromSeconds || read.toSeconds > window.toSeconds)
    return { problem: { code: "label-outside", ...steps } };
  const { fromSeconds, toSeconds, cell } = read;
  const instant = (seconds: number) => new Date(originMillis + seconds * 1_000).toISOString();
  const durationSeconds = toSeconds - fromSeconds;
  const covered = durationSeconds / (window.toSeconds - window.fromSeconds);
  return {
    cell,
    durationSeconds,
    slices,
    window: { from: instant(fromSeconds), to: instant(toSeconds), kind: "steady" },
    doubt: covered < MIN_COVERED ? { code: "label-partly", ...steps, covered } : null,
  };
}
