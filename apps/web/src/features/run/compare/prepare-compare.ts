import type { RunReference } from "@headroom/services";

/** A button that compares a run with its reference, lets people choose one, or says why it can't. */
export type CompareModel = {
  runId: string;
  /** What a search for another run begins with. */
  experiment: string;
} & (
  | { state: "resolved"; href: string; against: string; why: string }
  | { state: "choose" | "impossible"; why: string }
);

interface ComparedRun {
  id: string;
  experiment: string;
  /** Where the page isn't the run's own: "Compare run 46". */
  number?: number;
}

/** The reference comes first: it is side A. */
export function prepareCompare(
  { id, experiment, number }: ComparedRun,
  { reference, why, hasOthers }: RunReference,
): CompareModel {
  const run = { runId: id, experiment };
  if (reference !== null) {
    return {
      ...run,
      state: "resolved",
      href: `/comparisons?runs=${reference.id},${id}`,
      against: `${number === undefined ? "" : `run ${number} `}vs run ${reference.number}`,
      why: WHY[reference.chosen],
    };
  }
  return { ...run, state: hasOthers ? "choose" : "impossible", why: why ?? "" };
}

const WHY = { pinned: "The experiment's baseline.", "last-good": "The last good run before it." } as const;
